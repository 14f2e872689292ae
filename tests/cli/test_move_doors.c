/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Every spelling of a move through the doors of this program that need no process: move_text, the arbiter, its questions,
 * PGN. The cases are in moves.txt and marked.txt beside this file.
 */
#include "test.h"

#include "cli/move_cases.h"

#include "chess/chess.h"
#include "chess/fen.h"
#include "chess/pgn_reader.h"
#include "cli/rules_answer.h"
#include "rules/illegal.h"

static RulesArbiter arbiter;
static PgnGame game;

static Position position_of(const char *text)
{
    Position position;
    FenReport report;
    position_start(&position);
    if (strcmp(text, "startpos") != 0)
        CHECK_MSG(fen_parse(text, FEN_STRICT, &position, &report), "%s: %s", text, report.message);
    return position;
}

/* "e2e4 e4", or why not. */
static void spell(const Position *position, bool legal, Move move, const char *why, char text[64])
{
    char uci[UCI_MOVE_SIZE], san[SAN_SIZE];
    if (!legal) {
        snprintf(text, 64, "%s", why);
        return;
    }
    move_to_uci(position, move, uci);
    move_to_san(position, move, san);
    snprintf(text, 64, "%s %s", uci, san);
}

static void check_pgn(const MoveCase *c, const Position *position)
{
    char pgn[512], got[64];
    Illegal verdict;
    const bool start = strcmp(c->position, "startpos") == 0;
    snprintf(pgn, sizeof pgn, "%s%s%s%s%s *\n", start ? "" : "[FEN \"", start ? "" : c->position, start ? "" : "\"]\n\n",
             position->board.side_to_move == WHITE ? "1." : "1...", c->text);
    PgnReader reader = pgn_reader_open(pgn, strlen(pgn));
    CHECK(pgn_read(&reader, &game));
    const bool legal = game.game.move_count == 1;
    illegal_read(position, game.token, &verdict);
    spell(position, legal, legal ? game.game.moves[0] : MOVE_NONE, illegal_reason_name(verdict.reason), got);
    CHECK_MSG(strcmp(got, c->answer) == 0, "line %d: PGN reads '%s' as %s, expected %s", c->line, c->text, got, c->answer);
}

static void check_others(const MoveCase *c, const Position *position)
{
    Illegal verdict;
    Move move = MOVE_NONE;
    char got[64], question[256], answer[RULES_ANSWER_SIZE];
    const bool legal = illegal_read(position, c->text, &verdict);
    spell(position, legal, verdict.move, illegal_reason_name(verdict.reason), got);
    CHECK_MSG(strcmp(got, c->answer) == 0, "line %d: the arbiter reads '%s' as %s, expected %s", c->line, c->text, got, c->answer);

    const MoveTextError error = move_from_text(position, c->text, &move);
    CHECK_MSG((error == MOVE_TEXT_OK) == legal && move == verdict.move, "line %d: move_text says %s of '%s'", c->line,
              move_text_error_name(error), c->text);
    CHECK_MSG(illegal_is_typing_mistake(verdict.reason) == (error == MOVE_TEXT_UNREADABLE || error == MOVE_TEXT_AMBIGUOUS),
              "line %d: move_text says %s of '%s'", c->line, move_text_error_name(error), c->text);

    snprintf(question, sizeof question, "legal %s : %s", c->position, c->text);
    rules_answer(&arbiter, question, answer);
    snprintf(question, sizeof question, "%s%s", legal ? "yes " : "no ", c->answer);
    if (!legal)
        answer[strlen(question)] = '\0'; /* the sentence */
    CHECK_STR(answer, question);
}

static void check_file(const char *path, bool marked)
{
    MoveCase c;
    int line = 0, count = 0;
    FILE *file = fopen(path, "r");
    if (!CHECK_MSG(file != NULL, "cannot open %s", path))
        return;
    while (move_case_next(file, &c, &line)) {
        const Position position = position_of(c.position);
        Illegal verdict;
        count++;
        check_pgn(&c, &position);
        if (!marked)
            check_others(&c, &position);
        else if (strchr(c.answer, ' ') != NULL)
            CHECK_MSG(!illegal_read(&position, c.text, &verdict), "line %d: '%s' is read outside PGN", c.line, c.text);
    }
    CHECK(count > 10);
    fclose(file);
}

/* `outcome` says when its effort did not reach; a mate, a stalemate or bare material need none. */
static void an_outcome_may_be_undetermined(void)
{
    char answer[RULES_ANSWER_SIZE];
    const uint64_t bound = arbiter.judge.play_node_bound;
    CHECK(bound == WINNABLE_NODES_DEFAULT);
    rules_answer(&arbiter, "outcome 7b/1k5B/7b/8/1p1p1p1p/1PpP1P1P/2P3K1/N7 b - -", answer);
    CHECK_STR(answer, "none");
    arbiter.judge.play_node_bound = 1;
    rules_answer(&arbiter, "outcome 7b/1k5B/7b/8/1p1p1p1p/1PpP1P1P/2P3K1/N7 b - -", answer);
    CHECK_STR(answer, "undetermined whether the position is dead");
    rules_answer(&arbiter, "outcome 8/8/4k3/8/8/3K4/8/8 w - -", answer);
    CHECK_STR(answer, "1/2-1/2 dead position");
    arbiter.judge.play_node_bound = bound;
}

int main(void)
{
    chess_init();
    CHECK(rules_arbiter_init(&arbiter) && pgn_game_init(&game));
    check_file("tests/cli/moves.txt", false);
    check_file("tests/cli/marked.txt", true);
    an_outcome_may_be_undetermined();
    pgn_game_destroy(&game);
    rules_arbiter_destroy(&arbiter);
    return test_end("cli/move_doors");
}
