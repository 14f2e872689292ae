/* SPDX-License-Identifier: GPL-3.0-only */
#include "record/edition.h"
#include "record/journal_text.h"
#include "record/score_sheet.h"
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
    session->sheets.writer = pgn_writer_begin();
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

static bool open_sheets(SimulSession *session, const char *path, char error[SIMUL_ERROR_SIZE])
{
    char reason[SIMUL_FILE_ERROR_SIZE];
    if (path[0] == '\0')
        return true;
    if (!session->files.open(session->files.context, path, SIMUL_FILE_APPEND, &session->sheets.file, reason) ||
        !session->files.size(session->files.context, session->sheets.file, &session->sheets.length, reason))
        return fail(error, reason);
    session->sheets.base = session->sheets.length;
    return true;
}

static bool open_journal(SimulSession *session, const JournalHeader *header, char error[SIMUL_ERROR_SIZE])
{
    char reason[SIMUL_FILE_ERROR_SIZE];
    JournalFile *journal = &session->journal;
    const char *path = header->settings.journal_path;
    if (path[0] == '\0')
        return true;
    journal_write_header(&journal->unsynced, &journal->state, header);
    if (journal->unsynced.failed)
        return fail(error, "out of memory");
    if (session->files.exists(session->files.context, path)) {
        snprintf(error, SIMUL_ERROR_SIZE, "the journal '%.160s' exists already: resume it, or choose another name", path);
        return false;
    }
    if (!session->files.open(session->files.context, path, SIMUL_FILE_NEW, &journal->file, reason) ||
        !session->files.write(session->files.context, journal->file, journal->unsynced.text, journal->unsynced.length, reason) ||
        !journal_file_sync(session, reason))
        return fail(error, reason);
    return true;
}

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
    if (open_sheets(session, settings->pgn_path, error)) {
        header.pgn_base = session->sheets.base;
        if (open_journal(session, &header, error))
            return session;
    }
    session_destroy(session);
    return NULL;
}

/* ---- A saved one ---- */

/* The score sheets that an exhibition has written so far: of games that ended, and behind them those of games that
 * stood when it was stopped, which the next REOPEN takes away. */
typedef struct Told {
    JournalText ended, standing;
    uint64_t base;
} Told;

static bool tell_sheets(SimulSession *session, Told *told, const SimulAction *actions, size_t count)
{
    PgnWriter *writer = &session->sheets.writer;
    for (size_t i = 0; i < count; i++) {
        if (actions[i].kind != SIMUL_DO_SHEET)
            continue;
        SimulBoardView view;
        simul_core_sheet_view(session->core, &actions[i], &view);
        pgn_writer_clear(writer);
        score_sheet_write(writer, session->core, &view);
        if (!pgn_writer_ok(writer))
            return false;
        journal_put(view.state == SIMUL_BOARD_ENDED ? &told->ended : &told->standing, writer->text, writer->length);
    }
    return !told->ended.failed && !told->standing.failed;
}

static bool replay(SimulSession *session, JournalReader *reader, Told *told, char notice[SIMUL_ERROR_SIZE],
                   char error[SIMUL_ERROR_SIZE])
{
    JournalEvent journal = {0};
    JournalResult result;
    const bool sheets = simul_core_settings(session->core)->pgn_path[0] != '\0';
    while ((result = journal_read_event(reader, &journal, error)) == JOURNAL_LINE) {
        size_t count;
        if (journal.event.kind == SIMUL_EVENT_REOPEN) {
            told->standing.length = 0;
            if (journal.event.has_pgn_base)
                told->base = journal.event.pgn_base;
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

/* What the PGN file has to hold: what was there before us, and the games that have ended. */
typedef struct SheetPlan {
    char *text; /* the file as it is; NULL if it is missing */
    size_t size;
    bool replace, append;
    size_t from; /* of told.ended: what to append */
} SheetPlan;

static bool plan_sheets(SimulSession *session, const char *path, Told *told, SheetPlan *plan, char error[SIMUL_ERROR_SIZE])
{
    char reason[SIMUL_FILE_ERROR_SIZE];
    if (!session->files.exists(session->files.context, path)) {
        told->base = 0;
        plan->replace = true;
        return true;
    }
    plan->text = session->files.read_all(session->files.context, path, &plan->size, reason);
    if (plan->text == NULL)
        return fail(error, reason);
    /* Ours may be missing at the end, but nothing else may have come or changed. */
    const size_t base = (size_t)told->base, ended = told->ended.length, standing = told->standing.length;
    bool ours = plan->size >= base && plan->size <= base + ended + standing;
    if (ours) {
        const size_t have = plan->size - base;
        const size_t first = have < ended ? have : ended;
        ours = (first == 0 || memcmp(plan->text + base, told->ended.text, first) == 0) &&
               (have <= ended || memcmp(plan->text + base + ended, told->standing.text, have - ended) == 0);
        plan->append = have < ended;
        plan->replace = have > ended;
        plan->from = first;
    }
    if (!ours)
        snprintf(error, SIMUL_ERROR_SIZE, "the PGN file '%.120s' is not as this exhibition left it: move it away, and it is written anew", path);
    return ours;
}

static bool put_sheets_right(SimulSession *session, const char *path, const Told *told, const SheetPlan *plan, char error[SIMUL_ERROR_SIZE])
{
    char reason[SIMUL_FILE_ERROR_SIZE];
    const SimulFiles *files = &session->files;
    SheetFile *sheets = &session->sheets;
    if (plan->replace) {
        JournalText whole = {0};
        if (plan->text != NULL)
            journal_put(&whole, plan->text, (size_t)told->base);
        if (told->ended.length > 0)
            journal_put(&whole, told->ended.text, told->ended.length);
        const bool ok = !whole.failed && files->replace(files->context, path, whole.text == NULL ? "" : whole.text, whole.length, reason);
        if (!ok)
            fail(error, whole.failed ? "out of memory" : reason);
        journal_text_destroy(&whole);
        if (!ok)
            return false;
    }
    if (!files->open(files->context, path, SIMUL_FILE_APPEND, &sheets->file, reason))
        return fail(error, reason);
    if (plan->append && !files->write(files->context, sheets->file, told->ended.text + plan->from, told->ended.length - plan->from, reason))
        return fail(error, reason);
    sheets->base = told->base;
    sheets->length = told->base + told->ended.length;
    return true;
}

/* Everything has been read and is in order: now the files are touched. */
static bool take_files(SimulSession *session, const char *journal_path, const JournalReader *reader, Told *told, char error[SIMUL_ERROR_SIZE])
{
    char reason[SIMUL_FILE_ERROR_SIZE];
    const SimulFiles *files = &session->files;
    const char *pgn_path = simul_core_settings(session->core)->pgn_path;
    SheetPlan plan = {0};
    bool ok = pgn_path[0] == '\0' || plan_sheets(session, pgn_path, told, &plan, error);
    if (ok && !files->open(files->context, journal_path, SIMUL_FILE_CHANGE, &session->journal.file, reason))
        ok = fail(error, reason);
    if (ok && reader->at < reader->length &&
        (!files->truncate(files->context, session->journal.file, reader->at, reason) ||
         !files->sync(files->context, session->journal.file, reason)))
        ok = fail(error, reason);
    session->journal.state = reader->state;
    session->journal.synced = reader->at;
    ok = ok && (pgn_path[0] == '\0' || put_sheets_right(session, pgn_path, told, &plan, error));
    free(plan.text);
    return ok;
}

SimulSession *session_resume(const char *journal_path, const SimulFiles *files, WinnableMemory *memory,
                             char notice[SIMUL_ERROR_SIZE], char error[SIMUL_ERROR_SIZE])
{
    char reason[SIMUL_FILE_ERROR_SIZE];
    size_t size = 0;
    notice[0] = error[0] = '\0';
    char *text = files->read_all(files->context, journal_path, &size, reason);
    if (text == NULL) {
        fail(error, reason);
        return NULL;
    }
    JournalReader reader = journal_reader_open(text, size);
    JournalHeader header;
    SimulSession *session = NULL;
    const JournalResult first = journal_read_header(&reader, &header, error);
    if (first == JOURNAL_LINE) {
        session = make(&header.settings, header.boards, header.count, files, memory, error);
        Told told = {.base = header.pgn_base};
        if (session != NULL && !(replay(session, &reader, &told, notice, error) &&
                                 take_files(session, journal_path, &reader, &told, error))) {
            session_destroy(session);
            session = NULL;
        }
        journal_text_destroy(&told.ended);
        journal_text_destroy(&told.standing);
        journal_header_destroy(&header);
    } else if (first != JOURNAL_WRONG) {
        snprintf(error, SIMUL_ERROR_SIZE, "the journal breaks off before its first record is whole: nothing can be resumed");
    }
    free(text);
    return session;
}
