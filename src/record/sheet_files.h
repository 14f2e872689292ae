/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The score sheets on their files. A game is appended to the PGN file once, when it has ended, and nothing in that file is
 * ever cut or replaced: others append to it as well. Games that stand when the exhibition is stopped are in a file of their
 * own beside it, "NAME-unfinished.pgn", written as a whole at each stop and gone once they have ended.
 *
 * Every function may fail, with the reason in `error`, and be called again until it succeeds. One thread at a time.
 */
#ifndef CAROUSEL_RECORD_SHEET_FILES_H
#define CAROUSEL_RECORD_SHEET_FILES_H

#include "chess/pgn_writer.h"
#include "record/journal.h"
#include "record/record_file.h"

typedef struct SheetFiles {
    const SimulFiles *files;
    RecordFile at; /* no file: no score sheets are kept, and everything succeeds */
    uint64_t base; /* bytes that were there before our first game */
    bool torn;     /* the last sheet broke off while it was being written */
    PgnWriter writer;
    JournalText standing;              /* the sheets of the games that stand */
    char journal[SIMUL_PATH_SIZE];     /* what those go on from; "": from memory only */
    char unfinished[RECORD_PATH_SIZE]; /* the file they are in; "": none */
} SheetFiles;

void sheet_files_init(SheetFiles *sheets, const SimulFiles *files, const SimulSettings *settings);

/* Of a new exhibition. */
bool sheet_files_open(SheetFiles *sheets, const char *path, SimulFileMode mode, char error[SIMUL_FILE_ERROR_SIZE]);

/* The game that a DO_SHEET is about: appended if it has ended, else kept for sheet_files_stop(). */
bool sheet_files_take(SheetFiles *sheets, const SimulCore *core, const SimulAction *action, char error[SIMUL_FILE_ERROR_SIZE]);

/* The exhibition has ended or stopped: what was appended is synced, what stands is in its file. */
bool sheet_files_stop(SheetFiles *sheets, char error[SIMUL_FILE_ERROR_SIZE]);

/* It goes on. */
void sheet_files_go_on(SheetFiles *sheets);

/* A file that has been lost is kept. It then stands under `at.path`. */
RecordKeeping sheet_files_keep(SheetFiles *sheets, char error[SIMUL_FILE_ERROR_SIZE]);

/* The end. Games that stand and could go on from memory only are appended as they are; if that fails they stay in their
 * file. `discard`: an empty file of our making is taken away. */
void sheet_files_close(SheetFiles *sheets, bool discard);

/* ---- A saved exhibition ---- */

/* The sheets of the games that have ended in it, in order, as its journal tells them. */
typedef struct ToldSheets {
    JournalText text;
    size_t *ends; /* of each in `text` */
    size_t count, capacity;
} ToldSheets;

void told_sheets_destroy(ToldSheets *told);

/* The game that a DO_SHEET is about, told but written nowhere yet. False if memory ran out. */
bool sheet_files_tell(SheetFiles *sheets, ToldSheets *told, const SimulCore *core, const SimulAction *action);

/* What of the told games is on file. */
typedef struct SheetPlan {
    int number;  /* of the file's name (record_file.h) */
    bool *found; /* owned; by the told sheet */
    size_t torn; /* how much of the first one missing stands at the file's end */
} SheetPlan;

/* Reads and compares; no file is touched. */
bool sheet_files_plan(SheetFiles *sheets, const char *path, const ToldSheets *told, SheetPlan *plan, char error[SIMUL_FILE_ERROR_SIZE]);

/* Opens the file and appends what is missing in it. */
bool sheet_files_complete(SheetFiles *sheets, const char *path, const ToldSheets *told, const SheetPlan *plan,
                          char error[SIMUL_FILE_ERROR_SIZE]);

/* ---- For both ---- */

/* How much of `text` stands at the end of the file, from the beginning of a line on. */
size_t sheet_part_at_end(const char *file, size_t size, const char *text, size_t length);

/* Appends a sheet of which `done` bytes are there already. */
bool sheet_files_append(SheetFiles *sheets, const char *text, size_t length, size_t done, char error[SIMUL_FILE_ERROR_SIZE]);

#endif
