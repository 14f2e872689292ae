/* SPDX-License-Identifier: GPL-3.0-only */
/* Can this side still mate? Cases by their verdicts and reasons, and lines that are played out. */
#include "rules_test.h"

#include "chess/movegen.h"
#include "rules/winnable.h"

#include <stdlib.h>

enum { BOUND = 200000, MEMORY = 24 * 1024 * 1024 };

static WinnableMemory memory;
static WinnableResult result;

/* The full verdict for `side`; a line, if there is one, must mate. */
static WinnableVerdict full(const char *fen, Color side)
{
    const Position position = position_of(fen);
    winnable_full(&position, side, BOUND, &memory, &result);
    if (result.verdict == WINNABLE_YES)
        CHECK_MSG(winnable_line_mates(&position, side, result.line, result.line_length), "%s: the line is no mate", fen);
    CHECK_MSG((result.verdict == WINNABLE_NO) == (result.reason != WINNABLE_REASON_NONE), "%s: reason %d", fen, result.reason);
    return result.verdict;
}

static void expect_yes(const char *fen, Color side)
{
    const WinnableVerdict verdict = full(fen, side);
    CHECK_MSG(verdict == WINNABLE_YES, "%s %d: %s (%s)", fen, side, winnable_verdict_name(verdict), winnable_reason_text(result.reason));
    const Position position = position_of(fen);
    winnable_quick(&position, side, &result);
    CHECK_MSG(result.verdict != WINNABLE_NO, "%s %d: quick says no", fen, side);
}

static void expect_no(const char *fen, Color side, WinnableReason reason)
{
    const WinnableVerdict verdict = full(fen, side);
    CHECK_MSG(verdict == WINNABLE_NO && result.reason == reason, "%s %d: %s (%s)", fen, side, winnable_verdict_name(verdict),
              winnable_reason_text(result.reason));
    const Position position = position_of(fen);
    winnable_quick(&position, side, &result);
    CHECK_MSG(result.verdict != WINNABLE_YES, "%s %d: quick says yes", fen, side);
}

static void expect_quick_no(const char *fen, Color side, WinnableReason reason)
{
    const Position position = position_of(fen);
    winnable_quick(&position, side, &result);
    CHECK_MSG(result.verdict == WINNABLE_NO && result.reason == reason, "%s %d: quick %s (%s)", fen, side,
              winnable_verdict_name(result.verdict), winnable_reason_text(result.reason));
}

static void test_game_over(void)
{
    expect_no("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", WHITE, WINNABLE_REASON_STALEMATE);
    expect_no("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", BLACK, WINNABLE_REASON_MATED);
    CHECK_INT(full("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", WHITE), WINNABLE_YES);
    CHECK_INT(result.line_length, 0);
}

static void test_material(void)
{
    expect_no("8/8/4k3/8/8/3K4/8/8 w - - 0 1", WHITE, WINNABLE_REASON_BARE_KING);
    expect_no("8/8/4k3/8/8/3K4/8/7R w - - 0 1", BLACK, WINNABLE_REASON_BARE_KING);
    expect_yes("8/8/4k3/8/8/3K4/8/7R w - - 0 1", WHITE);
    expect_no("8/8/4k3/8/8/3K4/8/7N w - - 0 1", WHITE, WINNABLE_REASON_MATERIAL);
    expect_no("8/8/4k3/8/8/3K4/8/7B w - - 0 1", WHITE, WINNABLE_REASON_MATERIAL);
    expect_yes("8/8/4k3/8/8/3K4/7N/7N w - - 0 1", WHITE);
    /* one knight: against queens never, against anything that can block */
    expect_no("8/8/4k2q/8/8/3K4/8/7N w - - 0 1", WHITE, WINNABLE_REASON_MATERIAL);
    expect_no("8/5q2/4k2q/8/8/3K4/8/7N w - - 0 1", WHITE, WINNABLE_REASON_MATERIAL);
    expect_yes("8/8/4k2r/8/8/3K4/8/7N w - - 0 1", WHITE);
    expect_yes("8/8/4k2b/8/8/3K4/8/7N w - - 0 1", WHITE);
    expect_yes("8/8/4k2n/8/8/3K4/8/7N w - - 0 1", WHITE);
    expect_yes("8/7p/4k3/8/8/3K4/8/7N w - - 0 1", WHITE);
    /* bishops of one colour: against queens, rooks and their like never */
    expect_no("8/8/4k3/8/8/3K4/6B1/7B w - - 0 1", WHITE, WINNABLE_REASON_MATERIAL);
    expect_no("6b1/8/4k3/8/8/3K4/6B1/7B w - - 0 1", WHITE, WINNABLE_REASON_MATERIAL);
    expect_no("6b1/8/4k3/8/8/3K4/6B1/7B w - - 0 1", BLACK, WINNABLE_REASON_MATERIAL);
    expect_no("7r/8/4k2q/8/8/3K4/6B1/8 w - - 0 1", WHITE, WINNABLE_REASON_MATERIAL);
    expect_yes("7b/8/4k3/8/8/3K4/6B1/8 w - - 0 1", WHITE);
    expect_yes("7b/8/4k3/8/8/3K4/6B1/8 w - - 0 1", BLACK);
    expect_yes("7n/8/4k3/8/8/3K4/6B1/8 w - - 0 1", WHITE);
    expect_yes("8/7p/4k3/8/8/3K4/6B1/8 w - - 0 1", WHITE);
    expect_yes("8/8/4k3/8/8/3K2B1/6B1/8 w - - 0 1", WHITE);
    expect_yes("8/8/4k3/8/8/3K1N2/6B1/8 w - - 0 1", WHITE);
    expect_quick_no("6b1/8/4k3/8/8/3K4/6B1/7B w - - 0 1", WHITE, WINNABLE_REASON_MATERIAL);
}

static void test_forced(void)
{
    /* the only move takes the last mating piece; if it is guarded, it mates */
    expect_no("7k/6Q1/8/8/8/8/8/K7 b - - 0 1", WHITE, WINNABLE_REASON_FORCED);
    expect_quick_no("7k/6Q1/8/8/8/8/8/K7 b - - 0 1", WHITE, WINNABLE_REASON_FORCED);
    expect_yes("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", WHITE);
    /* the same with a knight left, which cannot mate alone, and with a pawn left, which can */
    expect_no("7k/6Q1/8/8/8/8/8/K6N b - - 0 1", WHITE, WINNABLE_REASON_FORCED);
    expect_yes("7k/6Q1/8/8/8/8/7P/K7 b - - 0 1", WHITE);
    expect_no("8/8/8/8/8/5k2/7q/7K w - - 0 1", BLACK, WINNABLE_REASON_FORCED);
}

static void test_locked(void)
{
    /* a wall of pawns across the board, bishops on the wrong colour or behind it */
    expect_no("4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1", WHITE, WINNABLE_REASON_LOCKED);
    expect_no("4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1", BLACK, WINNABLE_REASON_LOCKED);
    expect_no("4kb2/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/3BK3 w - - 0 1", WHITE, WINNABLE_REASON_LOCKED);
    expect_no("4kb2/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/3BK3 w - - 0 1", BLACK, WINNABLE_REASON_LOCKED);
    expect_quick_no("4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1", WHITE, WINNABLE_REASON_LOCKED);
    /* a knight jumps over the same wall */
    expect_yes("4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/3NK3 w - - 0 1", WHITE);
    expect_yes("4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/3NK3 w - - 0 1", BLACK);
    /* the b file is empty, but pawns guard both its crossings; without the a pawns there is a way round */
    expect_no("4k3/8/3p1p1p/p1pPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1", WHITE, WINNABLE_REASON_LOCKED);
    expect_yes("4k3/8/3p1p1p/2pPpPpP/2P1P1P1/8/8/4K3 w - - 0 1", WHITE);
    expect_yes("4k3/8/3p1p1p/2pPpPpP/2P1P1P1/8/8/4K3 w - - 0 1", BLACK);
}

int main(void)
{
    chess_init();
    void *block = malloc(MEMORY);
    if (block == NULL || !winnable_memory_init(&memory, block, MEMORY))
        return 1;
    test_game_over();
    test_material();
    test_forced();
    test_locked();
    free(block);
    return test_end("rules/winnable");
}
