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

enum { MEMORY_FILES_MOST = 8 };

typedef struct MemoryFile {
    char path[64];
    char *data;
    size_t size, capacity, synced;
    bool used, read_only;
} MemoryFile;

typedef struct MemoryDisk {
    MemoryFile files[MEMORY_FILES_MOST];
    int operations;   /* writes, syncs, truncations, replacements so far */
    int failing_from; /* 0: never; else from that operation on */
} MemoryDisk;

static MemoryFile *memory_find(MemoryDisk *disk, const char *path)
{
    for (int i = 0; i < MEMORY_FILES_MOST; i++)
        if (disk->files[i].used && strcmp(disk->files[i].path, path) == 0)
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

static void memory_set(MemoryFile *file, const char *data, size_t size)
{
    if (file->capacity < size + 1) {
        file->capacity = 2 * size + 4096;
        file->data = realloc(file->data, file->capacity);
    }
    if (size > 0)
        memmove(file->data, data, size);
    file->size = size;
    file->data[size] = '\0';
}

static void memory_append(MemoryFile *file, const char *data, size_t size)
{
    if (file->capacity < file->size + size + 1) {
        file->capacity = 2 * (file->size + size) + 4096;
        file->data = realloc(file->data, file->capacity);
    }
    memcpy(file->data + file->size, data, size);
    file->size += size;
    file->data[file->size] = '\0';
}

static void memory_disk_free(MemoryDisk *disk)
{
    for (int i = 0; i < MEMORY_FILES_MOST; i++)
        free(disk->files[i].data);
    memset(disk, 0, sizeof *disk);
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
    if ((mode == SIMUL_FILE_NEW && found != NULL) || (mode == SIMUL_FILE_CHANGE && found == NULL) ||
        (found != NULL && found->read_only)) {
        snprintf(error, SIMUL_FILE_ERROR_SIZE, "cannot open '%.64s'", path);
        return false;
    }
    *file = memory_make(context, path);
    if (((MemoryFile *)*file)->data == NULL)
        memory_set(*file, "", 0);
    return true;
}

static bool memory_write(void *context, void *file, const void *data, size_t size, char error[SIMUL_FILE_ERROR_SIZE])
{
    if (memory_fails(context, error)) {
        memory_append(file, data, size / 2);
        return false;
    }
    memory_append(file, data, size);
    return true;
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
    memcpy(copy, file->data, file->size + 1);
    *size = file->size;
    return copy;
}

static bool memory_replace(void *context, const char *path, const void *data, size_t size, char error[SIMUL_FILE_ERROR_SIZE])
{
    if (memory_fails(context, error))
        return false;
    MemoryFile *file = memory_make(context, path);
    memory_set(file, data, size);
    file->synced = size;
    return true;
}

static bool memory_exists(void *context, const char *path)
{
    return memory_find(context, path) != NULL;
}

static SimulFiles memory_files(MemoryDisk *disk)
{
    return (SimulFiles){disk,        memory_open,  memory_write,    memory_sync,    memory_truncate,
                        memory_size, memory_close, memory_read_all, memory_replace, memory_exists};
}

#endif
