/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/rules_check.h"

#include "chess/pgn_reader.h"
#include "rules/claims.h"
#include "rules/illegal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { TAG_SIZE = 128 };

/* One game under the arbiter's eye. */
typedef struct Check {
    RulesArbiter *arbiter;
    const PgnGame *pgn;
    const char *file;
    RulesCheckTotals *totals;
} Check;

__attribute__((format(printf, 3, 4))) static void find(const Check *check, bool remark, const char *format, ...)
{
    char white[TAG_SIZE];
    char black[TAG_SIZE];
    va_list arguments;
    pgn_tag(check->pgn, "White", white, sizeof white);
    pgn_tag(check->pgn, "Black", black, sizeof black);
    printf("%s:%u: game %lu, %s - %s: %s", check->file, check->pgn->line, check->totals->games, white[0] ? white : "?",
           black[0] ? black : "?", remark ? "remark: " : "");
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    if (remark)
        check->totals->remarks++;
    else
        check->totals->contradictions++;
}

/* "12. Nf3" or "12... Nf6". */
static void name_move(const Position *before, Move move, char *text, size_t size)
{
    char san[SAN_SIZE];
    move_to_san(before, move, san);
    snprintf(text, size, "%u%s %s", (unsigned)before->fullmove_number,
             position_side_to_move(before) == WHITE ? "." : "...", san);
}

/* What the reader could not follow. */
static void check_reading(const Check *check)
{
    const PgnGame *pgn = check->pgn;
    Illegal verdict;
    if (pgn->error != PGN_BAD_MOVE) {
        find(check, false, "cannot be read: %s", pgn->message);
        return;
    }
    if (illegal_read(&pgn->game.current, pgn->token, &verdict)) {
        find(check, false, "ply %zu, %s: %s", pgn->ply, pgn->token, pgn->message);
        return;
    }
    char sentence[ILLEGAL_SENTENCE_SIZE];
    illegal_sentence(&pgn->game.current, &verdict, sentence);
    const Outcome outcome = outcome_of_position(&pgn->game.current);
    if (outcome == OUTCOME_CHECKMATE || outcome == OUTCOME_STALEMATE)
        find(check, false, "play went on after %s: ply %zu, %s", outcome_name(outcome), pgn->ply, pgn->token);
    else
        find(check, false, "illegal move at ply %zu, %s: %s", pgn->ply, pgn->token, sentence);
}

/* Replays the game and reports each end by repetition or the move count that was passed by, once. */
static bool check_play(const Check *check)
{
    const Game *played = &check->pgn->game;
    Game *game = &check->arbiter->game;
    bool reported[OUTCOME_COUNT] = {false};
    bool claim_reported = false;
    char move[64];

    game_restart(game, &played->start);
    for (size_t ply = 0; ply < played->move_count; ply++) {
        const Position before = game->current;
        if (!game_play(game, played->moves[ply]))
            return false;
        if (ply + 1 == played->move_count)
            break; /* the end is judged by check_result() */
        const Outcome outcome = outcome_of_game(game, NULL);
        name_move(&before, played->moves[ply], move, sizeof move);
        if (outcome != OUTCOME_NONE && outcome != OUTCOME_DEAD && !reported[outcome]) {
            reported[outcome] = true;
            find(check, false, "play went on after %s: ply %zu, %s", outcome_name(outcome), ply + 1, move);
        }
        if (!claim_reported && (claims_now(game) & CLAIM_THREEFOLD)) {
            claim_reported = true;
            find(check, true, "threefold repetition could have been claimed: ply %zu, %s", ply + 1, move);
        }
    }
    return true;
}

/* Is the position after `plies` moves proven dead? `before` is the one a move earlier. */
static bool is_dead_after(const Check *check, size_t plies, Position *before)
{
    const Game *played = &check->pgn->game;
    Position position = played->start;
    *before = position;
    for (size_t ply = 0; ply < plies; ply++) {
        *before = position;
        position_make_move(&position, played->moves[ply], NULL);
    }
    return dead_judge_is_dead(&check->arbiter->judge, &position);
}

/* Reports the first dead position that play went on from. A dead position stays dead, so only a game that ends
 * in one can have passed one by, and the first is found by halving. */
static void check_dead(const Check *check)
{
    const Game *played = &check->pgn->game;
    Position before;
    if (!is_dead_after(check, played->move_count, &before))
        return;
    size_t alive = 0; /* the first dead position comes after more moves than this … */
    size_t dead = played->move_count; /* … and no more than these */
    while (alive + 1 < dead) {
        const size_t middle = alive + (dead - alive) / 2;
        if (is_dead_after(check, middle, &before))
            dead = middle;
        else
            alive = middle;
    }
    if (dead == played->move_count || dead == 0)
        return;
    char move[64];
    is_dead_after(check, dead, &before);
    name_move(&before, played->moves[dead - 1], move, sizeof move);
    find(check, false, "play went on after dead position: ply %zu, %s", dead, move);
}

static const char *side_name(Color color)
{
    return color == WHITE ? "White" : "Black";
}

/* A decisive result needs a winner who can mate, whatever ended the game but absence or an outsider. */
static void check_winner(const Check *check, Color winner, const char *termination)
{
    const Position *position = &check->arbiter->game.current;
    if (strcasecmp(termination, "abandoned") == 0 || strcasecmp(termination, "adjudication") == 0 ||
        dead_judge_can_mate(&check->arbiter->judge, position, winner) != CAN_MATE_NO)
        return;
    const char *reason = winnable_reason_text(check->arbiter->judge.result.reason);
    if (strcasecmp(termination, "time forfeit") == 0)
        find(check, false, "%s wins on time, but cannot mate (%s): this flag fall is a draw", side_name(winner), reason);
    else
        find(check, false, "%s wins, but cannot mate (%s): a draw", side_name(winner), reason);
}

/* A flag fall that is given as a draw although the other side can mate. */
static void check_drawn_flag(const Check *check)
{
    const Position *position = &check->arbiter->game.current;
    const Color flagged = position_side_to_move(position);
    if (dead_judge_can_mate(&check->arbiter->judge, position, color_opposite(flagged)) == CAN_MATE_YES)
        find(check, false, "%s's flag fell and the game is given as a draw, but %s can still mate", side_name(flagged),
             side_name(color_opposite(flagged)));
}

static void check_result(const Check *check)
{
    const PgnGame *pgn = check->pgn;
    char tag[TAG_SIZE];
    char termination[TAG_SIZE];
    GameResult result = RESULT_UNFINISHED;
    const bool tagged = pgn_tag(pgn, "Result", tag, sizeof tag);
    pgn_tag(pgn, "Termination", termination, sizeof termination);

    const char *written = pgn->result[0] != '\0' ? pgn->result : tagged ? tag : "*";
    if (!result_from_text(written, &result)) {
        find(check, false, "'%s' is no result", written);
        return;
    }
    if (tagged && pgn->result[0] != '\0' && strcmp(tag, pgn->result) != 0)
        find(check, false, "the Result tag says %s, the moves end on %s", tag, pgn->result);

    const Game *game = &check->arbiter->game;
    const Color side = position_side_to_move(&game->current);
    const OutcomeDeadTest dead = dead_judge_test(&check->arbiter->judge);
    const Outcome outcome = outcome_of_game(game, &dead);
    if (outcome != OUTCOME_NONE) {
        const Verdict verdict = verdict_of_outcome(outcome, side);
        if (verdict.result != result)
            find(check, false, "the result is %s, but the final position is %s: %s", result_text(result),
                 outcome_name(outcome), result_text(verdict.result));
        return;
    }
    if (result == RESULT_WHITE_WINS || result == RESULT_BLACK_WINS)
        check_winner(check, result == RESULT_WHITE_WINS ? WHITE : BLACK, termination);
    else if (result == RESULT_DRAW && strcasecmp(termination, "time forfeit") == 0)
        check_drawn_flag(check);
}

bool rules_check_pgn(RulesArbiter *arbiter, const char *file, const char *text, size_t length, RulesCheckTotals *totals)
{
    PgnReader reader = pgn_reader_open(text, length);
    PgnGame pgn;
    if (!pgn_game_init(&pgn))
        return false;
    const Check check = {arbiter, &pgn, file, totals};
    bool ok = true;
    while (ok && pgn_read(&reader, &pgn)) {
        totals->games++;
        if (pgn.warning[0] != '\0')
            find(&check, true, "%s", pgn.warning);
        ok = pgn.error != PGN_OUT_OF_MEMORY && check_play(&check);
        if (ok)
            check_dead(&check);
        if (ok && pgn.error == PGN_OK)
            check_result(&check);
        else if (ok)
            check_reading(&check);
    }
    pgn_game_destroy(&pgn);
    return ok;
}
