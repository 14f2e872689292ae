/* SPDX-License-Identifier: GPL-3.0-only */
/* The journal: lines there and back, every cut, every changed byte, every failing write; sessions resumed. */
#include "chess/chess.h"
#include "record/edition.h"
#include "record/journal.h"
#include "record/short_exhibition.h"
#include "rules/openings.h"
#include "simul/settings_table.h"

/* ---- Lines ---- */

static void events_come_back_as_they_were(void)
{
    SimulBoardSetup setup;
    simul_board_default(&setup);
    setup.person = true;
    setup.name = "Ötto \"the\tTab\\\n\x01";
    setup.spec = "manual";
    setup.fen = "8/8/8/4k3/8/8/4p3/4K3 w - - 0 1";
    setup.reply_ms = 1234;
    setup.color = 1;
    setup.remote = true;
    const SimulEvent events[] = {
        {.kind = SIMUL_EVENT_REPLY,
         .time_ns = 5,
         .seat = 0,
         .board = 3,
         .request = 77,
         .text = "e2e4",
         .has_score = true,
         .score = -12,
         .depth = 9},
        {.kind = SIMUL_EVENT_REPLY, .time_ns = 6, .seat = 12, .text = "", .has_score = true, .is_mate = true, .score = -3},
        {.kind = SIMUL_EVENT_JOIN, .time_ns = INT64_C(9000000000000000000), .seat = SIMUL_OPERATOR, .setup = &setup},
        {.kind = SIMUL_EVENT_REPLY, .time_ns = 6, .seat = SIMUL_OPERATOR, .board = 4, .by = SIMUL_BY_OPPONENT, .text = "e5"},
        {.kind = SIMUL_EVENT_TAKEBACK, .time_ns = 6, .seat = SIMUL_OPERATOR, .by = SIMUL_BY_EXHIBITOR},
        {.kind = SIMUL_EVENT_FAILED, .time_ns = 7, .seat = 1, .text = "tab\t line\n back\\slash \x7f end"},
        {.kind = SIMUL_EVENT_PAUSE, .time_ns = 8, .seat = SIMUL_OPERATOR},
        {.kind = SIMUL_EVENT_RESUME, .time_ns = 9, .seat = SIMUL_OPERATOR, .if_possible = true},
        {.kind = SIMUL_EVENT_DEADLINE, .time_ns = 10, .seat = SIMUL_OPERATOR, .deadline = 12},
        {.kind = SIMUL_EVENT_ABORT, .time_ns = 11, .seat = SIMUL_OPERATOR, .games_stand = true},
        {.kind = SIMUL_EVENT_REOPEN, .time_ns = 12, .seat = SIMUL_OPERATOR, .has_pgn_base = true}};
    const size_t count = sizeof events / sizeof events[0];
    JournalHeader header = {.boards = &setup, .count = 1, .identity = UINT64_C(0xfedcba9876543210), .pgn_base = 42};
    simul_settings_default(&header.settings);
    header.edition = edition_today();
    snprintf(header.settings.event, sizeof header.settings.event, "An event = with\ttabs");
    header.settings.thinkers = SIMUL_NO_LIMIT;
    header.settings.nodes = 123456789;
    JournalText text = {0};
    JournalState state;
    journal_write_header(&text, &state, &header);
    for (size_t i = 0; i < count; i++)
        journal_write_event(&text, &state, &events[i]);

    char error[SIMUL_ERROR_SIZE];
    JournalReader reader = journal_reader_open(text.text, text.length);
    JournalHeader read;
    CHECK_INT(journal_read_header(&reader, &read, error), JOURNAL_LINE);
    size_t settings;
    const SimulSetting *all = simul_settings_all(&settings);
    for (size_t i = 0; i < settings; i++) {
        char written[SIMUL_VALUE_SIZE], came_back[SIMUL_VALUE_SIZE];
        simul_setting_write(&header.settings, &all[i], written);
        simul_setting_write(&read.settings, &all[i], came_back);
        CHECK_STR(came_back, written);
    }
    CHECK_INT(read.identity, header.identity);
    CHECK_INT(read.pgn_base, 42);
    CHECK_INT(read.count, 1);
    CHECK_STR(read.boards[0].name, setup.name);
    CHECK_STR(read.boards[0].fen, setup.fen);
    CHECK_INT(read.boards[0].reply_ms, 1234);
    CHECK_INT(read.boards[0].lag_ms, SIMUL_INHERIT);
    JournalEvent event = {0};
    for (size_t i = 0; i < count; i++) {
        CHECK_INT(journal_read_event(&reader, &event, error), JOURNAL_LINE);
        CHECK_INT(event.event.kind, events[i].kind);
        CHECK_INT(event.event.time_ns, events[i].time_ns);
        CHECK_INT(event.event.seat, events[i].seat);
        CHECK_INT(event.event.board, events[i].board);
        CHECK_INT(event.event.by, events[i].by);
        CHECK_INT(event.event.request, events[i].request);
        CHECK_INT(event.event.deadline, events[i].deadline);
        CHECK_INT(event.event.if_possible, events[i].if_possible);
        CHECK_INT(event.event.games_stand, events[i].games_stand);
        CHECK_INT(event.event.has_pgn_base, events[i].has_pgn_base);
        CHECK_INT(event.event.pgn_base, events[i].pgn_base);
        CHECK_INT(event.event.score, events[i].score);
        CHECK_INT(event.event.has_score, events[i].has_score);
        CHECK_INT(event.event.is_mate, events[i].is_mate);
        CHECK_INT(event.event.depth, events[i].depth);
        CHECK((event.event.text == NULL) == (events[i].text == NULL));
        if (events[i].text != NULL)
            CHECK_STR(event.event.text, events[i].text);
        CHECK((event.event.setup == NULL) == (events[i].setup == NULL));
    }
    CHECK_INT(journal_read_event(&reader, &event, error), JOURNAL_END);
    journal_event_destroy(&event);
    journal_header_destroy(&read);
    journal_text_destroy(&text);
}

/* ---- A short exhibition, written ---- */

static void score_sheets_are_appended_whole(void)
{
    run_all();
    CHECK_STR(memory_find(&disk, "x.pgn")->data, expected_pgn);
    CHECK(strstr(all_said, "done wins 2 draws 0 losses 0 unfinished 0 rounds 3\n") != NULL);
    /* An earlier PGN is added to, an earlier journal refused. */
    char error[SIMUL_ERROR_SIZE];
    CHECK(begin(error) == NULL);
    CHECK_STR(error, "the journal 'x.journal' exists already: resume it, or choose another name");
    fresh_disk();
    memory_set(memory_make(&disk, "x.pgn"), "earlier\n", 8);
    SimulSession *session = begin(error);
    for (int i = 0; i < STEPS; i++)
        step(session, i);
    session_destroy(session);
    CHECK(strncmp(memory_find(&disk, "x.pgn")->data, "earlier\n", 8) == 0);
    CHECK_STR(memory_find(&disk, "x.pgn")->data + 8, expected_pgn);
}

/* ---- Cut, changed, mixed up ---- */

static char whole[65536];
static size_t whole_size;

static SimulSession *resume_from(const char *text, size_t size, char notice[SIMUL_ERROR_SIZE], char error[SIMUL_ERROR_SIZE])
{
    fresh_disk();
    memory_set(memory_make(&disk, "x.journal"), text, size);
    return session_resume("x.journal", &files, NULL, notice, error);
}

static void every_cut_goes_back_to_the_last_whole_event(void)
{
    char notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
    run_all();
    whole_size = memory_find(&disk, "x.journal")->size;
    memcpy(whole, memory_find(&disk, "x.journal")->data, whole_size + 1);
    const size_t first = (size_t)(strchr(whole, '\n') - whole) + 1;
    for (size_t cut = 0; cut <= whole_size; cut++) {
        SimulSession *session = resume_from(whole, cut, notice, error);
        if (cut < first) {
            CHECK_MSG(session == NULL, "cut at %zu", cut);
            CHECK_STR(error, "the journal breaks off before its first record is whole: nothing can be resumed");
            CHECK_INT(memory_find(&disk, "x.journal")->size, cut);
            continue;
        }
        if (!CHECK_MSG(session != NULL, "cut at %zu: %s", cut, error))
            continue;
        size_t last = cut;
        while (whole[last - 1] != '\n')
            last--;
        CHECK_INT(memory_find(&disk, "x.journal")->size, last);
        CHECK_MSG((notice[0] != '\0') == (last != cut), "cut at %zu: notice '%s'", cut, notice);
        session_destroy(session);
    }
}

static void every_changed_byte_is_seen(void)
{
    char notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
    static char changed[sizeof whole];
    for (size_t i = 0; i < whole_size; i++) {
        memcpy(changed, whole, whole_size);
        changed[i] = changed[i] == 'x' ? 'y' : 'x';
        SimulSession *session = resume_from(changed, whole_size, notice, error);
        const bool last_end = i == whole_size - 1; /* then the last line is merely unfinished */
        CHECK_MSG((session != NULL) == last_end, "byte %zu changed unseen", i);
        session_destroy(session);
    }
}

static void lines_left_out_or_from_elsewhere_are_seen(void)
{
    char notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
    static char changed[sizeof whole];
    char *second = strchr(whole, '\n') + 1, *third = strchr(second, '\n') + 1;
    const size_t head = (size_t)(second - whole);
    memcpy(changed, whole, head);
    memcpy(changed + head, third, whole_size - (size_t)(third - whole));
    CHECK(resume_from(changed, whole_size - (size_t)(third - second), notice, error) == NULL);
    CHECK_STR(error, "the journal's line 2 has been changed: its sum is wrong");

    memcpy(changed, whole, whole_size + 1);
    memcpy(strstr(changed, "carousel-journal-1"), "carousel-journal-0", 18);
    CHECK(resume_from(changed, whole_size, notice, error) == NULL);
    CHECK_STR(error, "the journal is of another version: carousel-journal-0, expected carousel-journal-1");

    CHECK(resume_from("[Event \"x\"]\n", 12, notice, error) == NULL);
    CHECK_STR(error, "this is not a journal of an exhibition");

    /* Space that was set aside on the disk but never written. */
    memcpy(changed, whole, whole_size);
    memset(changed + whole_size, 0, 100);
    changed[whole_size + 50] = '\n';
    SimulSession *session = resume_from(changed, whole_size + 100, notice, error);
    CHECK(session != NULL && notice[0] != '\0');
    session_destroy(session);
}

static void what_cannot_be_taken_over_is_refused(void)
{
    char notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
    fresh_disk();
    CHECK(session_resume("x.journal", &files, NULL, notice, error) == NULL);
    CHECK_STR(error, "cannot open 'x.journal'");
    memory_set(memory_make(&disk, "x.journal"), whole, whole_size);
    memory_find(&disk, "x.journal")->read_only = true;
    CHECK(session_resume("x.journal", &files, NULL, notice, error) == NULL);
    CHECK_STR(error, "cannot open 'x.journal'");
    memory_find(&disk, "x.journal")->read_only = false;
    memory_set(memory_make(&disk, "x.pgn"), "somebody else's", 15);
    /* What others wrote stays, and ours comes after it. */
    SimulSession *session = session_resume("x.journal", &files, NULL, notice, error);
    CHECK_MSG(session != NULL, "%s", error);
    CHECK(strncmp(memory_find(&disk, "x.pgn")->data, "somebody else's\n\n[Event ", 24) == 0);
    CHECK_STR(memory_find(&disk, "x.pgn")->data + 17, expected_pgn);
    session_destroy(session);
}

/* ---- Killed anywhere, resumed, played to the end ---- */

static void killed_after_any_event_it_ends_the_same(void)
{
    for (int kill = 1; kill < STEPS; kill++) {
        char notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
        fresh_disk();
        SimulSession *session = begin(error);
        for (int i = 0; i < kill; i++)
            step(session, i);
        const uint64_t before = simul_core_digest(session_core(session));
        session_destroy(session);
        session = session_resume("x.journal", &files, NULL, notice, error);
        if (!CHECK_MSG(session != NULL, "%s", error))
            continue;
        CHECK(simul_core_digest(session_core(session)) == before);
        all_said[0] = '\0';
        give(session, 100, SIMUL_EVENT_REOPEN, SIMUL_OPERATOR, NULL);
        give(session, 101, SIMUL_EVENT_READY, 0, "Anna");
        give(session, 102, SIMUL_EVENT_READY, 1, NULL);
        give(session, 103, SIMUL_EVENT_READY, 2, NULL);
        give(session, 104, SIMUL_EVENT_ASKED, 1, NULL);
        for (int i = kill < 4 ? 4 : kill; i < STEPS; i++)
            step(session, i);
        CHECK_MSG(strstr(all_said, "done wins 2 draws 0 losses 0 unfinished 0 rounds 3\n") != NULL, "killed after %d:\n%s", kill, all_said);
        session_destroy(session);
        /* The times differ, the games do not. */
        const char *pgn = memory_find(&disk, "x.pgn")->data;
        CHECK(strstr(pgn, "Rd8#") != NULL && strstr(pgn, "[Board \"1\"]") != NULL &&
              strstr(pgn, "{Black resigns (Article 5.1.2)}") != NULL);
    }
}

/* ---- Every write and sync fails in turn ---- */

static void a_failure_is_reported_and_nothing_is_lost(void)
{
    char error[SIMUL_ERROR_SIZE];
    run_all();
    const int operations = disk.operations;
    for (int failing = 1; failing <= operations; failing++) {
        fresh_disk();
        disk.failing_from = failing;
        SimulSession *session = begin(error);
        if (session == NULL) {
            CHECK_STR(error, "the disk is full");
            continue;
        }
        bool blocked = false;
        for (int i = 0; i < STEPS; i++) {
            step(session, i);
            if (!session_blocked(session))
                continue;
            blocked = true;
            CHECK_MSG(strstr(all_said, "error the disk is full\n") != NULL, "operation %d fails silently", failing);
            /* Still full: nothing goes on. */
            const size_t before = strlen(all_said);
            give(session, 75, SIMUL_EVENT_RESUME, SIMUL_OPERATOR, NULL);
            CHECK(session_blocked(session));
            CHECK_STR(all_said + before, "error the disk is full\n");
            disk.failing_from = 0;
            give(session, 75, SIMUL_EVENT_RESUME, SIMUL_OPERATOR, NULL);
            CHECK(!session_blocked(session));
        }
        CHECK_MSG(blocked, "operation %d does not matter", failing);
        CHECK_MSG(strstr(all_said, "done wins 2 draws 0 losses 0 unfinished 0 rounds 3\n") != NULL, "operation %d: %s", failing, all_said);
        session_destroy(session);
        char notice[SIMUL_ERROR_SIZE];
        session = session_resume("x.journal", &files, NULL, notice, error);
        CHECK_MSG(session != NULL && notice[0] == '\0', "operation %d: %s%s", failing, notice, error);
        session_destroy(session);
        int games = 0;
        for (const char *at = memory_find(&disk, "x.pgn")->data; (at = strstr(at, "[Event ")) != NULL; at++)
            games++;
        CHECK_INT(games, 2);
    }
}

static void nothing_unwritten_is_announced(void)
{
    char error[SIMUL_ERROR_SIZE];
    fresh_disk();
    SimulSession *session = begin(error);
    for (int i = 0; i < 4; i++)
        step(session, i);
    all_said[0] = '\0';
    disk.failing_from = disk.operations + 2; /* the event can be written, but not synced */
    step(session, 4);
    CHECK_STR(all_said, "error the disk is full\npaused\n");
    all_said[0] = '\0';
    give(session, 12, SIMUL_EVENT_ABORT, SIMUL_OPERATOR, NULL);
    CHECK_STR(all_said, "error not saved: what happened last (the disk is full)\n"
                        "done wins 0 draws 0 losses 0 unfinished 2 rounds 1\nfiles pgn x.pgn journal x.journal\n");
    session_destroy(session);
}

static void an_end_is_on_the_disk_before_it_is_announced(void)
{
    char error[SIMUL_ERROR_SIZE];
    fresh_disk();
    SimulSession *session = begin(error);
    for (int i = 0; i < STEPS - 1; i++)
        step(session, i);
    all_said[0] = '\0';
    disk.failing_from = disk.operations + 2;
    step(session, STEPS - 1);
    CHECK_STR(all_said, "error the disk is full\n");
    disk.failing_from = 0;
    give(session, 75, SIMUL_EVENT_RESUME, SIMUL_OPERATOR, NULL);
    CHECK(strstr(all_said, "end board 1 result 1-0 termination normal reason Black resigns (Article 5.1.2)\n") != NULL);
    session_destroy(session);
}

static void stopped_again_and_again_it_keeps_one_sheet_a_game(void)
{
    char notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
    fresh_disk();
    SimulSession *session = begin(error);
    for (int i = 0; i < 4; i++)
        step(session, i);
    for (int round = 0; round < 4; round++) {
        all_said[0] = '\0';
        give(session, 10 * round + 10, SIMUL_EVENT_ABORT, SIMUL_OPERATOR, NULL);
        CHECK_INT(games_in("x.pgn"), 0);
        CHECK_INT(games_in("x-unfinished.pgn"), 2);
        CHECK(strstr(memory_find(&disk, "x-unfinished.pgn")->data, "[Journal \"x.journal\"]\n\n{unfinished} *") != NULL);
        CHECK(strstr(all_said, "\nfiles pgn x.pgn journal x.journal unfinished x-unfinished.pgn\n") != NULL);
        if (round % 2 == 1) { /* in another process */
            session_destroy(session);
            session = session_resume("x.journal", &files, NULL, notice, error);
            if (!CHECK_MSG(session != NULL, "%s", error))
                return;
        }
        go_on(session, 10 * round + 15);
        CHECK_INT(games_in("x.pgn"), 0);
    }
    for (int i = 4; i < STEPS; i++)
        step(session, i);
    CHECK_INT(games_in("x.pgn"), 2);
    CHECK_INT(games_in("x-unfinished.pgn"), -1);
    CHECK(strstr(memory_find(&disk, "x.pgn")->data, "unfinished") == NULL);
    session_destroy(session);
    /* A finished one can be looked at again, and its sheets completed. */
    memory_find(&disk, "x.pgn")->size -= 100;
    session = session_resume("x.journal", &files, NULL, notice, error);
    CHECK_MSG(session != NULL, "%s", error);
    CHECK_INT(games_in("x.pgn"), 2);
    all_said[0] = '\0';
    give(session, 999, SIMUL_EVENT_REOPEN, SIMUL_OPERATOR, NULL);
    CHECK_STR(all_said, "done wins 2 draws 0 losses 0 unfinished 0 rounds 3\n");
    session_destroy(session);
}

static void aborted_on_a_full_disk_only_its_file_goes_on(void)
{
    char notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
    fresh_disk();
    SimulSession *session = begin(error);
    for (int i = 0; i < 5; i++)
        step(session, i);
    disk.failing_from = disk.operations + 1;
    step(session, 5);
    give(session, 25, SIMUL_EVENT_STOP, SIMUL_OPERATOR, NULL);
    CHECK(session_given_up(session));
    all_said[0] = '\0';
    give(session, 30, SIMUL_EVENT_REOPEN, SIMUL_OPERATOR, NULL);
    CHECK_STR(all_said, "error the exhibition's records lag behind: resume it from its journal\n");
    session_destroy(session);
    disk.failing_from = 0;
    session = session_resume("x.journal", &files, NULL, notice, error);
    CHECK_MSG(session != NULL, "%s", error);
    CHECK(notice[0] != '\0'); /* half of a line stood at the end */
    CHECK_INT(simul_core_game(session_core(session), 1)->move_count, 1);
    session_destroy(session);
}

/* Killed in play, and nothing can be written when it is to go on: nobody plays yet, so nothing is paused. */
static void a_full_disk_at_the_reopening_is_no_pause(void)
{
    char notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
    fresh_disk();
    SimulSession *session = begin(error);
    for (int i = 0; i < 5; i++)
        step(session, i);
    session_destroy(session);
    session = session_resume("x.journal", &files, NULL, notice, error);
    if (!CHECK_MSG(session != NULL, "%s", error))
        return;
    all_said[0] = '\0';
    disk.failing_from = disk.operations + 1;
    give(session, 100, SIMUL_EVENT_REOPEN, SIMUL_OPERATOR, NULL);
    CHECK_STR(all_said, "error the disk is full\n");
    disk.failing_from = 0;
    give(session, 110, SIMUL_EVENT_RESUME, SIMUL_OPERATOR, NULL);
    give(session, 111, SIMUL_EVENT_READY, 0, "Anna");
    give(session, 112, SIMUL_EVENT_READY, 1, NULL);
    give(session, 113, SIMUL_EVENT_READY, 2, NULL);
    all_said[0] = '\0';
    give(session, 120, SIMUL_EVENT_PAUSE, SIMUL_OPERATOR, NULL);
    CHECK_STR(all_said, "paused\n");
    session_destroy(session);
}

/* What could not be written ends the exhibition once it can be: the pause said meanwhile has nothing to stop, and the
 * next one is said again. */
static void a_pause_that_came_to_nothing_swallows_no_other(void)
{
    char error[SIMUL_ERROR_SIZE];
    fresh_disk();
    SimulSession *session = begin(error);
    for (int i = 0; i < 5; i++)
        step(session, i);
    give(session, 15, SIMUL_EVENT_STOP, SIMUL_OPERATOR, NULL);
    all_said[0] = '\0';
    disk.failing_from = disk.operations + 1;
    step(session, 5);
    CHECK_STR(all_said, "error the disk is full\npaused\n");
    disk.failing_from = 0;
    give(session, 30, SIMUL_EVENT_RESUME, SIMUL_OPERATOR, NULL);
    CHECK(strstr(all_said, "done wins 1 draws 0 losses 0 unfinished 1 rounds 1\n") != NULL);
    go_on(session, 40);
    all_said[0] = '\0';
    give(session, 60, SIMUL_EVENT_PAUSE, SIMUL_OPERATOR, NULL);
    CHECK_STR(all_said, "paused\n");
    session_destroy(session);
}

int main(void)
{
    chess_init();
    openings_init();
    events_come_back_as_they_were();
    score_sheets_are_appended_whole();
    every_cut_goes_back_to_the_last_whole_event();
    every_changed_byte_is_seen();
    lines_left_out_or_from_elsewhere_are_seen();
    what_cannot_be_taken_over_is_refused();
    killed_after_any_event_it_ends_the_same();
    a_failure_is_reported_and_nothing_is_lost();
    nothing_unwritten_is_announced();
    an_end_is_on_the_disk_before_it_is_announced();
    stopped_again_and_again_it_keeps_one_sheet_a_game();
    aborted_on_a_full_disk_only_its_file_goes_on();
    a_full_disk_at_the_reopening_is_no_pause();
    a_pause_that_came_to_nothing_swallows_no_other();
    memory_disk_free(&disk);
    return test_end("simul/journal");
}
