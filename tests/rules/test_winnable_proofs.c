/* SPDX-License-Identifier: GPL-3.0-only */
/* The winnability analysis against plain counting: every position that can arise from small closed ones, random
 * games, and the claims about bare material. */
#include "rules_test.h"

#include "chess/movegen.h"
#include "rules/winnable.h"

#include <stdlib.h>

enum { MEMORY = 16 * 1024 * 1024, BOUND = 30000, ARISING_MAX = 8000, SEEN_SIZE = 1 << 15 };

static WinnableMemory memory;
static WinnableResult result;

static uint64_t random_state = 20221109;

static uint64_t random_next(void)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int random_below(int n)
{
    return (int)(random_next() % (uint64_t)n);
}

static void put(Board *board, Color color, PieceType type, int square)
{
    const Bitboard bit = square_bit((Square)square);
    if (board_occupied(board) & bit)
        return;
    board->by_type[type] |= bit;
    board->by_color[color] |= bit;
}

/* Pawns that mostly block each other, a few pieces, kings anywhere. False if it is no position. */
static bool random_closed_position(Position *position)
{
    memset(position, 0, sizeof *position);
    Board *board = &position->board;
    board->en_passant = NO_SQUARE;
    /* A chain of pawn pairs that zigzags, so that they do not attack each other, with a gap here and there. */
    int rank = 2 + random_below(3);
    for (int file = 0; file < 8; file++) {
        if (random_below(4) == 0)
            continue;
        put(board, WHITE, PAWN, file + 8 * rank);
        put(board, BLACK, PAWN, file + 8 * (rank + 1));
        rank += rank == 1 ? 1 : rank == 5 ? -1 : random_below(2) == 0 ? 1 : -1;
    }
    for (int pawns = random_below(4) / 3; pawns > 0; pawns--)
        put(board, (Color)random_below(2), PAWN, 8 + random_below(48));
    for (int pieces = random_below(3); pieces > 0; pieces--) {
        static const PieceType types[] = {BISHOP, BISHOP, BISHOP, KNIGHT, KNIGHT, ROOK, QUEEN};
        put(board, (Color)random_below(2), types[random_below(7)], random_below(64));
    }
    put(board, WHITE, KING, random_below(64));
    put(board, BLACK, KING, random_below(64));
    board->side_to_move = (uint8_t)random_below(2);
    if (bits_count(board->by_type[KING]) != 2 || board_checkers(board, color_opposite((Color)board->side_to_move)) != 0)
        return false;
    position_refresh(position);
    return true;
}

/* What plain counting finds out. */
typedef struct Arising {
    bool mates[COLOR_COUNT]; /* a mate by this colour was met */
    bool all;                /* everything that can arise was met */
} Arising;

static Arising arising_from(const Position *start)
{
    static Position positions[ARISING_MAX];
    static uint64_t seen[SEEN_SIZE];
    Arising arising = {{false, false}, true};
    memset(seen, 0, sizeof seen);
    int count = 0;
    positions[count++] = *start;
    seen[start->key % SEEN_SIZE] = start->key;
    for (int i = 0; i < count; i++) {
        MoveList list;
        movegen_legal(&positions[i].board, &list);
        if (list.count == 0 && position_in_check(&positions[i]))
            arising.mates[color_opposite(position_side_to_move(&positions[i]))] = true;
        for (int j = 0; j < list.count; j++) {
            Position next = positions[i];
            position_make_move(&next, list.moves[j], NULL);
            size_t slot = next.key % SEEN_SIZE;
            while (seen[slot] != 0 && seen[slot] != next.key)
                slot = (slot + 1) % SEEN_SIZE;
            if (seen[slot] != 0)
                continue;
            if (count == ARISING_MAX) {
                arising.all = false;
                return arising;
            }
            seen[slot] = next.key;
            positions[count++] = next;
        }
    }
    return arising;
}

/* Both forms for both sides against what arises. */
static void compare(const Position *position, const Arising *arising, unsigned long *settled)
{
    for (Color side = WHITE; side <= BLACK; side++) {
        char fen[FEN_SIZE];
        fen_write(position, fen);
        winnable_full(position, side, BOUND, &memory, &result);
        const WinnableVerdict verdict = result.verdict;
        if (verdict == WINNABLE_YES)
            CHECK_MSG(winnable_line_mates(position, side, result.line, result.line_length), "%s: line", fen);
        winnable_quick(position, side, &result);
        CHECK_MSG(result.verdict == WINNABLE_UNDETERMINED || verdict == WINNABLE_UNDETERMINED || result.verdict == verdict,
                  "%s %d: quick %s, full %s", fen, side, winnable_verdict_name(result.verdict), winnable_verdict_name(verdict));
        if (arising->mates[side])
            CHECK_MSG(verdict != WINNABLE_NO && result.verdict != WINNABLE_NO, "%s %d: no, but a mate exists", fen, side);
        else if (arising->all)
            CHECK_MSG(verdict == WINNABLE_NO && result.verdict != WINNABLE_YES, "%s %d: %s, but no mate exists", fen, side,
                      winnable_verdict_name(verdict));
        if (arising->mates[side] || arising->all)
            ++*settled;
    }
}

static void test_closed_positions(void)
{
    unsigned long settled = 0;
    for (int i = 0; i < 5000; i++) {
        Position position;
        if (!random_closed_position(&position))
            continue;
        const Arising arising = arising_from(&position);
        compare(&position, &arising, &settled);
    }
    CHECK_MSG(settled > 400, "only %lu verdicts could be compared", settled);
}

static void test_random_games(void)
{
    const Arising unknown = {{false, false}, false};
    unsigned long settled = 0;
    for (int game = 0; game < 40; game++) {
        Position position;
        position_start(&position);
        for (int ply = 0; ply < 300; ply++) {
            MoveList list;
            movegen_legal(&position.board, &list);
            if (list.count == 0)
                break;
            position_make_move(&position, list.moves[random_below(list.count)], NULL);
            if (ply % 23 == 0)
                compare(&position, &unknown, &settled);
        }
    }
}

/* The same question asked again, in between others and in a memory used before, gets the same answer. */
static void test_same_answer_again(void)
{
    const Position position = position_of("4k3/8/3p1p1p/2pPpPpP/2P1P1P1/8/8/4K3 w - - 0 1");
    static WinnableResult first;
    winnable_full(&position, BLACK, BOUND, &memory, &first);
    for (int i = 0; i < 3; i++) {
        winnable_full(&position, i % 2 == 0 ? WHITE : BLACK, (uint64_t)(100 << i), &memory, &result);
        winnable_full(&position, BLACK, BOUND, &memory, &result);
        CHECK_INT(result.verdict, first.verdict);
        CHECK_INT(result.nodes, first.nodes);
        CHECK_INT(result.line_length, first.line_length);
        CHECK(memcmp(result.line, first.line, (size_t)first.line_length * sizeof(Move)) == 0);
    }
}

/* One knight against queens: every knight's check, every set of queens around the king, every place of the
 * other king. A queen elsewhere can only help against the mate. */
static void test_knight_against_queens(void)
{
    unsigned long mates = 0, tried = 0;
    for (int king = 0; king < 64; king++) {
        const Bitboard around = attacks_king((Square)king);
        Bitboard knights = attacks_knight((Square)king);
        while (knights != 0) {
            const Bitboard knight = square_bit((Square)bits_pop(&knights));
            for (Bitboard queens = 0;;) {
                Bitboard others = ~(around | square_bit((Square)king) | knight);
                while (others != 0) {
                    const Bitboard other = square_bit((Square)bits_pop(&others));
                    Board board = {.en_passant = NO_SQUARE, .side_to_move = BLACK};
                    board.by_type[KING] = square_bit((Square)king) | other;
                    board.by_type[KNIGHT] = knight;
                    board.by_type[QUEEN] = queens;
                    board.by_color[WHITE] = other | knight;
                    board.by_color[BLACK] = square_bit((Square)king) | queens;
                    tried++;
                    if (!movegen_any(&board))
                        mates++;
                }
                queens = (queens - around) & around; /* the next subset */
                if (queens == 0)
                    break;
            }
        }
    }
    CHECK_INT(mates, 0);
    CHECK_MSG(tried > 1000000, "%lu tried", tried);
}

int main(void)
{
    chess_init();
    void *block = malloc(MEMORY);
    if (block == NULL || !winnable_memory_init(&memory, block, MEMORY))
        return 1;
    test_closed_positions();
    test_random_games();
    test_same_answer_again();
    test_knight_against_queens();
    free(block);
    return test_end("rules/winnable_proofs");
}
