/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The twin of posix/file_replace.c.
 */
#include "system/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool file_replace(const char *path, const void *data, size_t size, Error *error)
{
    const size_t length = strlen(path);
    char *beside = malloc(length + sizeof ".new");
    if (beside == NULL)
        return error_set(error, ENOMEM, "cannot write '%s'", path);
    memcpy(beside, path, length);
    memcpy(beside + length, ".new", sizeof ".new");
    file_remove(beside, NULL); /* left by a run that was cut short */
    File file;
    bool ok = file_open(&file, beside, FILE_NEW, error);
    if (ok) {
        ok = file_write(&file, data, size, error) && file_sync(&file, error);
        ok = file_close(&file, ok ? error : NULL) && ok;
        ok = ok && file_rename(beside, path, error) && file_sync_directory(path, error);
        if (!ok)
            file_remove(beside, NULL);
    }
    free(beside);
    return ok;
}
