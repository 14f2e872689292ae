/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Files in memory for the exhibition's records, with a disk that can fail: the nth operation from now on and all
 * after it, a write after half its bytes; and a power cut that keeps what was synced and any part of the rest.
 */
#ifndef CAROUSEL_TESTS_SIMUL_MEMORY_FILES_H
#define CAROUSEL_TESTS_SIMUL_MEMORY_FILES_H

#include "record/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY_FILES_MOST = 64 };

typedef struct MemoryFile {
    char path[64];
    char *data;
    size_t size, capacity, synced;
    bool used, read_only;
    bool unlinked; /* it has lost its name */
} MemoryFile;

typedef struct MemoryDisk {
    MemoryFile files[MEMORY_FILES_MOST];
    int operations;   /* writes, syncs, truncations, replacements so far */
    int failing_from; /* 0: never; else from that operation on */
} MemoryDisk;

static MemoryFile *memory_find(MemoryDisk *disk, const char *path)
{
    for (int i = 0; i < MEMORY_FILES_MOST; i++)
        if (disk->files[i].used && !disk->files[i].unlinked && strcmp(disk->files[i].path, path) == 0)
            return &disk->files[i];
    return NULL;
}

static MemoryFile *memory_make(MemoryDisk *disk, const char *path)
{
    MemoryFile *file = memory_find(disk, path);
    for (int i = 0; file == NULL && i < MEMORY_FILES_MOST; i++)
        if (!disk->files[i].used) {
            file = &disk->files[i];
            memset(file, 0, sizeof *file);
            file->used = true;
            snprintf(file->path, sizeof file->path, "%s", path);
        }
    return file;
}

static bool memory_room(MemoryFile *file, size_t size)
{
    if (file->capacity >= size + 1)
        return true;
    char *grown = realloc(file->data, 2 * size + 65536);
    if (grown == NULL)
        return false;
    file->data = grown;
    file->capacity = 2 * size + 65536;
    return true;
}

static bool memory_set(MemoryFile *file, const char *data, size_t size)
{
    if (!memory_room(file, size))
        return false;
    if (size > 0)
        memmove(file->data, data, size);
    file->size = size;
    file->data[size] = '\0';
    return true;
}

static bool memory_append(MemoryFile *file, const char *data, size_t size)
{
    if (!memory_room(file, file->size + size))
        return false;
    memcpy(file->data + file->size, data, size);
    file->size += size;
    file->data[file->size] = '\0';
    return true;
}

static bool memory_is_out(char error[SIMUL_FILE_ERROR_SIZE])
{
    snprintf(error, SIMUL_FILE_ERROR_SIZE, "out of memory");
    return false;
}

static void memory_disk_free(MemoryDisk *disk)
{
    for (int i = 0; i < MEMORY_FILES_MOST; i++)
        free(disk->files[i].data);
    memset(disk, 0, sizeof *disk);
}

/* As another program would take a file away that is open here. */
static __attribute__((unused)) void memory_unlink(MemoryDisk *disk, const char *path)
{
    memory_find(disk, path)->unlinked = true;
}

static bool memory_fails(MemoryDisk *disk, char *error)
{
    disk->operations++;
    if (disk->failing_from == 0 || disk->operations < disk->failing_from)
        return false;
    snprintf(error, SIMUL_FILE_ERROR_SIZE, "the disk is full");
    return true;
}

static bool memory_open(void *context, const char *path, SimulFileMode mode, void **file, char error[SIMUL_FILE_ERROR_SIZE])
{
    MemoryFile *found = memory_find(context, path);
    if (((mode == SIMUL_FILE_NEW || mode == SIMUL_FILE_NEW_PRIVATE) && found != NULL) || (mode == SIMUL_FILE_CHANGE && found == NULL) ||
        (found != NULL && found->read_only)) {
        snprintf(error, SIMUL_FILE_ERROR_SIZE, "cannot open '%.64s'", path);
        return false;
    }
    MemoryFile *made = memory_make(context, path);
    if (made->data == NULL && !memory_set(made, "", 0)) {
        made->used = false;
        return memory_is_out(error);
    }
    *file = made;
    return true;
}

static bool memory_write(void *context, void *file, const void *data, size_t size, char error[SIMUL_FILE_ERROR_SIZE])
{
    if (memory_fails(context, error)) {
        memory_append(file, data, size / 2);
        return false;
    }
    return memory_append(file, data, size) || memory_is_out(error);
}

static bool memory_sync(void *context, void *file, char error[SIMUL_FILE_ERROR_SIZE])
{
    if (memory_fails(context, error))
        return false;
    ((MemoryFile *)file)->synced = ((MemoryFile *)file)->size;
    return true;
}

static bool memory_truncate(void *context, void *file, uint64_t size, char error[SIMUL_FILE_ERROR_SIZE])
{
    MemoryFile *f = file;
    if (memory_fails(context, error))
        return false;
    if (size < f->size)
        f->size = (size_t)size;
    if (f->synced > f->size)
        f->synced = f->size;
    f->data[f->size] = '\0';
    return true;
}

static bool memory_size(void *context, void *file, uint64_t *size, char error[SIMUL_FILE_ERROR_SIZE])
{
    (void)context;
    (void)error;
    *size = ((MemoryFile *)file)->size;
    return true;
}

static bool memory_close(void *context, void *file, char error[SIMUL_FILE_ERROR_SIZE])
{
    (void)context;
    (void)file;
    (void)error;
    return true;
}

static char *memory_read_all(void *context, const char *path, size_t *size, char error[SIMUL_FILE_ERROR_SIZE])
{
    const MemoryFile *file = memory_find(context, path);
    if (file == NULL) {
        snprintf(error, SIMUL_FILE_ERROR_SIZE, "cannot open '%.64s'", path);
        return NULL;
    }
    char *copy = malloc(file->size + 1);
    if (copy == NULL) {
        snprintf(error, SIMUL_FILE_ERROR_SIZE, "out of memory");
        return NULL;
    }
    memcpy(copy, file->data, file->size + 1);
    *size = file->size;
    return copy;
}

static bool memory_replace(void *context, const char *path, const void *data, size_t size, char error[SIMUL_FILE_ERROR_SIZE])
{
    if (memory_fails(context, error))
        return false;
    MemoryFile *file = memory_make(context, path);
    if (!memory_set(file, data, size)) {
        file->used = file->data != NULL;
        return memory_is_out(error);
    }
    file->synced = size;
    return true;
}

static bool memory_is_unshared(void *context, void *file)
{
    (void)context;
    (void)file;
    return true;
}

static SimulFilePlace memory_place(void *context, void *file)
{
    const MemoryFile *f = file;
    return !f->unlinked ? SIMUL_FILE_THERE : memory_find(context, f->path) == NULL ? SIMUL_FILE_GONE : SIMUL_FILE_REPLACED;
}

static char *memory_read(void *context, void *file, uint64_t from, size_t *size, char error[SIMUL_FILE_ERROR_SIZE])
{
    (void)context;
    const MemoryFile *f = file;
    const size_t start = from < f->size ? (size_t)from : f->size;
    *size = f->size - start;
    char *copy = malloc(*size + 1);
    if (copy == NULL) {
        snprintf(error, SIMUL_FILE_ERROR_SIZE, "out of memory");
        return NULL;
    }
    memcpy(copy, f->data + start, *size + 1);
    return copy;
}

static bool memory_remove(void *context, const char *path, char error[SIMUL_FILE_ERROR_SIZE])
{
    if (memory_fails(context, error))
        return false;
    MemoryFile *file = memory_find(context, path);
    if (file != NULL)
        file->unlinked = true;
    return file != NULL;
}

static SimulFilePlace memory_look(void *context, const char *path)
{
    return memory_find(context, path) == NULL ? SIMUL_FILE_GONE : SIMUL_FILE_THERE;
}

static SimulFiles memory_files(MemoryDisk *disk)
{
    return (SimulFiles){.context = disk,
                        .open = memory_open,
                        .write = memory_write,
                        .sync = memory_sync,
                        .truncate = memory_truncate,
                        .size = memory_size,
                        .place = memory_place,
                        .is_unshared = memory_is_unshared,
                        .close = memory_close,
                        .read = memory_read,
                        .read_all = memory_read_all,
                        .replace = memory_replace,
                        .remove = memory_remove,
                        .look = memory_look};
}

#endif
