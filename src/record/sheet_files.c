/* SPDX-License-Identifier: GPL-3.0-only */
#include "record/sheet_files.h"

#include "record/journal_text.h"
#include "record/score_sheet.h"
#include "system/shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS_TRIED = 1000 };

static bool out_of_memory(char error[SIMUL_FILE_ERROR_SIZE])
{
    snprintf(error, SIMUL_FILE_ERROR_SIZE, "out of memory");
    return false;
}

void sheet_files_init(SheetFiles *sheets, const SimulFiles *files, const SimulSettings *settings)
{
    memset(sheets, 0, sizeof *sheets);
    sheets->files = files;
    sheets->writer = pgn_writer_begin();
    snprintf(sheets->journal, sizeof sheets->journal, "%s", path_base_name(settings->journal_path));
}

bool sheet_files_open(SheetFiles *sheets, const char *path, SimulFileMode mode, char error[SIMUL_FILE_ERROR_SIZE])
{
    return record_file_open(&sheets->at, sheets->files, path, 1, mode, error) &&
           sheets->files->size(sheets->files->context, sheets->at.file, &sheets->base, error);
}

/* ---- Games that have ended ---- */

size_t sheet_part_at_end(const char *file, size_t size, const char *text, size_t length)
{
    for (size_t part = length < size ? length : size; part > 0; part--)
        if ((part == size || file[size - part - 1] == '\n') && memcmp(file + size - part, text, part) == 0)
            return part;
    return 0;
}

/* The last bytes of the file, at most so many; to be freed. A stream has none to be seen. */
static char *read_end(SheetFiles *sheets, size_t most, size_t *size, char error[SIMUL_FILE_ERROR_SIZE])
{
    const SimulFiles *files = sheets->files;
    uint64_t whole;
    if (!files->size(files->context, sheets->at.file, &whole, error))
        return NULL;
    return files->read(files->context, sheets->at.file, whole > most ? whole - most : 0, size, error);
}

/* Whether the file ends within a line, which then is not ours to go on in. */
static bool ends_within_line(SheetFiles *sheets, bool *within, char error[SIMUL_FILE_ERROR_SIZE])
{
    size_t size = 0;
    char *end = read_end(sheets, 1, &size, error);
    if (end == NULL)
        return false;
    *within = size > 0 && end[size - 1] != '\n';
    free(end);
    return true;
}

/* How much of the sheet was written before it broke off. Others may have appended since. */
static bool find_torn(SheetFiles *sheets, const char *text, size_t length, size_t *done, char error[SIMUL_FILE_ERROR_SIZE])
{
    size_t size = 0;
    char *end = read_end(sheets, length + 1, &size, error);
    if (end == NULL)
        return false;
    *done = sheet_part_at_end(end, size, text, length);
    free(end);
    return true;
}

bool sheet_files_append(SheetFiles *sheets, const char *text, size_t length, size_t done, char error[SIMUL_FILE_ERROR_SIZE])
{
    const SimulFiles *files = sheets->files;
    bool within = false;
    if (record_file_place(&sheets->at, files) != SIMUL_FILE_STREAM) {
        if ((sheets->torn && !find_torn(sheets, text, length, &done, error)) || (done == 0 && !ends_within_line(sheets, &within, error)))
            return false;
    }
    sheets->torn = true;
    if (within && !files->write(files->context, sheets->at.file, "\n\n", 2, error))
        return false;
    if (!files->write(files->context, sheets->at.file, text + done, length - done, error))
        return false;
    sheets->torn = false;
    return true;
}

/* The sheet, in the writer's text. */
static bool write_sheet(SheetFiles *sheets, const SimulCore *core, const SimulAction *action, bool *ended)
{
    SimulBoardView view;
    simul_core_sheet_view(core, action, &view);
    *ended = view.state == SIMUL_BOARD_ENDED;
    pgn_writer_clear(&sheets->writer);
    score_sheet_write_core(&sheets->writer, core, &view, *ended || sheets->journal[0] == '\0' ? NULL : sheets->journal);
    return pgn_writer_ok(&sheets->writer);
}

/* Keeps a sheet of a game that stands. */
static bool keep_standing(SheetFiles *sheets)
{
    journal_reserve(&sheets->standing, sheets->writer.length);
    if (sheets->standing.failed) {
        sheets->standing.failed = false;
        return false;
    }
    journal_put(&sheets->standing, sheets->writer.text, sheets->writer.length);
    return true;
}

bool sheet_files_take(SheetFiles *sheets, const SimulCore *core, const SimulAction *action, char error[SIMUL_FILE_ERROR_SIZE])
{
    bool ended;
    if (sheets->at.file == NULL)
        return true;
    if (!write_sheet(sheets, core, action, &ended) || (!ended && !keep_standing(sheets)))
        return out_of_memory(error);
    return !ended || sheet_files_append(sheets, sheets->writer.text, sheets->writer.length, 0, error);
}

/* ---- Games that stand ---- */

/* Whether the file of this name is ours: its games go on from our journal. */
static bool is_ours(SheetFiles *sheets, const char *path)
{
    if (strcmp(path, sheets->unfinished) == 0)
        return true;
    if (sheets->journal[0] == '\0')
        return false;
    char ignored[SIMUL_FILE_ERROR_SIZE];
    size_t size = 0;
    char *text = sheets->files->read_all(sheets->files->context, path, &size, ignored);
    if (text == NULL)
        return false;
    pgn_writer_clear(&sheets->writer);
    pgn_write_tag(&sheets->writer, "Journal", sheets->journal);
    const bool ours = pgn_writer_ok(&sheets->writer) && strstr(text, sheets->writer.text) != NULL;
    free(text);
    return ours;
}

/* The name of our file of unfinished games: the first one that is ours or free. `*there`: it exists. */
static bool find_unfinished(SheetFiles *sheets, char name[RECORD_PATH_SIZE], bool *there, char error[SIMUL_FILE_ERROR_SIZE])
{
    char first[RECORD_PATH_SIZE];
    bool fits = record_name_beside(sheets->at.name, "-unfinished", first);
    for (int number = 1; fits && number < NUMBERS_TRIED; number++) {
        fits = record_name_numbered(first, number, name);
        *there = fits && simul_file_exists(sheets->files, name);
        if (fits && (!*there || is_ours(sheets, name)))
            return true;
    }
    snprintf(error, SIMUL_FILE_ERROR_SIZE, "no name for the unfinished games is left beside '%.180s'", sheets->at.name);
    return false;
}

bool sheet_files_stop(SheetFiles *sheets, char error[SIMUL_FILE_ERROR_SIZE])
{
    const SimulFiles *files = sheets->files;
    char name[RECORD_PATH_SIZE];
    bool there;
    if (sheets->at.file == NULL)
        return true;
    if (record_file_place(&sheets->at, files) == SIMUL_FILE_STREAM) {
        /* Nothing stands beside a pipe or a device. */
        if (sheets->standing.length > 0 && !sheet_files_append(sheets, sheets->standing.text, sheets->standing.length, 0, error))
            return false;
        sheets->standing.length = 0;
        return files->sync(files->context, sheets->at.file, error);
    }
    if (!files->sync(files->context, sheets->at.file, error) || !find_unfinished(sheets, name, &there, error))
        return false;
    if (sheets->standing.length == 0) {
        sheets->unfinished[0] = '\0';
        return !there || files->remove(files->context, name, error);
    }
    if (!files->replace(files->context, name, sheets->standing.text, sheets->standing.length, error))
        return false;
    snprintf(sheets->unfinished, sizeof sheets->unfinished, "%s", name);
    return true;
}

void sheet_files_go_on(SheetFiles *sheets)
{
    sheets->standing.length = 0;
}

RecordKeeping sheet_files_keep(SheetFiles *sheets, char error[SIMUL_FILE_ERROR_SIZE])
{
    const bool gone = record_file_place(&sheets->at, sheets->files) == SIMUL_FILE_GONE;
    const RecordContent content = {.from = gone ? 0 : sheets->base, .length = UINT64_MAX};
    const RecordKeeping keeping = record_file_keep(&sheets->at, sheets->files, &content, error);
    if (keeping == RECORD_ELSEWHERE && !gone)
        sheets->base = 0;
    return keeping;
}

void sheet_files_close(SheetFiles *sheets, bool discard)
{
    char ignored[SIMUL_FILE_ERROR_SIZE];
    const SimulFiles *files = sheets->files;
    uint64_t size = 1;
    if (sheets->at.file != NULL && sheets->journal[0] == '\0' && sheets->standing.length > 0 &&
        sheet_files_append(sheets, sheets->standing.text, sheets->standing.length, 0, ignored) &&
        files->sync(files->context, sheets->at.file, ignored) && sheets->unfinished[0] != '\0')
        files->remove(files->context, sheets->unfinished, ignored);
    if (discard && sheets->at.file != NULL && files->size(files->context, sheets->at.file, &size, ignored) && size == 0)
        record_file_discard(&sheets->at, files);
    record_file_close(&sheets->at, files);
    journal_text_destroy(&sheets->standing);
    pgn_writer_destroy(&sheets->writer);
}

/* ---- A saved exhibition ---- */

void told_sheets_destroy(ToldSheets *told)
{
    journal_text_destroy(&told->text);
    free(told->ends);
    memset(told, 0, sizeof *told);
}

bool sheet_files_tell(SheetFiles *sheets, ToldSheets *told, const SimulCore *core, const SimulAction *action)
{
    bool ended;
    if (!write_sheet(sheets, core, action, &ended))
        return false;
    if (!ended)
        return keep_standing(sheets);
    if (told->count == told->capacity) {
        const size_t capacity = told->capacity == 0 ? 64 : 2 * told->capacity;
        size_t *grown = realloc(told->ends, capacity * sizeof *grown);
        if (grown == NULL)
            return false;
        told->ends = grown;
        told->capacity = capacity;
    }
    journal_put(&told->text, sheets->writer.text, sheets->writer.length);
    told->ends[told->count++] = told->text.length;
    return !told->text.failed;
}
