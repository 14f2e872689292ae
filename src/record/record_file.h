/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A file of the exhibition's records: appended to under its name, and kept whole though the name may be taken from it
 * while the exhibition runs. Removed, it is made anew; replaced by another program's, that file is left alone and the
 * record goes on in a new one beside it, "NAME-2". One thread at a time.
 */
#ifndef CAROUSEL_RECORD_RECORD_FILE_H
#define CAROUSEL_RECORD_RECORD_FILE_H

#include "record/files.h"
#include "simul/settings.h"

enum { RECORD_PATH_SIZE = SIMUL_PATH_SIZE + 32 };

typedef struct RecordFile {
    void *file;                  /* NULL: there is none */
    char name[RECORD_PATH_SIZE]; /* as it was called first */
    char path[RECORD_PATH_SIZE]; /* where it stands now: its name, or a numbered one */
    bool made;                   /* it was not there before */
    bool private;                /* it holds what only its owner may read; and so does what takes its place */
} RecordFile;

typedef enum RecordKeeping {
    RECORD_KEPT,      /* all is as it was */
    RECORD_MADE_ANEW, /* under its own name */
    RECORD_ELSEWHERE, /* under the name that is in `path` now */
    RECORD_FAILED     /* `error` says why; to be tried again */
} RecordKeeping;

/* "club.pgn", "-2" → "club-2.pgn". False if it does not fit. */
bool record_name_beside(const char *path, const char *suffix, char name[RECORD_PATH_SIZE]);

/* The nth name for what has to make way: "club.pgn", "club-2.pgn", "club-3.pgn" … */
bool record_name_numbered(const char *path, int number, char name[RECORD_PATH_SIZE]);

/* Under the numbered name; 1: under its own. */
bool record_file_open(RecordFile *record, const SimulFiles *files, const char *name, int number, SimulFileMode mode,
                      char error[SIMUL_FILE_ERROR_SIZE]);

/* No file is fine. A last delayed write's error is not lost: sync before. */
void record_file_close(RecordFile *record, const SimulFiles *files);

/* Closes it and takes it away, if it is of our making and still stands under its name. */
void record_file_discard(RecordFile *record, const SimulFiles *files);

/* What stands under its name; no file: SIMUL_FILE_STREAM. */
SimulFilePlace record_file_place(const RecordFile *record, const SimulFiles *files);

/* What a lost file is filled with again: `length` bytes of it from `from` on (as far as there are so many), and `more`. */
typedef struct RecordContent {
    uint64_t from, length;
    const char *more;
    size_t more_length;
} RecordContent;

/* Looks whether it is lost, and makes it good. Synced when it returns with the file made. */
RecordKeeping record_file_keep(RecordFile *record, const SimulFiles *files, const RecordContent *content,
                               char error[SIMUL_FILE_ERROR_SIZE]);

#endif
