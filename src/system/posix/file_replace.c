/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Writing a file as a whole. Apart from file.c, so that a test can let each of its steps fail.
 */
#define _GNU_SOURCE
#include "system/file.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Makes a file beside `path` under a name that nobody else has; the name, to be freed, or NULL. */
static char *open_beside(const char *path, File *file, Error *error)
{
    static atomic_uint counter;
    const size_t size = strlen(path) + 48;
    char *beside = malloc(size);
    if (beside == NULL) {
        error_set(error, ENOMEM, "cannot write '%s'", path);
        return NULL;
    }
    for (int attempt = 0; attempt < 100; attempt++) {
        snprintf(beside, size, "%s.new-%ld-%u", path, (long)getpid(), atomic_fetch_add(&counter, 1));
        if (file_open(file, beside, FILE_NEW, error))
            return beside;
        if (!file_exists(beside))
            break;
    }
    free(beside);
    return NULL;
}

bool file_replace(const char *path, const void *data, size_t size, Error *error)
{
    struct stat info;
    File file;
    char *target = realpath(path, NULL); /* through symbolic links, to what they name */
    if (target == NULL && (errno != ENOENT || (target = strdup(path)) == NULL))
        return error_set(error, errno, "cannot write '%s'", path);
    char *beside = open_beside(target, &file, error);
    bool ok = beside != NULL;
    if (ok) {
        if (stat(target, &info) == 0 && fchmod(file.descriptor, info.st_mode & 07777) != 0)
            ok = error_set(error, errno, "cannot write '%s'", path);
        ok = ok && file_write(&file, data, size, error) && file_sync(&file, error);
        ok = file_close(&file, ok ? error : NULL) && ok;
        ok = ok && file_rename(beside, target, error) && file_sync_directory(target, error);
        if (!ok)
            unlink(beside);
    }
    free(beside);
    free(target);
    return ok;
}
