/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/rules_check.h"

#include "base/json.h"
#include "chess/pgn_reader.h"
#include "rules/claims.h"
#include "rules/illegal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { TAG_SIZE = 128, FINDING_SIZE = 1024 };

/* One game under the arbiter's eye. */
typedef struct Check {
    RulesArbiter *arbiter;
    const PgnGame *pgn;
    const char *file;
    unsigned long number; /* of the game in its file */
    RulesCheckStyle style;
    RulesCheckTotals *totals;
} Check;

static void print_pair(const char *key, const char *text)
{
    char value[2 * FINDING_SIZE];
    json_write_text(text, value, sizeof value);
    printf(",\"%s\":\"%s\"", key, value);
}

static void print_finding(const Check *check, bool remark, const char *white, const char *black, const char *text)
{
    if (check->style == RULES_CHECK_TEXT) {
        printf("%s:%u: game %lu, %s - %s: %s%s\n", check->file, check->pgn->line, check->number, white, black, remark ? "remark: " : "",
               text);
        return;
    }
    printf("{\"line\":%u,\"game\":%lu", check->pgn->line, check->number);
    print_pair("file", check->file);
    print_pair("white", white);
    print_pair("black", black);
    print_pair("finding", remark ? "remark" : "contradiction");
    print_pair("text", text);
    puts("}");
}

__attribute__((format(printf, 3, 4))) static void find(const Check *check, bool remark, const char *format, ...)
{
    char white[TAG_SIZE];
    char black[TAG_SIZE];
    char text[FINDING_SIZE];
    va_list arguments;
    pgn_tag(check->pgn, "White", white, sizeof white);
    pgn_tag(check->pgn, "Black", black, sizeof black);
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    print_finding(check, remark, white[0] ? white : "?", black[0] ? black : "?", text);
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
    snprintf(text, size, "%u%s %s", (unsigned)before->fullmove_number, position_side_to_move(before) == WHITE ? "." : "...", san);
}

/* What the reader could not follow. */
static void check_reading(const Check *check)
{
    const PgnGame *pgn = check->pgn;
    const Position *position = &pgn->game.current;
    Illegal verdict;
    if (pgn->error == PGN_BAD_VARIANT) {
        find(check, true, "not followed: %s", pgn->message);
        return;
    }
    if (pgn->error != PGN_BAD_MOVE) {
        find(check, false, "cannot be read: %s", pgn->message);
        return;
    }
    const unsigned number = (unsigned)position->fullmove_number;
    const char *dots = position_side_to_move(position) == WHITE ? "." : "...";
    if (illegal_read(position, pgn->token, &verdict)) {
        find(check, false, "ply %zu, %u%s %s: %s", pgn->ply, number, dots, pgn->token, pgn->message);
        return;
    }
    char sentence[ILLEGAL_SENTENCE_SIZE];
    illegal_sentence(position, &verdict, sentence);
    const Outcome outcome = outcome_of_position(position);
    if (outcome == OUTCOME_CHECKMATE || outcome == OUTCOME_STALEMATE)
        find(check, false, "play went on after %s: ply %zu, %u%s %s", outcome_name(outcome), pgn->ply, number, dots, pgn->token);
    else
        find(check, false, "illegal move at ply %zu, %u%s %s: %s", pgn->ply, number, dots, pgn->token, sentence);
}

/* Replays the game and reports each end by repetition or the move count that was passed by, once. */
static bool check_play(const Check *check)
{
    const Game *played = &check->pgn->game;
    Game *game = &check->arbiter->game;
    bool reported[OUTCOME_COUNT] = {false};
    bool claim_reported = false, fifty_reported = false;
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
        if (!fifty_reported && (claims_now(game) & CLAIM_FIFTY)) {
            fifty_reported = true;
            find(check, true, "fifty moves without capture or pawn move could have been claimed: ply %zu, %s", ply + 1, move);
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
    size_t alive = 0;                 /* the first dead position comes after more moves than this … */
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

/* Any of the words of `list`, which bars separate, stands in `text`, whatever the case. */
static bool speaks_of(const char *text, const char *list)
{
    for (const char *word = list; *word != '\0';) {
        const size_t length = strcspn(word, "|");
        for (const char *at = text; *at != '\0'; at++)
            if (strncasecmp(at, word, length) == 0)
                return true;
        word += length + (word[length] == '|');
    }
    return false;
}

/* How a game ended, as its tag and last comment say in the words of servers and tournaments. */
typedef struct ToldEnd {
    bool on_time;    /* a flag fell */
    bool outside;    /* absence, or an outsider's decision: the position need not bear it out */
    bool infraction; /* an illegal move, a telephone */
    bool repetition; /* drawn by it, it is said */
} ToldEnd;

static ToldEnd told_end(const PgnGame *pgn)
{
    char text[2 * TAG_SIZE];
    pgn_tag(pgn, "Termination", text, TAG_SIZE);
    const size_t used = strlen(text);
    const size_t more = pgn->last_comment.length < TAG_SIZE - 2 ? pgn->last_comment.length : TAG_SIZE - 2;
    text[used] = ' ';
    if (more > 0)
        memcpy(text + used + 1, pgn->last_comment.text, more);
    text[used + 1 + more] = '\0';
    for (char *c = text; c < text + used + 1 + more; c++)
        if (*c == '\0')
            *c = ' ';
    return (ToldEnd){
        .on_time = speaks_of(
            text, "time forfeit|on time|timeout|time out|timed out|ran out of time|flag fell|forfeits on time|insufficient material"
                  "|time expired|zeit"),
        .outside = speaks_of(text, "abandon|adjudicat|disconnect|did not show|no show|default|bye|unterminated"),
        .infraction = speaks_of(text, "rules infraction|illegal move"),
        .repetition = speaks_of(text, "repetition|threefold|3-fold"),
    };
}

/* A decisive result needs a winner who can mate, whatever ended the game but absence or an outsider. */
static void check_winner(const Check *check, Color winner, const ToldEnd *ending)
{
    const Position *position = &check->arbiter->game.current;
    if (ending->on_time && position_side_to_move(position) == winner)
        find(check, true, "%s wins on time with the move: the other side's clock was not running", side_name(winner));
    if (ending->outside || dead_judge_can_mate(&check->arbiter->judge, position, winner) != CAN_MATE_NO)
        return;
    const char *reason = winnable_reason_text(check->arbiter->judge.result.reason);
    if (ending->on_time)
        find(check, false, "%s wins on time, but cannot mate (%s): this flag fall is a draw", side_name(winner), reason);
    else
        find(check, false, "%s wins, but cannot mate (%s): a draw", side_name(winner), reason);
}

/* A draw that was given where one side was at fault although the other side can mate. */
static void check_drawn_fault(const Check *check, bool on_time)
{
    const Position *position = &check->arbiter->game.current;
    const Color fault = position_side_to_move(position);
    if (dead_judge_can_mate(&check->arbiter->judge, position, color_opposite(fault)) != CAN_MATE_YES)
        return;
    if (on_time)
        find(check, false, "%s's flag fell and the game is given as a draw, but %s can still mate", side_name(fault),
             side_name(color_opposite(fault)));
    else
        find(check, true, "drawn for a rules infraction, but %s can still mate", side_name(color_opposite(fault)));
}

/* A draw without an end by itself. */
static void check_draw(const Check *check, const ToldEnd *ending)
{
    const Game *game = &check->arbiter->game;
    if (ending->on_time)
        check_drawn_fault(check, true);
    else if (ending->infraction)
        check_drawn_fault(check, false);
    else if (game->move_count < 2 && !ending->outside)
        find(check, true, "a draw was agreed after %zu %s: both sides must have moved (5.2.3)", game->move_count,
             game->move_count == 1 ? "ply" : "plies");
    if (ending->repetition && !(claims_now(game) & CLAIM_THREEFOLD))
        find(check, true, "drawn by repetition, it is said, but the position stands for the %s time",
             game_repetitions(game) == 1 ? "first" : "second");
}

static void check_result(const Check *check)
{
    const PgnGame *pgn = check->pgn;
    char tag[TAG_SIZE];
    GameResult result = RESULT_UNFINISHED;
    const bool tagged = pgn_tag(pgn, "Result", tag, sizeof tag);
    const ToldEnd ending = told_end(pgn);

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
        if (verdict.result != result) /* an open result contradicts nothing */
            find(check, result == RESULT_UNFINISHED, "the result is %s, but the final position is %s: %s", result_text(result),
                 outcome_name(outcome), result_text(verdict.result));
        return;
    }
    if (result == RESULT_WHITE_WINS || result == RESULT_BLACK_WINS)
        check_winner(check, result == RESULT_WHITE_WINS ? WHITE : BLACK, &ending);
    else if (result == RESULT_DRAW)
        check_draw(check, &ending);
}

bool rules_check_pgn(RulesArbiter *arbiter, const char *file, const char *text, size_t length, RulesCheckStyle style,
                     RulesCheckTotals *totals)
{
    PgnReader reader = pgn_reader_open(text, length);
    PgnGame pgn;
    if (!pgn_game_init(&pgn))
        return false;
    Check check = {arbiter, &pgn, file, 0, style, totals};
    arbiter->judge.play_node_bound = DEAD_PLAY_NODES_DEFAULT; /* thousands of games are looked at: as much as in play */
    bool ok = true;
    while (ok && pgn_read(&reader, &pgn)) {
        totals->games++;
        check.number++;
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
