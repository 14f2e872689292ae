/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Engines that pour out one and the same line without end, every kind of line the languages know: what says something
 * about the game, unasked, fails the seat; all else is read and dropped, and the engine plays on.
 */
#include "seats/seat_test.h"

/* What it plays is of no interest, only that it does. */
static void expect_play(const char *language, const char *line)
{
    Table table;
    char words[256];
    snprintf(words, sizeof words, "%s pour 'line=%s' at=%d", language, line, language[0] == 'x' ? 2 : 1);
    table_open(&table, fake(language[0] == 'x' ? "protocol xboard" : "protocol uci", words), NULL, WHITE, 5000);
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    seat_think(table.seat, &table.game);
    const int64_t until_ns = system_now_ns() + 150000000;
    while (system_now_ns() < until_ns)
        reactor_turn(table.reactor, until_ns);
    seat_ask(table.seat, &table.game, &QUICK);
    const Heard *heard;
    while ((heard = table_next_within(&table, PATIENCE_MS)) != NULL && heard->kind == SIMUL_EVENT_INCIDENT)
        CHECK_STR(heard->text, "floods its output");
    CHECK_MSG(heard != NULL && heard->kind == SIMUL_EVENT_REPLY, "%s: %d %s", line, heard != NULL ? (int)heard->kind : -1,
              heard != NULL ? heard->text : "");
    table_close(&table, true);
}

/* Nothing comes after the failure, and not many more events than may come unasked before it. */
static void expect_failure(const char *language, const char *line, const char *reason)
{
    Table table;
    char words[256];
    snprintf(words, sizeof words, "%s pour 'line=%s' at=%d", language, line, language[0] == 'x' ? 2 : 1);
    table_open(&table, fake(language[0] == 'x' ? "protocol xboard" : "protocol uci", words), NULL, WHITE, 5000);
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    seat_think(table.seat, &table.game);
    const Heard *heard = NULL;
    const int64_t until_ns = system_now_ns() + (int64_t)PATIENCE_MS * 1000000;
    while (system_now_ns() < until_ns && ((heard = table_next_within(&table, PATIENCE_MS)) == NULL || heard->kind != SIMUL_EVENT_FAILED))
        ;
    CHECK_MSG(heard != NULL && heard->kind == SIMUL_EVENT_FAILED && strncmp(heard->text, reason, strlen(reason)) == 0, "%s: %s", line,
              heard != NULL ? heard->text : "no failure");
    CHECK_MSG(table.heard_count <= SEAT_UNASKED_MAX + 4, "%s: %d events", line, table.heard_count);
    const int heard_then = table.heard_count;
    CHECK_MSG(table_next_within(&table, 50) == NULL, "%s: more after the failure", line);
    CHECK_INT(table.heard_count, heard_then);
    table_close(&table, true);
}

int main(void)
{
    static const char flood[] = "floods the arbiter: more than 100 things that nobody asked for";
    static const char *const uci_failing[] = {"bestmove e7e5", "bestmove", "bestmove e2e4 ponder e7e5"};
    /* clang-format off */
    static const char *const uci_dropped[] = {
        "info depth 12 score cp -35 nodes 1234 pv e2e4 e7e5", "info string hello", "info currmove e2e4 currmovenumber 1", "id name Another",
        "option name Hash type spin default 1 min 1 max 2", "uciok", "registration ok", "copyprotection checking", "nonsense", "", "readyok"};
    /* clang-format on */
    static const char *const xboard_failing[] = {"move e7e5",     "offer draw", "resign", "1/2-1/2 {repetition}",
                                                 "0-1 {resigns}", "1-0 {mates}"};
    static const char *const xboard_dropped[] = {"12 35 100 20000 e2e4 e7e5",
                                                 "# a remark",
                                                 "telluser hello",
                                                 "tellusererror oh",
                                                 "tellall hello",
                                                 "pong 7",
                                                 "feature ping=1 done=1",
                                                 "Error (unknown command): foo",
                                                 "hint e2e4",
                                                 "nonsense"};
    chess_init();
    system_ignore_broken_pipes();
    for (size_t i = 0; i < sizeof uci_failing / sizeof *uci_failing; i++)
        expect_failure("uci", uci_failing[i], flood);
    for (size_t i = 0; i < sizeof uci_dropped / sizeof *uci_dropped; i++)
        expect_play("uci", uci_dropped[i]);
    for (size_t i = 0; i < sizeof xboard_failing / sizeof *xboard_failing; i++)
        expect_failure("xboard", xboard_failing[i], flood);
    for (size_t i = 0; i < sizeof xboard_dropped / sizeof *xboard_dropped; i++)
        expect_play("xboard", xboard_dropped[i]);
    expect_failure("xboard", "Illegal move: e7e5", "does not accept a move of the game: Illegal move: e7e5");
    CHECK(no_children());
    return test_end("seats/floods");
}
