/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The generator against an independent one over random positions, ordinary and Chess960, with either side to
 * move: `test_oracle [POSITIONS]`. In every position
 *   - the moves counted by masks, listed, and accepted by the oracle are the same, and no other 16 bits pass for one
 *   - after every move all keys and derived fields are what they are when computed anew
 *   - the replies counted two plies at a time are those the oracle finds one by one (in some positions)
 *   - the position itself is untouched by all this, so that a copy takes a move back
 */
#include "test.h"

#include "chess/chess.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "oracle.h"
#include "perft/count.h"

enum { DEFAULT_POSITIONS = 20000, LONGEST_GAME = 160, PAIRS_EVERY = 16 };

static uint64_t random_state = 0x2545f4914f6cdd1du;

static uint64_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static int below(int limit)
{
    return (int)((next_random() >> 33) % (uint64_t)limit);
}

/* A file that is still free, the nth of them. */
static int free_file(const char rank[8], int nth)
{
    for (int file = 0; file < 8; file++)
        if (rank[file] == '.' && nth-- == 0)
            return file;
    return 0;
}

/* A random Chess960 start, different for the two sides in one of two cases. */
static void random_rank(char rank[9])
{
    memset(rank, '.', 8);
    rank[8] = '\0';
    rank[below(4) * 2] = 'b';
    rank[below(4) * 2 + 1] = 'b';
    rank[free_file(rank, below(6))] = 'q';
    rank[free_file(rank, below(5))] = 'n';
    rank[free_file(rank, below(4))] = 'n';
    rank[free_file(rank, 0)] = 'r';
    rank[free_file(rank, 0)] = 'k';
    rank[free_file(rank, 0)] = 'r';
}

static void upper(char text[9])
{
    for (; *text != '\0'; text++)
        *text = (char)toupper((unsigned char)*text);
}

static void start_position(Position *position, bool chess960)
{
    char white[9], black[9], fen[FEN_SIZE];
    FenReport report;
    if (!chess960) {
        position_start(position);
        return;
    }
    random_rank(black);
    memcpy(white, black, sizeof(white));
    if (below(2))
        random_rank(white);
    const char castling[5] = {(char)('A' + (strrchr(white, 'r') - white)), (char)('A' + (strchr(white, 'r') - white)),
                              (char)('a' + (strrchr(black, 'r') - black)), (char)('a' + (strchr(black, 'r') - black)), '\0'};
    upper(white);
    snprintf(fen, sizeof(fen), "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w %s - 0 1", black, white, castling);
    if (!CHECK_MSG(fen_parse(fen, FEN_STRICT, position, &report), "%s: %s", fen, report.message))
        position_start(position);
}

static bool contains(const MoveList *list, Move move)
{
    for (int i = 0; i < list->count; i++)
        if (list->moves[i] == move)
            return true;
    return false;
}

/* The same moves from the generator and the oracle. */
static void check_moves(const Position *position, const char *fen, const MoveList *list, const OracleList *expected)
{
    CHECK_MSG(list->count == expected->count, "%s: %d moves listed, the oracle has %d", fen, list->count, expected->count);
    const int counted = movegen_count(&position->board);
    CHECK_MSG(counted == expected->count, "%s: %d moves counted, the oracle has %d", fen, counted, expected->count);
    CHECK_MSG(movegen_any(&position->board) == (expected->count != 0), "%s: movegen_any", fen);
    for (int i = 0; i < expected->count; i++) {
        const Move move = oracle_to_move(&expected->moves[i]);
        if (!contains(list, move))
            CHECK_MSG(false, "%s: the oracle's move %d-%d (kind %d) is not listed", fen, move_from(move), move_to(move), move >> 12);
    }
}

/* Every list entry passes for legal, and so does no neighbouring pattern of bits that is not listed. */
static void check_legality(const Position *position, const char *fen, const MoveList *list)
{
    LegalMasks masks;
    movegen_masks(&position->board, &masks);
    for (int i = 0; i < list->count; i++) {
        const Move other = (Move)(list->moves[i] ^ 1u << below(16));
        if (!movegen_is_legal(&position->board, &masks, list->moves[i]))
            CHECK_MSG(false, "%s: move %u passes for illegal", fen, list->moves[i]);
        if (movegen_is_legal(&position->board, &masks, other) != contains(list, other))
            CHECK_MSG(false, "%s: legality of the bits %u", fen, other);
    }
}

/* Makes every move: the derived fields, and the replies if `pairs`. */
static void check_children(const Position *position, const char *fen, const MoveList *list, bool pairs)
{
    const Position before = *position;
    uint64_t replies = 0;
    for (int i = 0; i < list->count; i++) {
        Position child = *position;
        position_make_move(&child, list->moves[i], NULL);
        if (!position_check(&child))
            CHECK_MSG(false, "%s: derived fields after move %u", fen, list->moves[i]);
        if (pairs) {
            OracleList list_after;
            const Oracle after = oracle_make(&child);
            oracle_moves(&after, &list_after);
            replies += (uint64_t)list_after.count;
        }
    }
    if (pairs) {
        Counter counter = {.table = NULL};
        const uint64_t counted = count_moves(&counter, &position->board, 2);
        CHECK_MSG(counted == replies, "%s: %llu pairs of moves counted, the oracle has %llu", fen, (unsigned long long)counted,
                  (unsigned long long)replies);
    }
    CHECK_MSG(memcmp(&before, position, sizeof(before)) == 0, "%s: changed by moves made on copies", fen);
}

int main(int argc, char **argv)
{
    const long positions = argc > 1 ? strtol(argv[1], NULL, 10) : DEFAULT_POSITIONS;
    long done = 0;
    chess_init();
    for (int game = 0; done < positions; game++) {
        Position position;
        start_position(&position, game % 2 == 1);
        for (int ply = 0; ply < LONGEST_GAME && done < positions; ply++, done++) {
            char fen[FEN_SIZE];
            MoveList list;
            OracleList expected;
            const Oracle oracle = oracle_make(&position);
            fen_write(&position, fen);
            oracle_moves(&oracle, &expected);
            movegen_legal(&position.board, &list);
            check_moves(&position, fen, &list, &expected);
            check_legality(&position, fen, &list);
            check_children(&position, fen, &list, done % PAIRS_EVERY == 0);
            if (list.count == 0 || test_failed > 20)
                break;
            position_make_move(&position, list.moves[below(list.count)], NULL);
        }
        if (test_failed > 20)
            break;
    }
    CHECK_INT(done, positions);
    return test_end("perft/oracle");
}
