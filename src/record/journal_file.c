/* SPDX-License-Identifier: GPL-3.0-only */
#include "record/journal_file.h"

#include "record/journal_text.h"
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

/* Everything written is on the disk. */
static void note_synced(JournalFile *journal)
{
    journal->synced += journal->unsynced.length;
    journal->unsynced.length = 0;
}

bool journal_file_create(JournalFile *journal, const JournalHeader *header, char error[SIMUL_FILE_ERROR_SIZE])
{
    const char *path = header->settings.journal_path;
    const SimulFiles *files = journal->files;
    journal_write_header(&journal->unsynced, &journal->state, header);
    if (journal->unsynced.failed)
        return out_of_memory(error);
    if (simul_file_exists(files, path)) {
        snprintf(error, SIMUL_FILE_ERROR_SIZE, "the journal '%.160s' exists already: resume it, or choose another name", path);
        return false;
    }
    const SimulFileMode mode = header->settings.organizer_key[0] != '\0' ? SIMUL_FILE_NEW_PRIVATE : SIMUL_FILE_NEW; /* pages' keys */
    return record_file_open(&journal->at, files, path, 1, mode, error) &&
           files->write(files->context, journal->at.file, journal->unsynced.text, journal->unsynced.length, error) &&
           journal_file_sync(journal, error);
}

/* ---- A saved one ---- */

/* Which exhibition a journal is of: its identity, and the name it was begun under. */
typedef struct Origin {
    bool known;
    uint64_t identity;
    char name[SIMUL_PATH_SIZE];
} Origin;

static Origin origin_of(const char *text, size_t size)
{
    JournalReader reader = journal_reader_open(text, size);
    JournalHeader header;
    Origin origin = {0};
    char ignored[SIMUL_ERROR_SIZE];
    if (journal_read_header(&reader, &header, ignored) == JOURNAL_LINE) {
        origin = (Origin){.known = true, .identity = header.identity};
        snprintf(origin.name, sizeof origin.name, "%s", path_base_name(header.settings.journal_path));
        journal_header_destroy(&header);
    }
    return origin;
}

/* Whether the journal under a numbered name is what the one called `name` went on in: the same exhibition, or, where that
 * one is no journal any more, one that was begun under its name. */
static bool goes_on_from(const Origin *origin, const Origin *first, const char *name)
{
    return origin->known && (first->known ? origin->identity == first->identity : strcmp(origin->name, path_base_name(name)) == 0);
}

/* The number of the name under which the journal is to be found. */
static int find_number(const SimulFiles *files, const char *name)
{
    char path[RECORD_PATH_SIZE], ignored[SIMUL_FILE_ERROR_SIZE];
    Origin first = {0};
    int found = 1;
    for (int number = 1; number < NUMBERS_TRIED && record_name_numbered(name, number, path); number++) {
        size_t size = 0;
        if (number > 1 && !simul_file_exists(files, path))
            break;
        char *text = files->read_all(files->context, path, &size, ignored);
        if (text == NULL)
            continue;
        const Origin origin = origin_of(text, size);
        free(text);
        if (number == 1)
            first = origin;
        else if (goes_on_from(&origin, &first, name))
            found = number;
    }
    return found;
}

char *journal_file_open(JournalFile *journal, const char *name, size_t *size, char error[SIMUL_FILE_ERROR_SIZE])
{
    const SimulFiles *files = journal->files;
    if (!record_file_open(&journal->at, files, name, find_number(files, name), SIMUL_FILE_CHANGE, error))
        return NULL;
    return files->read(files->context, journal->at.file, 0, size, error);
}

bool journal_file_go_on(JournalFile *journal, const JournalReader *reader, char error[SIMUL_FILE_ERROR_SIZE])
{
    const SimulFiles *files = journal->files;
    journal->state = reader->state;
    journal->synced = reader->at;
    return reader->at == reader->length ||
           (files->truncate(files->context, journal->at.file, reader->at, error) && files->sync(files->context, journal->at.file, error));
}

/* ---- Writing ---- */

bool journal_file_write(JournalFile *journal, const SimulEvent *event, char error[SIMUL_FILE_ERROR_SIZE])
{
    if (journal->at.file == NULL)
        return true;
    JournalState state = journal->state;
    journal->line.length = 0;
    journal_write_event(&journal->line, &state, event);
    journal_reserve(&journal->unsynced, journal->line.length);
    if (journal->line.failed || journal->unsynced.failed) {
        journal->line.failed = journal->unsynced.failed = false; /* what they held they hold still */
        return out_of_memory(error);
    }
    if (!journal->files->write(journal->files->context, journal->at.file, journal->line.text, journal->line.length, error))
        return false;
    journal_put(&journal->unsynced, journal->line.text, journal->line.length);
    journal->state = state;
    return true;
}

bool journal_file_sync(JournalFile *journal, char error[SIMUL_FILE_ERROR_SIZE])
{
    if (journal->at.file == NULL || journal->unsynced.length == 0)
        return true;
    if (!journal->files->sync(journal->files->context, journal->at.file, error))
        return false;
    note_synced(journal);
    return true;
}

RecordKeeping journal_file_keep(JournalFile *journal, char error[SIMUL_FILE_ERROR_SIZE])
{
    const RecordContent content = {.length = journal->synced, .more = journal->unsynced.text, .more_length = journal->unsynced.length};
    const RecordKeeping keeping = record_file_keep(&journal->at, journal->files, &content, error);
    if (keeping == RECORD_MADE_ANEW || keeping == RECORD_ELSEWHERE)
        note_synced(journal);
    return keeping;
}

bool journal_file_repair(JournalFile *journal, char error[SIMUL_FILE_ERROR_SIZE])
{
    const SimulFiles *files = journal->files;
    void *file = journal->at.file;
    if (file == NULL)
        return true;
    /* After a failed sync the system may have dropped what it could not write: written again, it is new. */
    if (!files->truncate(files->context, file, journal->synced, error) ||
        (journal->unsynced.length > 0 && !files->write(files->context, file, journal->unsynced.text, journal->unsynced.length, error)) ||
        !files->sync(files->context, file, error))
        return false;
    note_synced(journal);
    return true;
}

void journal_file_close(JournalFile *journal, bool discard)
{
    char ignored[SIMUL_FILE_ERROR_SIZE];
    journal_file_sync(journal, ignored);
    if (discard)
        record_file_discard(&journal->at, journal->files);
    record_file_close(&journal->at, journal->files);
    journal_text_destroy(&journal->unsynced);
    journal_text_destroy(&journal->line);
}
