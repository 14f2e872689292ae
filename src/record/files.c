/* SPDX-License-Identifier: GPL-3.0-only */
#include "record/files.h"

#include "system/file.h"

#include <stdio.h>
#include <stdlib.h>

static bool report(bool ok, const Error *error, char text[SIMUL_FILE_ERROR_SIZE])
{
    if (!ok)
        snprintf(text, SIMUL_FILE_ERROR_SIZE, "%s", error->message);
    return ok;
}

static bool open_file(void *context, const char *path, SimulFileMode mode, void **file, char error[SIMUL_FILE_ERROR_SIZE])
{
    (void)context;
    static const FileMode modes[] = {[SIMUL_FILE_NEW] = FILE_NEW,
                                     [SIMUL_FILE_NEW_PRIVATE] = FILE_NEW_PRIVATE,
                                     [SIMUL_FILE_APPEND] = FILE_APPEND,
                                     [SIMUL_FILE_CHANGE] = FILE_CHANGE};
    Error reason;
    File *made = malloc(sizeof *made);
    if (made == NULL) {
        snprintf(error, SIMUL_FILE_ERROR_SIZE, "out of memory");
        return false;
    }
    *made = FILE_CLOSED;
    const bool fresh = mode != SIMUL_FILE_CHANGE && !file_exists(path);
    bool ok = file_open(made, path, modes[mode], &reason);
    if (ok && mode == SIMUL_FILE_APPEND)
        file_share(made);
    if (ok)
        ok = (mode == SIMUL_FILE_APPEND || file_lock(made, &reason)) && (!fresh || file_sync_directory(path, &reason));
    if (!ok) {
        file_close(made, NULL);
        free(made);
        return report(false, &reason, error);
    }
    *file = made;
    return true;
}

static bool write_file(void *context, void *file, const void *data, size_t size, char error[SIMUL_FILE_ERROR_SIZE])
{
    (void)context;
    Error reason;
    return report(file_write(file, data, size, &reason), &reason, error);
}

static bool sync_file(void *context, void *file, char error[SIMUL_FILE_ERROR_SIZE])
{
    (void)context;
    Error reason;
    return report(file_sync(file, &reason), &reason, error);
}

static bool truncate_file(void *context, void *file, uint64_t size, char error[SIMUL_FILE_ERROR_SIZE])
{
    (void)context;
    Error reason;
    return report(file_truncate(file, size, &reason), &reason, error);
}

static bool size_of_file(void *context, void *file, uint64_t *size, char error[SIMUL_FILE_ERROR_SIZE])
{
    (void)context;
    Error reason;
    return report(file_size(file, size, &reason), &reason, error);
}

static SimulFilePlace place_of_file(void *context, void *file)
{
    (void)context;
    if (!file_is_regular(file))
        return SIMUL_FILE_STREAM;
    switch (file_place(file)) {
    case FILE_GONE: return SIMUL_FILE_GONE;
    case FILE_REPLACED: return SIMUL_FILE_REPLACED;
    case FILE_THERE: break;
    }
    return SIMUL_FILE_THERE;
}

static bool is_unshared_file(void *context, void *file)
{
    (void)context;
    return file_is_unshared(file);
}

static bool close_file(void *context, void *file, char error[SIMUL_FILE_ERROR_SIZE])
{
    (void)context;
    Error reason;
    const bool ok = report(file_close(file, &reason), &reason, error);
    free(file);
    return ok;
}

static char *read_file(void *context, void *file, uint64_t from, size_t *size, char error[SIMUL_FILE_ERROR_SIZE])
{
    (void)context;
    Error reason;
    char *text = file_read(file, from, size, &reason);
    report(text != NULL, &reason, error);
    return text;
}

static char *read_all(void *context, const char *path, size_t *size, char error[SIMUL_FILE_ERROR_SIZE])
{
    (void)context;
    Error reason;
    char *text = file_read_all(path, size, &reason);
    report(text != NULL, &reason, error);
    return text;
}

static bool replace_file(void *context, const char *path, const void *data, size_t size, char error[SIMUL_FILE_ERROR_SIZE])
{
    (void)context;
    Error reason;
    return report(file_replace(path, data, size, &reason), &reason, error);
}

static bool remove_file(void *context, const char *path, char error[SIMUL_FILE_ERROR_SIZE])
{
    (void)context;
    Error reason;
    return report(file_remove(path, &reason), &reason, error);
}

static SimulFilePlace look(void *context, const char *path)
{
    (void)context;
    return !file_exists(path) ? SIMUL_FILE_GONE : file_is_stream(path) ? SIMUL_FILE_STREAM : SIMUL_FILE_THERE;
}

SimulFiles simul_files_system(void)
{
    return (SimulFiles){.context = NULL,
                        .open = open_file,
                        .write = write_file,
                        .sync = sync_file,
                        .truncate = truncate_file,
                        .size = size_of_file,
                        .place = place_of_file,
                        .is_unshared = is_unshared_file,
                        .close = close_file,
                        .read = read_file,
                        .read_all = read_all,
                        .replace = replace_file,
                        .remove = remove_file,
                        .look = look};
}
