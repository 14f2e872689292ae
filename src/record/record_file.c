/* SPDX-License-Identifier: GPL-3.0-only */
#include "record/record_file.h"
#include "system/shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_TRIED = 1000 };

bool record_name_beside(const char *path, const char *suffix, char name[RECORD_PATH_SIZE])
{
    const char *base = path_base_name(path), *dot = strrchr(base, '.');
    const size_t length = dot == NULL || dot == base ? strlen(path) : (size_t)(dot - path);
    const int written = snprintf(name, RECORD_PATH_SIZE, "%.*s%s%s", (int)length, path, suffix, path + length);
    return written > 0 && written < RECORD_PATH_SIZE;
}

bool record_name_numbered(const char *path, int number, char name[RECORD_PATH_SIZE])
{
    char suffix[16] = "";
    if (number > 1)
        snprintf(suffix, sizeof suffix, "-%d", number);
    return record_name_beside(path, suffix, name);
}

bool record_file_open(RecordFile *record, const SimulFiles *files, const char *name, int number, SimulFileMode mode,
                      char error[SIMUL_FILE_ERROR_SIZE])
{
    if (!record_name_numbered(name, 1, record->name) || !record_name_numbered(name, number, record->path)) {
        snprintf(error, SIMUL_FILE_ERROR_SIZE, "cannot open '%.200s…': the name is too long", name);
        return false;
    }
    record->made = mode == SIMUL_FILE_NEW || mode == SIMUL_FILE_NEW_PRIVATE ||
                   (mode == SIMUL_FILE_APPEND && !simul_file_exists(files, record->path));
    /* What was there already may hold anything. */
    record->private = mode == SIMUL_FILE_NEW_PRIVATE || mode == SIMUL_FILE_CHANGE;
    return files->open(files->context, record->path, mode, &record->file, error);
}

void record_file_close(RecordFile *record, const SimulFiles *files)
{
    char ignored[SIMUL_FILE_ERROR_SIZE];
    if (record->file != NULL)
        files->close(files->context, record->file, ignored);
    record->file = NULL;
}

void record_file_discard(RecordFile *record, const SimulFiles *files)
{
    char ignored[SIMUL_FILE_ERROR_SIZE];
    if (record->file != NULL && record->made && files->place(files->context, record->file) == SIMUL_FILE_THERE &&
        files->is_unshared(files->context, record->file))
        files->remove(files->context, record->path, ignored);
    record_file_close(record, files);
}

SimulFilePlace record_file_place(const RecordFile *record, const SimulFiles *files)
{
    return record->file == NULL ? SIMUL_FILE_STREAM : files->place(files->context, record->file);
}

/* A new file of this name with the content. False, and no such file, if it fails. */
static bool fill(RecordFile *record, const SimulFiles *files, const char *old, size_t old_length, const RecordContent *content,
                 char error[SIMUL_FILE_ERROR_SIZE])
{
    const bool ok = (old_length == 0 || files->write(files->context, record->file, old, old_length, error)) &&
                    (content->more_length == 0 || files->write(files->context, record->file, content->more, content->more_length, error)) &&
                    files->sync(files->context, record->file, error);
    if (!ok)
        record_file_discard(record, files);
    return ok;
}

/* The first name that is free: its own if it is, else a numbered one. */
static bool open_new(RecordFile *record, const char *name, bool private, const SimulFiles *files, char error[SIMUL_FILE_ERROR_SIZE])
{
    for (int number = 1; number < NAMES_TRIED; number++) {
        if (record_file_open(record, files, name, number, private ? SIMUL_FILE_NEW_PRIVATE : SIMUL_FILE_NEW, error))
            return true;
        if (!simul_file_exists(files, record->path))
            return false;
    }
    return false;
}

RecordKeeping record_file_keep(RecordFile *record, const SimulFiles *files, const RecordContent *content, char error[SIMUL_FILE_ERROR_SIZE])
{
    const SimulFilePlace place = record_file_place(record, files);
    if (place != SIMUL_FILE_GONE && place != SIMUL_FILE_REPLACED)
        return RECORD_KEPT;
    size_t size = 0;
    char *old = files->read(files->context, record->file, content->from, &size, error);
    if (old == NULL)
        return RECORD_FAILED;
    if (size > content->length)
        size = (size_t)content->length;
    RecordFile made = {0};
    const bool ok = open_new(&made, record->name, record->private, files, error) && fill(&made, files, old, size, content, error);
    free(old);
    if (!ok)
        return RECORD_FAILED;
    const bool same = strcmp(made.path, record->path) == 0;
    record_file_close(record, files);
    *record = made;
    return same ? RECORD_MADE_ANEW : RECORD_ELSEWHERE;
}
