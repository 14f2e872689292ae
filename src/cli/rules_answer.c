/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/rules_answer.h"

#include "chess/fen.h"
#include "chess/move_text.h"
#include "rules/claims.h"
#include "rules/illegal.h"
#include "rules/openings.h"
#include "rules/touch.h"
#include "tablebase/moves.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The answer under construction, and what is left of the question. */
typedef struct Dialogue {
    RulesArbiter *arbiter;
    const char *rest;
    char *answer;
    size_t length;
} Dialogue;

bool rules_arbiter_init(RulesArbiter *arbiter)
{
    Position start;
    position_start(&start);
    memset(arbiter, 0, sizeof *arbiter);
    arbiter->block = malloc(WINNABLE_MEMORY_DEFAULT);
    if (arbiter->block == NULL || !winnable_memory_init(&arbiter->memory, arbiter->block, WINNABLE_MEMORY_DEFAULT) ||
        !game_init(&arbiter->game, &start)) {
        free(arbiter->block);
        arbiter->block = NULL;
        return false;
    }
    dead_judge_init(&arbiter->judge, &arbiter->memory);
    arbiter->judge.play_node_bound = WINNABLE_NODES_DEFAULT; /* whoever asks here can wait */
    return true;
}

void rules_arbiter_destroy(RulesArbiter *arbiter)
{
    if (arbiter->block != NULL)
        game_destroy(&arbiter->game);
    free(arbiter->block);
    arbiter->block = NULL;
}

__attribute__((format(printf, 2, 3))) static void say(Dialogue *dialogue, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int written = vsnprintf(dialogue->answer + dialogue->length, RULES_ANSWER_SIZE - dialogue->length, format, arguments);
    va_end(arguments);
    if (written > 0)
        dialogue->length += (size_t)written;
    if (dialogue->length >= RULES_ANSWER_SIZE)
        dialogue->length = RULES_ANSWER_SIZE - 1;
}

/* Starts the answer over as an error. Returns false, so that a reader can end on it. */
__attribute__((format(printf, 2, 3))) static bool fail(Dialogue *dialogue, const char *format, ...)
{
    va_list arguments;
    memcpy(dialogue->answer, "error ", 6);
    va_start(arguments, format);
    vsnprintf(dialogue->answer + 6, 512, format, arguments);
    va_end(arguments);
    return false;
}

static void skip_blanks(Dialogue *dialogue)
{
    dialogue->rest += strspn(dialogue->rest, " \t\r\n");
}

/* Length of the word at the front; 0 at the end of the question. */
static size_t word_length(Dialogue *dialogue)
{
    skip_blanks(dialogue);
    return strcspn(dialogue->rest, " \t\r\n");
}

/* Takes the word at the front if it is `word`. */
static bool take_word(Dialogue *dialogue, const char *word)
{
    const size_t length = word_length(dialogue);
    if (length != strlen(word) || strncmp(dialogue->rest, word, length) != 0)
        return false;
    dialogue->rest += length;
    return true;
}

/* Reads `startpos` or a FEN into the arbiter's game. */
static bool read_position(Dialogue *dialogue)
{
    Position position;
    FenReport report;
    skip_blanks(dialogue);
    if (take_word(dialogue, "startpos")) {
        position_start(&position);
    } else {
        if (!fen_parse(dialogue->rest, FEN_STRICT, &position, &report))
            return fail(dialogue, "%s", report.message);
        dialogue->rest += report.length;
        dialogue->rest += fen_end_length(dialogue->rest);
    }
    game_restart(&dialogue->arbiter->game, &position);
    return true;
}

/* Goes over the move at the front, of `length` characters, and the "e.p." that people write after an en passant capture. */
static void pass_move(Dialogue *dialogue, size_t length)
{
    dialogue->rest += length;
    take_word(dialogue, "e.p.");
}

/* Plays `moves …`, if it is there, up to a colon or the end. */
static bool read_moves(Dialogue *dialogue)
{
    Game *game = &dialogue->arbiter->game;
    if (!take_word(dialogue, "moves"))
        return true;
    for (size_t length; (length = word_length(dialogue)) > 0 && !(length == 1 && *dialogue->rest == ':');) {
        Illegal verdict;
        if (!illegal_read(&game->current, dialogue->rest, &verdict)) {
            char sentence[ILLEGAL_SENTENCE_SIZE];
            illegal_sentence(&game->current, &verdict, sentence);
            return fail(dialogue, "move %zu, '%.*s': %s", game->move_count + 1, length > 16 ? 16 : (int)length, dialogue->rest, sentence);
        }
        if (!game_play(game, verdict.move))
            return fail(dialogue, "out of memory");
        pass_move(dialogue, length);
    }
    return true;
}

static bool read_game(Dialogue *dialogue)
{
    return read_position(dialogue) && read_moves(dialogue);
}

static bool read_end(Dialogue *dialogue)
{
    const size_t length = word_length(dialogue);
    return length == 0 || fail(dialogue, "nothing more is expected, not '%.*s'", length > 40 ? 40 : (int)length, dialogue->rest);
}

static bool read_colon(Dialogue *dialogue, const char *what)
{
    return take_word(dialogue, ":") || fail(dialogue, "expected ' : ' and %s", what);
}

static bool read_side(Dialogue *dialogue, Color *side)
{
    if (take_word(dialogue, "white"))
        *side = WHITE;
    else if (take_word(dialogue, "black"))
        *side = BLACK;
    else
        return fail(dialogue, "expected white or black");
    return true;
}

static void answer_outcome(Dialogue *dialogue)
{
    RulesArbiter *arbiter = dialogue->arbiter;
    if (!read_game(dialogue) || !read_end(dialogue))
        return;
    const OutcomeDeadTest dead = dead_judge_test(&arbiter->judge);
    const uint64_t open_before = arbiter->judge.undetermined;
    const Outcome outcome = outcome_of_game(&arbiter->game, &dead);
    const Verdict verdict = verdict_of_outcome(outcome, position_side_to_move(&arbiter->game.current));
    if (outcome == OUTCOME_NONE && arbiter->judge.undetermined != open_before)
        say(dialogue, "undetermined whether the position is dead");
    else if (outcome == OUTCOME_NONE)
        say(dialogue, "none");
    else
        say(dialogue, "%s %s", result_text(verdict.result), outcome_name(outcome));
}

static void say_move(Dialogue *dialogue, const Position *position, Move move)
{
    char text[UCI_MOVE_SIZE];
    move_to_uci(position, move, text);
    say(dialogue, " %s", text);
}

static void say_line(Dialogue *dialogue, const Position *start, const WinnableResult *result)
{
    Position position = *start;
    for (int i = 0; i < result->line_length; i++) {
        say_move(dialogue, &position, result->line[i]);
        position_make_move(&position, result->line[i], NULL);
    }
}

static void answer_winnable(Dialogue *dialogue, bool quick)
{
    RulesArbiter *arbiter = dialogue->arbiter;
    const Position *position = &arbiter->game.current;
    WinnableResult *result = &arbiter->judge.result;
    Color side = WHITE;
    if (!read_side(dialogue, &side) || !read_game(dialogue) || !read_end(dialogue))
        return;
    if (quick)
        winnable_quick(position, side, result);
    else
        winnable_full(position, side, WINNABLE_NODES_DEFAULT, &arbiter->memory, result);

    say(dialogue, "%s", winnable_verdict_name(result->verdict));
    if (result->verdict == WINNABLE_NO)
        say(dialogue, " %s", winnable_reason_text(result->reason));
    else if (result->verdict == WINNABLE_YES && !quick)
        say_line(dialogue, position, result);
}

static void answer_winnable_full(Dialogue *dialogue)
{
    answer_winnable(dialogue, false);
}

static void answer_winnable_quick(Dialogue *dialogue)
{
    answer_winnable(dialogue, true);
}

enum { HAND_EVENTS_MAX = 64 };

static void answer_touch(Dialogue *dialogue)
{
    const Position *position = &dialogue->arbiter->game.current;
    HandEvent events[HAND_EVENTS_MAX];
    size_t count = 0;
    if (!read_game(dialogue) || !read_colon(dialogue, "the squares touched"))
        return;
    for (size_t length; (length = word_length(dialogue)) > 0; dialogue->rest += length) {
        if (count == HAND_EVENTS_MAX) {
            fail(dialogue, "more than %d touches", HAND_EVENTS_MAX);
            return;
        }
        if (!touch_read_event(dialogue->rest, &events[count++])) {
            fail(dialogue, "'%.*s' is no square, g1-f3, e8=Q, adjust or ?", length > 16 ? 16 : (int)length, dialogue->rest);
            return;
        }
    }
    TouchObligation obligation;
    char sentence[TOUCH_SENTENCE_SIZE];
    touch_hand(position, events, count, &obligation);
    touch_sentence(position, &obligation, sentence);
    const char *article = touch_article(obligation.rule);
    say(dialogue, "%s %s", obligation.bound ? "bound" : "free", article[0] != '\0' ? article : "-");
    for (int i = 0; i < obligation.moves.count; i++)
        say_move(dialogue, position, obligation.moves.moves[i]);
    say(dialogue, " : %s", sentence);
}

static void answer_legal(Dialogue *dialogue)
{
    const Position *position = &dialogue->arbiter->game.current;
    Illegal verdict;
    if (!read_game(dialogue) || !read_colon(dialogue, "a move"))
        return;
    const size_t length = word_length(dialogue);
    if (length == 0) {
        fail(dialogue, "expected a move after the colon");
        return;
    }
    if (illegal_read(position, dialogue->rest, &verdict)) {
        pass_move(dialogue, length);
        if (!read_end(dialogue))
            return;
        char san[SAN_SIZE];
        move_to_san(position, verdict.move, san);
        say(dialogue, "yes");
        say_move(dialogue, position, verdict.move);
        say(dialogue, " %s", san);
        return;
    }
    char sentence[ILLEGAL_SENTENCE_SIZE];
    illegal_sentence(position, &verdict, sentence);
    say(dialogue, "no %s %s", illegal_reason_name(verdict.reason), sentence);
}

static void answer_claim(Dialogue *dialogue)
{
    const Game *game = &dialogue->arbiter->game;
    if (!read_game(dialogue))
        return;
    unsigned claims = claims_now(game);
    int repetitions = game_repetitions(game), plies = game->current.halfmove_clock;
    const char *with = "";
    if (take_word(dialogue, ":")) {
        Illegal verdict;
        const size_t length = word_length(dialogue);
        if (length == 0 || !illegal_read(&game->current, dialogue->rest, &verdict)) {
            fail(dialogue, "'%.*s' is no legal move here", length > 16 ? 16 : (int)length, dialogue->rest);
            return;
        }
        pass_move(dialogue, length);
        claims |= claims_with_move(game, verdict.move);
        repetitions = claims_repetitions_after(game, verdict.move);
        plies = claims_plies_after(game, verdict.move);
        with = " with the intended move";
    }
    if (!read_end(dialogue))
        return;
    if (claims != CLAIM_NONE)
        say(dialogue, "yes %s", claims_name(claims));
    else
        say(dialogue, "no occurrence %d%s, %d plies without capture or pawn move", repetitions, with, plies);
}

static void answer_opening(Dialogue *dialogue)
{
    RulesArbiter *arbiter = dialogue->arbiter;
    Position start;
    position_start(&start);
    game_restart(&arbiter->game, &start);
    const bool from_start = take_word(dialogue, "startpos") || strncmp(dialogue->rest, "moves", 5) == 0;
    if ((!from_start && !read_position(dialogue)) || !read_moves(dialogue) || !read_end(dialogue))
        return;
    const Opening *opening = openings_of_game(&arbiter->game);
    if (opening == NULL)
        say(dialogue, "none");
    else
        say(dialogue, "%s %s", opening->eco, opening->name);
}

/* The number of the article. */
static const char *article_of(const Verdict *verdict)
{
    const char *ground = verdict_ground(verdict);
    return strncmp(ground, "Article ", 8) == 0 ? ground + 8 : "-";
}

/* One side's flag falls, or it resigns. Where the game was over before, that stands. */
static void answer_fault(Dialogue *dialogue, Ending ending)
{
    RulesArbiter *arbiter = dialogue->arbiter;
    const Position *position = &arbiter->game.current;
    Color side = WHITE;
    if (!read_side(dialogue, &side) || !read_game(dialogue) || !read_end(dialogue))
        return;
    const OutcomeDeadTest dead = dead_judge_test(&arbiter->judge);
    const Outcome outcome = outcome_of_game(&arbiter->game, &dead);
    if (outcome != OUTCOME_NONE) {
        const Verdict before = verdict_of_outcome(outcome, position_side_to_move(position));
        say(dialogue, "%s %s : the game was over: %s", result_text(before.result), article_of(&before), outcome_name(outcome));
        return;
    }
    char reason[VERDICT_REASON_SIZE];
    const CanMate can_mate = dead_judge_can_mate(&arbiter->judge, position, color_opposite(side));
    const Verdict verdict = verdict_at_fault(ending, side, can_mate);
    verdict_reason(&verdict, reason);
    say(dialogue, "%s %s : %s%s", result_text(verdict.result), article_of(&verdict), reason,
        verdict.undetermined ? " (that the other side can mate is undetermined and counts as yes)" : "");
}

static void answer_flag(Dialogue *dialogue)
{
    answer_fault(dialogue, ENDING_TIME);
}

static void answer_resign(Dialogue *dialogue)
{
    answer_fault(dialogue, ENDING_RESIGNATION);
}

/* With the fifty-move rule, without it, and the distance. */
static void say_worth(Dialogue *dialogue, Wdl wdl, int dtz, int clock)
{
    static const char *const words[] = {"loss", "draw", "win", "unclear"};
    say(dialogue, "%s %s %d", words[tablebase_verdict(wdl, dtz, clock) + 1], words[(wdl > 0) - (wdl < 0) + 1], dtz);
}

/* Better for the side that makes it: the sooner a win comes and the later a loss. */
static bool is_better(const TablebaseMove *move, const TablebaseMove *than)
{
    return move->wdl != than->wdl ? move->wdl > than->wdl : move->dtz < than->dtz;
}

static void answer_tablebase(Dialogue *dialogue)
{
    RulesArbiter *arbiter = dialogue->arbiter;
    const Position *position = &arbiter->game.current;
    TablebaseMoves known;
    if (!read_game(dialogue) || !read_end(dialogue))
        return;
    if (arbiter->tablebase == NULL) {
        fail(dialogue, "there are no tables: carousel rules --tablebase FOLDERS");
        return;
    }
    if (!tablebase_moves(arbiter->tablebase, &position->board, &known)) {
        const int men = bits_count(board_occupied(&position->board));
        say(dialogue, "unknown %s",
            men > tablebase_men(arbiter->tablebase) ? "too many men"
            : position->board.castling != 0         ? "castling rights are in no table"
                                                    : "a table is missing or damaged");
        return;
    }
    say_worth(dialogue, known.wdl, known.dtz, position->halfmove_clock);
    for (int left = known.count; left > 0; left--) {
        TablebaseMove *best = known.moves;
        for (int i = 1; i < left; i++)
            best = is_better(&known.moves[i], best) ? &known.moves[i] : best;
        say(dialogue, left == known.count ? " :" : ",");
        say_move(dialogue, position, best->move);
        say(dialogue, " ");
        say_worth(dialogue, best->wdl, best->dtz, position->halfmove_clock);
        *best = known.moves[left - 1];
    }
}

typedef struct RulesQuestion {
    const char *name;
    void (*answer)(Dialogue *dialogue);
} RulesQuestion;

static const RulesQuestion questions[] = {
    {"outcome", answer_outcome},
    {"winnable", answer_winnable_full},
    {"winnable-quick", answer_winnable_quick},
    {"touch", answer_touch},
    {"legal", answer_legal},
    {"claim", answer_claim},
    {"opening", answer_opening},
    {"flag", answer_flag},
    {"resign", answer_resign},
    {"tablebase", answer_tablebase},
};

void rules_answer(RulesArbiter *arbiter, const char *question, char answer[RULES_ANSWER_SIZE])
{
    Dialogue dialogue = {.arbiter = arbiter, .rest = question, .answer = answer};
    answer[0] = '\0';
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (take_word(&dialogue, questions[i].name)) {
            questions[i].answer(&dialogue);
            return;
        }
    const size_t length = word_length(&dialogue);
    fail(&dialogue, "'%.*s' is no question: outcome, winnable, winnable-quick, touch, legal, claim, opening, flag, resign, tablebase",
         length > 40 ? 40 : (int)length, dialogue.rest);
}
