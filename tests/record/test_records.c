/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The records on their files: what others do to these files meanwhile, disks that stay full, and memory that runs out.
 * Nothing that was announced is lost, and nothing of anybody else's is touched.
 */
#include "chess/chess.h"
#include "failing_allocator.h"
#include "record/short_exhibition.h"
#include "rules/openings.h"

/* Takes a file away; `instead`: what stands under its name then, NULL: nothing. */
static void take_away(const char *path, const char *instead)
{
    memory_unlink(&disk, path);
    if (instead != NULL)
        memory_set(memory_make(&disk, path), instead, strlen(instead));
}

static void append(const char *path, const char *text)
{
    memory_append(memory_find(&disk, path), text, strlen(text));
}

static const char *content(const char *path)
{
    const MemoryFile *file = memory_find(&disk, path);
    return file == NULL ? "(none)" : file->data;
}

static SimulSession *started(const char *journal, int steps)
{
    char error[SIMUL_ERROR_SIZE];
    fresh_disk();
    SimulSession *session = begin_with(journal, error);
    CHECK_MSG(session != NULL, "%s", error);
    for (int i = 0; i < steps; i++)
        step(session, i);
    all_said[0] = '\0';
    return session;
}

static void finish(SimulSession *session, int from)
{
    for (int i = from; i < STEPS; i++)
        step(session, i);
    CHECK_MSG(strstr(all_said, "done wins 2 draws 0 losses 0 unfinished 0 rounds 3\n") != NULL, "%s", all_said);
}

static const char OTHERS[] = "[Event \"Another\"]\n\n1. d4 *\n\n";

/* ---- The shared file ---- */

static void without_a_journal_what_others_append_stays(void)
{
    SimulSession *session = started("", 6);
    CHECK_INT(games_in("x.pgn"), 1);
    give(session, 25, SIMUL_EVENT_ABORT, SIMUL_OPERATOR, NULL);
    CHECK_INT(games_in("x.pgn"), 1);
    CHECK_INT(games_in("x-unfinished.pgn"), 1);
    CHECK(strstr(all_said, "files pgn x.pgn journal none unfinished x-unfinished.pgn\n") != NULL);
    append("x.pgn", OTHERS);
    go_on(session, 26);
    give(session, 30, SIMUL_EVENT_ASKED, 1, NULL);
    finish(session, 7);
    session_destroy(session);
    CHECK_INT(games_in("x.pgn"), 3);
    CHECK(strstr(content("x.pgn"), OTHERS) != NULL);
    CHECK_INT(games_in("x-unfinished.pgn"), -1);
}

static void without_a_journal_what_stands_at_the_end_goes_in(void)
{
    SimulSession *session = started("", 6);
    give(session, 25, SIMUL_EVENT_ABORT, SIMUL_OPERATOR, NULL);
    session_destroy(session);
    CHECK_INT(games_in("x.pgn"), 2);
    CHECK(strstr(content("x.pgn"), "[Result \"*\"]\n[Board \"1\"]\n") != NULL);
    CHECK(strstr(content("x.pgn"), "[Journal ") == NULL);
    CHECK_INT(games_in("x-unfinished.pgn"), -1);
}

static void resumed_after_others_have_appended(void)
{
    char notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
    SimulSession *session = started("x.journal", 6);
    session_destroy(session);
    append("x.pgn", OTHERS);
    session = session_resume("x.journal", &files, NULL, notice, error);
    if (!CHECK_MSG(session != NULL, "%s", error))
        return;
    CHECK_INT(games_in("x.pgn"), 2);
    go_on(session, 26);
    give(session, 30, SIMUL_EVENT_ASKED, 1, NULL);
    finish(session, 7);
    session_destroy(session);
    CHECK_INT(games_in("x.pgn"), 3);
}

/* An editor has written the file anew: other line breaks, no comments, another order of tags. */
static void a_game_is_known_however_it_is_written_down(void)
{
    static const char edited[] =
        "[Event \"Simultaneous exhibition\"]\r\n[White \"Anna\"]\r\n[Black \"Two\"]\r\n[Site \"?\"]\r\n[Date \"2026.01.31\"]\r\n"
        "[Round \"1\"]\r\n[Result \"1-0\"]\r\n[SetUp \"1\"]\r\n[FEN \"6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1\"]\r\n[Board \"2\"]\r\n\r\n"
        "1.Rd8# 1-0\r\n";
    char notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
    session_destroy(started("x.journal", 6));
    take_away("x.pgn", edited);
    SimulSession *session = session_resume("x.journal", &files, NULL, notice, error);
    CHECK_MSG(session != NULL, "%s", error);
    CHECK_STR(content("x.pgn"), edited);
    session_destroy(session);
}

static bool same_but_for_line_ends(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, "\n");
        b += strspn(b, "\n");
        if (*a != *b || *a == '\0')
            return *a == *b;
    }
}

/* Killed at any byte of the sheets: whole afterwards, each once. (After a whole game its empty line may be missing.) */
static void a_sheet_cut_anywhere_is_completed(void)
{
    char notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
    for (size_t cut = 0; cut <= sizeof expected_pgn - 1; cut++) {
        run_all();
        memory_find(&disk, "x.pgn")->size = cut;
        SimulSession *session = session_resume("x.journal", &files, NULL, notice, error);
        if (!CHECK_MSG(session != NULL, "%s", error))
            return;
        CHECK_MSG(same_but_for_line_ends(content("x.pgn"), expected_pgn), "cut at %zu:\n%s", cut, content("x.pgn"));
        session_destroy(session);
    }
}

static void two_exhibitions_keep_their_unfinished_games_apart(void)
{
    char error[SIMUL_ERROR_SIZE], notice[SIMUL_ERROR_SIZE];
    SimulSession *first = started("x.journal", 4);
    give(first, 5, SIMUL_EVENT_ABORT, SIMUL_OPERATOR, NULL);
    session_destroy(first);
    SimulSession *second = begin_with("y.journal", error);
    for (int i = 0; i < 4; i++)
        step(second, i);
    give(second, 5, SIMUL_EVENT_ABORT, SIMUL_OPERATOR, NULL);
    CHECK_INT(games_in("x-unfinished.pgn"), 2);
    CHECK_INT(games_in("x-unfinished-2.pgn"), 2);
    CHECK(strstr(content("x-unfinished.pgn"), "[Journal \"x.journal\"]") != NULL);
    CHECK(strstr(content("x-unfinished-2.pgn"), "[Journal \"y.journal\"]") != NULL);
    session_destroy(second);
    /* And each takes its own away. */
    second = session_resume("y.journal", &files, NULL, notice, error);
    if (!CHECK_MSG(second != NULL, "%s", error))
        return;
    go_on(second, 6);
    finish(second, 4);
    session_destroy(second);
    CHECK_INT(games_in("x-unfinished.pgn"), 2);
    CHECK_INT(games_in("x-unfinished-2.pgn"), -1);
}

/* ---- Files that are taken away ---- */

static void a_removed_file_is_made_anew(void)
{
    char notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
    for (int when = 1; when < STEPS; when++) {
        SimulSession *session = started("x.journal", when);
        take_away("x.journal", NULL);
        take_away("x.pgn", NULL);
        finish(session, when);
        CHECK(strstr(all_said, "incident board 0 'x.journal' was removed: it has been made anew with all that was recorded\n") != NULL);
        CHECK(strstr(all_said, "incident board 0 'x.pgn' was removed: it has been made anew with all that was recorded\n") != NULL);
        session_destroy(session);
        CHECK_STR(content("x.pgn"), expected_pgn);
        session = session_resume("x.journal", &files, NULL, notice, error);
        CHECK_MSG(session != NULL && notice[0] == '\0', "%s%s", notice, error);
        session_destroy(session);
    }
}

static void a_replaced_file_is_left_and_the_record_goes_on_beside_it(void)
{
    char notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
    static char saved[16384];
    for (int when = 1; when < STEPS - 1; when++) {
        SimulSession *session = started("x.journal", when);
        /* The journal by an editor's copy of it at this moment, the sheets by something else. */
        snprintf(saved, sizeof saved, "%s", content("x.journal"));
        take_away("x.journal", saved);
        take_away("x.pgn", OTHERS);
        step(session, when);
        CHECK(strstr(all_said, "incident board 0 'x.journal' was replaced by another file, which is left as it is: the record goes on in "
                               "'x-2.journal'\n") != NULL);
        /* Killed here, nothing is lost. */
        const uint64_t digest = simul_core_digest(session_core(session));
        session_destroy(session);
        session = session_resume("x.journal", &files, NULL, notice, error);
        if (!CHECK_MSG(session != NULL, "%s", error))
            return;
        CHECK_STR(notice, "'x.journal' is another program's now: the exhibition goes on from 'x-2.journal'");
        CHECK(simul_core_digest(session_core(session)) == digest);
        CHECK_STR(content("x.journal"), saved);
        session_destroy(session);
    }
}

static void both_are_named_at_the_end(void)
{
    char notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
    SimulSession *session = started("x.journal", 6); /* one game has ended */
    take_away("x.journal", "no journal");
    take_away("x.pgn", OTHERS);
    finish(session, 6);
    CHECK(strstr(all_said, "\nfiles pgn x-2.pgn journal x-2.journal\n") != NULL);
    session_destroy(session);
    CHECK_STR(content("x.journal"), "no journal");
    CHECK_STR(content("x.pgn"), OTHERS);
    CHECK_STR(content("x-2.pgn"), expected_pgn);
    session = session_resume("x.journal", &files, NULL, notice, error);
    CHECK_MSG(session != NULL, "%s", error);
    CHECK_STR(content("x.pgn"), OTHERS);
    CHECK_STR(content("x-2.pgn"), expected_pgn);
    session_destroy(session);
}

static void a_later_journal_of_another_exhibition_is_none_of_ours(void)
{
    char notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
    session_destroy(started("x.journal", 6));
    SimulSession *other = begin_with("x-2.journal", error);
    for (int i = 0; i < STEPS; i++)
        step(other, i);
    session_destroy(other);
    SimulSession *session = session_resume("x.journal", &files, NULL, notice, error);
    CHECK_MSG(session != NULL && notice[0] == '\0', "%s%s", error, notice);
    CHECK_INT(simul_core_game(session_core(session), 1)->move_count, 1);
    session_destroy(session);
}

/* ---- A disk that stays full ---- */

static bool is_held(const SimulSession *session, const char *why)
{
    SimulStatus status;
    simul_core_status(session_core(session), &status);
    return status.phase != SIMUL_DONE && status.phase != SIMUL_STOPPED && status.paused && status.held != NULL &&
           strcmp(status.held, why) == 0;
}

/* Each operation fails for good in turn; then it is aborted, and that ends it. What was announced is in the journal. */
static void an_abort_ends_it_whatever_fails(void)
{
    run_all();
    const int operations = disk.operations;
    for (int failing = 3; failing <= operations; failing++) { /* not those of the start */
        char error[SIMUL_ERROR_SIZE], notice[SIMUL_ERROR_SIZE];
        fresh_disk();
        disk.failing_from = failing;
        SimulSession *session = begin(error);
        if (session == NULL)
            continue;
        for (int i = 0; i < STEPS && !session_blocked(session); i++)
            step(session, i);
        CHECK_MSG(is_held(session, "the disk is full"), "operation %d: not held", failing);
        give(session, 80, SIMUL_EVENT_ABORT, SIMUL_OPERATOR, NULL);
        CHECK_MSG(!session_blocked(session) && session_given_up(session) && ended, "operation %d: it goes on", failing);
        CHECK_MSG(strstr(all_said, "error not saved: ") != NULL, "operation %d: nothing is said:\n%s", failing, all_said);
        session_destroy(session);
        disk.failing_from = 0;
        session = session_resume("x.journal", &files, NULL, notice, error);
        if (!CHECK_MSG(session != NULL, "operation %d: %s", failing, error))
            continue;
        CHECK(games_in("x.pgn") >= (strstr(all_said, "end board 2") != NULL) + (strstr(all_said, "end board 1") != NULL));
        session_destroy(session);
    }
}

static void with_the_last_sheet_owed_it_is_not_over(void)
{
    SimulSession *session = started("", STEPS - 1);
    disk.failing_from = disk.operations + 1; /* no journal: the next is the sheet of board 1 */
    step(session, STEPS - 1);
    CHECK(session_blocked(session) && is_held(session, "the disk is full"));
    CHECK_STR(all_said, "end board 1 result 1-0 termination normal reason Black resigns (Article 5.1.2)\nerror the disk is full\n");
    all_said[0] = '\0';
    give(session, 80, SIMUL_EVENT_ABORT, SIMUL_OPERATOR, NULL);
    CHECK(ended && session_given_up(session));
    CHECK_STR(all_said, "error not saved: the score sheet of board 1 (the disk is full)\n"
                        "done wins 2 draws 0 losses 0 unfinished 0 rounds 3\n"
                        "error not saved: score sheets (the disk is full)\nfiles pgn x.pgn journal none\n");
    session_destroy(session);
}

/* ---- Starts that are refused ---- */

static void a_refused_start_leaves_nothing(void)
{
    char error[SIMUL_ERROR_SIZE];
    fresh_disk();
    memory_set(memory_make(&disk, "x.journal"), "mine", 4);
    CHECK(begin(error) == NULL);
    CHECK_STR(content("x.journal"), "mine");
    CHECK_STR(content("x.pgn"), "(none)");
    /* Nor one that ends before anything has happened in it; what was there before stays. */
    session_leave(started("x.journal", 2));
    CHECK_STR(content("x.journal"), "(none)");
    CHECK_STR(content("x.pgn"), "(none)");
    fresh_disk();
    memory_set(memory_make(&disk, "x.pgn"), "", 0);
    session_leave(begin(error));
    CHECK_STR(content("x.pgn"), "");
    CHECK_STR(content("x.journal"), "(none)");
}

/* ---- Memory that runs out ---- */

/* Each allocation of a step fails in turn. It is said, or the session is at its end; the journal has what was announced,
 * and the rest can be played from it. */
static void memory_runs_out_anywhere(void)
{
    for (int at = 1; at < STEPS; at++) {
        for (unsigned long nth = 1;; nth++) {
            char error[SIMUL_ERROR_SIZE], notice[SIMUL_ERROR_SIZE];
            SimulSession *session = started("x.journal", at);
            failing_allocator_set(nth, 1);
            const bool taken = step(session, at);
            const bool refused = failing_allocator_refused() > 0;
            failing_allocator_set(0, 0);
            if (taken && session_blocked(session)) {
                CHECK_MSG(strstr(all_said, "error out of memory\n") != NULL, "step %d, allocation %lu: %s", at, nth, all_said);
                give(session, 90, SIMUL_EVENT_RESUME, SIMUL_OPERATOR, NULL);
                CHECK(!session_blocked(session));
            }
            if (!taken || refused) {
                session_destroy(session);
                session = session_resume("x.journal", &files, NULL, notice, error);
                CHECK_MSG(session != NULL && notice[0] == '\0', "step %d, allocation %lu: %s%s", at, nth, error, notice);
                for (const char *said = all_said; session != NULL && (said = strstr(said, "end board ")) != NULL; said++) {
                    SimulBoardView view;
                    simul_core_view(session_core(session), said[10] - '0', &view);
                    CHECK_MSG(view.state == SIMUL_BOARD_ENDED, "step %d, allocation %lu: an end is lost", at, nth);
                }
            }
            session_destroy(session);
            if (!refused)
                break;
        }
    }
}

/* Making a session and resuming one: there is one, or a sentence. */
static void memory_runs_out_at_the_start(void)
{
    char error[SIMUL_ERROR_SIZE], notice[SIMUL_ERROR_SIZE];
    for (int resuming = 0; resuming < 2; resuming++) {
        for (unsigned long nth = 1;; nth++) {
            SimulSession *session;
            if (resuming == 1)
                run_all();
            else
                fresh_disk();
            error[0] = '\0';
            failing_allocator_set(nth, 1);
            session = resuming == 1 ? session_resume("x.journal", &files, NULL, notice, error) : begin(error);
            const bool refused = failing_allocator_refused() > 0;
            failing_allocator_set(0, 0);
            CHECK_MSG(session != NULL || strstr(error, "memory") != NULL, "allocation %lu: '%s'", nth, error);
            session_leave(session);
            if (resuming == 1) {
                session = session_resume("x.journal", &files, NULL, notice, error);
                CHECK_MSG(session != NULL, "allocation %lu: %s", nth, error);
                CHECK_STR(content("x.pgn"), expected_pgn);
                session_destroy(session);
            } else {
                CHECK_STR(content("x.journal"), "(none)");
            }
            if (!refused)
                break;
        }
    }
}

int main(void)
{
    chess_init();
    openings_init();
    without_a_journal_what_others_append_stays();
    without_a_journal_what_stands_at_the_end_goes_in();
    resumed_after_others_have_appended();
    a_game_is_known_however_it_is_written_down();
    a_sheet_cut_anywhere_is_completed();
    two_exhibitions_keep_their_unfinished_games_apart();
    a_removed_file_is_made_anew();
    a_replaced_file_is_left_and_the_record_goes_on_beside_it();
    both_are_named_at_the_end();
    a_later_journal_of_another_exhibition_is_none_of_ours();
    an_abort_ends_it_whatever_fails();
    with_the_last_sheet_owed_it_is_not_over();
    a_refused_start_leaves_nothing();
    memory_runs_out_anywhere();
    memory_runs_out_at_the_start();
    memory_disk_free(&disk);
    return test_end("record/records");
}
