/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A session made anew, or again from its journal.
 */
#include "record/edition.h"
#include "record/session_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SimulSession *make(const SimulSettings *settings, const SimulBoardSetup *boards, int count, const SimulFiles *files,
                          WinnableMemory *memory, char error[SIMUL_ERROR_SIZE])
{
    SimulSession *session = calloc(1, sizeof *session);
    if (session == NULL) {
        snprintf(error, SIMUL_ERROR_SIZE, "out of memory");
        return NULL;
    }
    session->files = *files;
    session->journal.files = &session->files;
    sheet_files_init(&session->sheets, &session->files, settings);
    session->core = simul_core_create(settings, boards, count, memory, error);
    if (session->core == NULL) {
        session_destroy(session);
        return NULL;
    }
    return session;
}

static bool fail(char error[SIMUL_ERROR_SIZE], const char *reason)
{
    snprintf(error, SIMUL_ERROR_SIZE, "%.*s", SIMUL_ERROR_SIZE - 1, reason);
    return false;
}

/* ---- A new exhibition ---- */

SimulSession *session_create(const SimulSettings *settings, const SimulBoardSetup *boards, int count, uint64_t identity,
                             const SimulFiles *files, WinnableMemory *memory, char error[SIMUL_ERROR_SIZE])
{
    SimulSession *session = make(settings, boards, count, files, memory, error);
    if (session == NULL)
        return NULL;
    JournalHeader header = {.settings = *settings,
                            .boards = (SimulBoardSetup *)(uintptr_t)boards, /* only read */
                            .count = count,
                            .edition = edition_today(),
                            .identity = identity};
    char reason[SIMUL_FILE_ERROR_SIZE];
    session->fresh = true;
    const SimulFileMode mode = settings->pgn_made_up ? SIMUL_FILE_NEW : SIMUL_FILE_APPEND;
    bool ok = settings->pgn_path[0] == '\0' || sheet_files_open(&session->sheets, settings->pgn_path, mode, reason);
    header.pgn_base = session->sheets.base;
    ok = ok && (settings->journal_path[0] == '\0' || journal_file_create(&session->journal, &header, reason));
    if (ok)
        return session;
    fail(error, reason);
    session_leave(session);
    return NULL;
}

/* ---- A saved one ---- */

static bool tell_sheets(SimulSession *session, ToldSheets *told, const SimulAction *actions, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (actions[i].kind == SIMUL_DO_SHEET && !sheet_files_tell(&session->sheets, told, session->core, &actions[i]))
            return false;
    return true;
}

/* Does again what the journal says, without its actions. */
static bool replay(SimulSession *session, JournalReader *reader, ToldSheets *told, char notice[SIMUL_ERROR_SIZE],
                   char error[SIMUL_ERROR_SIZE])
{
    JournalEvent journal = {0};
    JournalResult result;
    const bool sheets = simul_core_settings(session->core)->pgn_path[0] != '\0';
    while ((result = journal_read_event(reader, &journal, error)) == JOURNAL_LINE) {
        size_t count;
        if (journal.event.kind == SIMUL_EVENT_REOPEN) {
            sheet_files_go_on(&session->sheets);
            if (journal.event.has_pgn_base)
                session->sheets.base = journal.event.pgn_base;
        }
        session->time_ns = journal.event.time_ns;
        const SimulAction *actions = simul_core_handle(session->core, &journal.event, &count);
        if (actions == NULL || (sheets && !tell_sheets(session, told, actions, count))) {
            snprintf(error, SIMUL_ERROR_SIZE, "out of memory");
            result = JOURNAL_WRONG;
            break;
        }
    }
    journal_event_destroy(&journal);
    if (result == JOURNAL_TORN)
        snprintf(notice, SIMUL_ERROR_SIZE, "the journal's last %llu bytes were an unfinished record and have been cut off",
                 (unsigned long long)(reader->length - reader->at));
    return result != JOURNAL_WRONG;
}

/* Everything has been read and is in order: now the files are touched. */
static bool go_on(SimulSession *session, const JournalReader *reader, const ToldSheets *told, char error[SIMUL_ERROR_SIZE])
{
    char reason[SIMUL_FILE_ERROR_SIZE];
    const char *path = simul_core_settings(session->core)->pgn_path;
    SheetPlan plan = {0};
    const bool ok = (path[0] == '\0' || sheet_files_plan(&session->sheets, path, told, &plan, reason)) &&
                    journal_file_go_on(&session->journal, reader, reason) &&
                    (path[0] == '\0' || sheet_files_complete(&session->sheets, path, told, &plan, reason));
    free(plan.found);
    return ok || fail(error, reason);
}

/* The session of an open journal, which becomes its own. */
static SimulSession *resume(JournalFile *journal, const char *text, size_t size, const SimulFiles *files, WinnableMemory *memory,
                            char notice[SIMUL_ERROR_SIZE], char error[SIMUL_ERROR_SIZE])
{
    JournalReader reader = journal_reader_open(text, size);
    JournalHeader header;
    const JournalResult first = journal_read_header(&reader, &header, error);
    if (first != JOURNAL_LINE) {
        if (first != JOURNAL_WRONG)
            snprintf(error, SIMUL_ERROR_SIZE, "the journal breaks off before its first record is whole: nothing can be resumed");
        return NULL;
    }
    SimulSession *session = make(&header.settings, header.boards, header.count, files, memory, error);
    if (session != NULL) {
        ToldSheets told = {0};
        session->journal = *journal;
        session->journal.files = &session->files;
        *journal = (JournalFile){.files = files};
        session->sheets.base = header.pgn_base;
        if (!replay(session, &reader, &told, notice, error) || !go_on(session, &reader, &told, error)) {
            session_destroy(session);
            session = NULL;
        }
        told_sheets_destroy(&told);
    }
    journal_header_destroy(&header);
    return session;
}

SimulSession *session_resume(const char *journal_path, const SimulFiles *files, WinnableMemory *memory, char notice[SIMUL_ERROR_SIZE],
                             char error[SIMUL_ERROR_SIZE])
{
    char reason[SIMUL_FILE_ERROR_SIZE];
    size_t size = 0;
    SimulSession *session = NULL;
    JournalFile journal = {.files = files};
    notice[0] = error[0] = '\0';
    char *text = journal_file_open(&journal, journal_path, &size, reason);
    if (text == NULL)
        fail(error, reason);
    else
        session = resume(&journal, text, size, files, memory, notice, error);
    free(text);
    journal_file_close(&journal, false);
    if (session != NULL && notice[0] == '\0' && strcmp(session->journal.at.path, session->journal.at.name) != 0)
        snprintf(notice, SIMUL_ERROR_SIZE, "'%.80s' is another program's now: the exhibition goes on from '%.80s'",
                 session->journal.at.name, session->journal.at.path);
    return session;
}
