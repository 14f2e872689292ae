/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Files for what must not be lost: append, sync, lock, replace by rename, sync of the directory.
 *
 * Every failure is reported with the path and the reason. One thread a File; the rest from any thread.
 */
#ifndef CAROUSEL_SYSTEM_FILE_H
#define CAROUSEL_SYSTEM_FILE_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

typedef struct File {
    int descriptor; /* -1: closed */
    char *path;     /* owned */
    bool stuck;     /* a pipe whose reader has not read in time: it is not waited for again until it does */
} File;

#define FILE_CLOSED ((File){.descriptor = -1, .path = NULL})

typedef enum FileMode {
    FILE_NEW,         /* must not exist yet; written from its start */
    FILE_NEW_PRIVATE, /* the same, and nobody but its owner may read it, where the system knows such things */
    FILE_APPEND,      /* made if missing; writes go to its end */
    FILE_CHANGE       /* must exist; read and appended to, can be cut */
} FileMode;

/* Never waits: a named pipe must have a reader already, and one that reads: it is waited for half a second, no more. A limit to the size of files is an error of the writing from
 * then on, not the program's end. */
bool file_open(File *file, const char *path, FileMode mode, Error *error);

/* True if already closed. The error of a last delayed write is reported here. */
bool file_close(File *file, Error *error);

/* All of it, or false. After a failure part of it may stand in the file: cut it back with file_truncate(). */
bool file_write(File *file, const void *data, size_t size, Error *error);

/* Returns when the data (not only handed to the system) is on the disk. */
bool file_sync(File *file, Error *error);

bool file_size(const File *file, uint64_t *size, Error *error);
bool file_truncate(File *file, uint64_t size, Error *error);

/* Takes the file for this process alone, without waiting, until it is closed or the process ends. False if
 * another process has it. */
bool file_lock(File *file, Error *error);

/* For a file that several processes append to: shows the others that it is in use, without waiting, until it is closed. */
void file_share(const File *file);

/* Is no other process showing that (or has it locked)? Takes the file for this process if so, else gives up its own share. */
bool file_is_unshared(const File *file);

/* Something that can be read again and be found under its name: no pipe, no device. */
bool file_is_regular(const File *file);

/* What stands under an open file's name now. What is not regular is always there. */
typedef enum FilePlace {
    FILE_THERE,   /* the file itself */
    FILE_GONE,    /* nothing: it was removed, or given another name */
    FILE_REPLACED /* another file */
} FilePlace;
FilePlace file_place(const File *file);

/* An open regular file from a byte on, whatever stands under its name now; as file_read_all(). */
char *file_read(const File *file, uint64_t from, size_t *size, Error *error);

bool file_exists(const char *path);

/* A pipe, a device or the like stands there. */
bool file_is_stream(const char *path);
bool file_remove(const char *path, Error *error);

/* Makes `from` be `to`, over what stood there, all or nothing. Sync the file before, the directory after. */
bool file_rename(const char *from, const char *to, Error *error);

/* Makes sure that names made, renamed or removed in the directory of `path` (a file's) outlast a power cut. */
bool file_sync_directory(const char *path, Error *error);

/* Writes the file as a whole: beside it, synced, renamed over it, directory synced. Old or new, never half. Its
 * permissions stay; where the path is a symbolic link, what it points to is replaced. */
bool file_replace(const char *path, const void *data, size_t size, Error *error);

/* The whole file, a '\0' after it that is not counted; free() it. NULL with the reason. */
char *file_read_all(const char *path, size_t *size, Error *error);

/* The same of a text that people have written: without the byte order mark that some editors put at its beginning. */
char *file_read_text(const char *path, size_t *size, Error *error);

#endif
