/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Files as the exhibition's records need them: a table of functions, the real ones in src/system, others in tests, where
 * every operation can be made to fail.
 *
 * Every function returns false and a sentence in `error` when it fails. A file is a pointer of the implementation's.
 */
#ifndef CAROUSEL_RECORD_FILES_H
#define CAROUSEL_RECORD_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SIMUL_FILE_ERROR_SIZE = 320 };

typedef enum SimulFileMode {
    SIMUL_FILE_NEW,         /* must not exist yet; locked */
    SIMUL_FILE_NEW_PRIVATE, /* the same, and nobody but its owner may read it */
    SIMUL_FILE_APPEND,      /* made if missing */
    SIMUL_FILE_CHANGE       /* must exist and be writable; locked against other processes */
} SimulFileMode;

/* What stands under a name. */
typedef enum SimulFilePlace {
    SIMUL_FILE_THERE,    /* a file; for an open one: that file */
    SIMUL_FILE_GONE,     /* nothing */
    SIMUL_FILE_REPLACED, /* another file than the open one */
    SIMUL_FILE_STREAM    /* a pipe or a device: never lost, never read again */
} SimulFilePlace;

typedef struct SimulFiles {
    void *context;
    bool (*open)(void *context, const char *path, SimulFileMode mode, void **file, char error[SIMUL_FILE_ERROR_SIZE]);
    bool (*write)(void *context, void *file, const void *data, size_t size, char error[SIMUL_FILE_ERROR_SIZE]); /* appends */
    bool (*sync)(void *context, void *file, char error[SIMUL_FILE_ERROR_SIZE]);
    bool (*truncate)(void *context, void *file, uint64_t size, char error[SIMUL_FILE_ERROR_SIZE]);
    bool (*size)(void *context, void *file, uint64_t *size, char error[SIMUL_FILE_ERROR_SIZE]);
    SimulFilePlace (*place)(void *context, void *file);
    bool (*is_unshared)(void *context, void *file); /* no other process has it open for appending; none will show that it has then */
    bool (*close)(void *context, void *file, char error[SIMUL_FILE_ERROR_SIZE]);
    /* An open file from a byte on, whatever stands under its name, and the whole of a file by its name. To be freed with
     * free(); NULL if it fails. */
    char *(*read)(void *context, void *file, uint64_t from, size_t *size, char error[SIMUL_FILE_ERROR_SIZE]);
    char *(*read_all)(void *context, const char *path, size_t *size, char error[SIMUL_FILE_ERROR_SIZE]);
    /* Writes a whole file beside `path`, syncs it and renames it over it. */
    bool (*replace)(void *context, const char *path, const void *data, size_t size, char error[SIMUL_FILE_ERROR_SIZE]);
    bool (*remove)(void *context, const char *path, char error[SIMUL_FILE_ERROR_SIZE]);
    SimulFilePlace (*look)(void *context, const char *path);
} SimulFiles;

static inline bool simul_file_exists(const SimulFiles *files, const char *path)
{
    return files->look(files->context, path) != SIMUL_FILE_GONE;
}

/* The real ones. */
SimulFiles simul_files_system(void);

#endif
