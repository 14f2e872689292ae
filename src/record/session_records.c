/* SPDX-License-Identifier: GPL-3.0-only */
#include "record/journal_text.h"
#include "record/score_sheet.h"
#include "record/session_state.h"

#include <stdio.h>

bool journal_file_write(SimulSession *session, const SimulEvent *event, char error[SIMUL_FILE_ERROR_SIZE])
{
    JournalFile *journal = &session->journal;
    if (journal->file == NULL)
        return true;
    JournalState state = journal->state;
    journal->line.length = 0;
    journal_write_event(&journal->line, &state, event);
    if (journal->line.failed || journal->unsynced.failed) {
        snprintf(error, SIMUL_FILE_ERROR_SIZE, "out of memory");
        journal->line.failed = false;
        return false;
    }
    if (!session->files.write(session->files.context, journal->file, journal->line.text, journal->line.length, error))
        return false;
    journal_put(&journal->unsynced, journal->line.text, journal->line.length);
    journal->state = state;
    return true;
}

/* Everything written is on the disk. */
static void note_synced(JournalFile *journal)
{
    journal->synced += journal->unsynced.length;
    journal->unsynced.length = 0;
}

bool journal_file_sync(SimulSession *session, char error[SIMUL_FILE_ERROR_SIZE])
{
    JournalFile *journal = &session->journal;
    if (journal->file == NULL || journal->unsynced.length == 0)
        return true;
    if (!session->files.sync(session->files.context, journal->file, error))
        return false;
    note_synced(journal);
    return true;
}

bool journal_file_repair(SimulSession *session, char error[SIMUL_FILE_ERROR_SIZE])
{
    JournalFile *journal = &session->journal;
    const SimulFiles *files = &session->files;
    if (journal->file == NULL)
        return true;
    /* After a failed sync the system may have dropped what it could not write: written again, it is new. */
    if (!files->truncate(files->context, journal->file, journal->synced, error) ||
        (journal->unsynced.length > 0 && !files->write(files->context, journal->file, journal->unsynced.text, journal->unsynced.length, error)) ||
        !files->sync(files->context, journal->file, error))
        return false;
    note_synced(journal);
    return true;
}

bool sheet_file_write(SimulSession *session, const SimulAction *action, char error[SIMUL_FILE_ERROR_SIZE])
{
    SheetFile *sheets = &session->sheets;
    if (sheets->file == NULL)
        return true;
    SimulBoardView view;
    simul_core_sheet_view(session->core, action, &view);
    pgn_writer_clear(&sheets->writer);
    score_sheet_write(&sheets->writer, session->core, &view);
    if (!pgn_writer_ok(&sheets->writer)) {
        snprintf(error, SIMUL_FILE_ERROR_SIZE, "out of memory");
        return false;
    }
    if (!session->files.write(session->files.context, sheets->file, sheets->writer.text, sheets->writer.length, error))
        return false;
    sheets->length += sheets->writer.length;
    if (view.state != SIMUL_BOARD_ENDED)
        sheets->standing += sheets->writer.length;
    return true;
}

bool sheet_file_reopen(SimulSession *session, char error[SIMUL_FILE_ERROR_SIZE])
{
    SheetFile *sheets = &session->sheets;
    if (sheets->file == NULL || sheets->standing == 0)
        return true;
    if (!session->files.truncate(session->files.context, sheets->file, sheets->length - sheets->standing, error))
        return false;
    sheets->length -= sheets->standing;
    sheets->standing = 0;
    return true;
}

bool sheet_file_repair(SimulSession *session, char error[SIMUL_FILE_ERROR_SIZE])
{
    SheetFile *sheets = &session->sheets;
    return sheets->file == NULL ||
           session->files.truncate(session->files.context, sheets->file, sheets->length, error);
}

bool sheet_file_sync(SimulSession *session, char error[SIMUL_FILE_ERROR_SIZE])
{
    SheetFile *sheets = &session->sheets;
    return sheets->file == NULL || session->files.sync(session->files.context, sheets->file, error);
}
