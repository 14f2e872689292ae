/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The journal on its file: lines appended, synced, and written again when the disk may not have them.
 *
 * Every function may fail, with the reason in `error`, and be called again until it succeeds. One thread at a time.
 */
#ifndef CAROUSEL_RECORD_JOURNAL_FILE_H
#define CAROUSEL_RECORD_JOURNAL_FILE_H

#include "record/journal.h"
#include "record/record_file.h"

/* `unsynced` are the whole lines after `synced` bytes, so that everything that the disk may not have can be written again. */
typedef struct JournalFile {
    const SimulFiles *files;
    RecordFile at; /* no file: there is no journal, and everything succeeds */
    JournalState state;
    uint64_t synced;
    JournalText unsynced;
    JournalText line;
} JournalFile;

/* A new one with its first record; the file must not exist yet. */
bool journal_file_create(JournalFile *journal, const JournalHeader *header, char error[SIMUL_FILE_ERROR_SIZE]);

/* Opens a saved one, locked, and reads it: a text to be freed, or NULL. `name`: as it was given; where another program
 * has taken that name, the file in which the record went on is found beside it. */
char *journal_file_open(JournalFile *journal, const char *name, size_t *size, char error[SIMUL_FILE_ERROR_SIZE]);

/* It goes on after what `reader` has read: the rest is cut off. */
bool journal_file_go_on(JournalFile *journal, const JournalReader *reader, char error[SIMUL_FILE_ERROR_SIZE]);

/* Writes the event's line. False, with nothing changed but a torn end in the file, and the reason. */
bool journal_file_write(JournalFile *journal, const SimulEvent *event, char error[SIMUL_FILE_ERROR_SIZE]);
bool journal_file_sync(JournalFile *journal, char error[SIMUL_FILE_ERROR_SIZE]);

/* Cuts back to what is surely there and writes the rest again. */
bool journal_file_repair(JournalFile *journal, char error[SIMUL_FILE_ERROR_SIZE]);

/* A file that has been lost is kept. It then stands under `at.path`. */
RecordKeeping journal_file_keep(JournalFile *journal, char error[SIMUL_FILE_ERROR_SIZE]);

/* `discard`: a new one that nothing has happened in is taken away. */
void journal_file_close(JournalFile *journal, bool discard);

#endif
