/* SPDX-License-Identifier: GPL-3.0-only */
/* The accumulators of the search: after every move of random games, ordinary and Chess960, they give what the network
 * says from nothing. Each special case is counted, so that the test shows it has occurred. */
#include "chess/chess.h"
#include "chess/movegen.h"
#include "engine/accumulator.h"
#include "engine/network_tools.h"
#include "test.h"

enum { GAMES = 10000, GAME_PLIES = 60 };

typedef struct Counts {
    int moves, null_moves, en_passant, capture_promotions, promotions, castlings, new_roots;
    int king_stays, rook_stays, places_changed, castled_across, crossings, two_crossings;
} Counts;

/* Followed at every ply by one, and only now and then by the other. */
static Accumulators eager;
static Accumulators lazy;
static Weights weights;

static unsigned drawn(uint64_t *seed, unsigned below)
{
    *seed += SPLITMIX64_STEP;
    return (unsigned)(splitmix64_mix(*seed) % below);
}

/* The pieces of the first rank at random, the king between the rooks. */
static Position chess960_start(uint64_t *seed)
{
    PieceType row[8] = {ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK};
    int rooks = 0;
    do {
        for (unsigned i = 7; i > 0; i--) {
            const unsigned j = drawn(seed, i + 1);
            const PieceType kept = row[i];
            row[i] = row[j];
            row[j] = kept;
        }
        rooks = 0;
        for (int i = 0; row[i] != KING; i++)
            rooks += row[i] == ROOK;
    } while (rooks != 1);
    Position position;
    position_start(&position);
    for (int type = KNIGHT; type <= KING; type++)
        position.board.by_type[type] = 0;
    for (int file = 0; file < 8; file++)
        position.board.by_type[row[file]] |= square_bit(square_make(file, 0)) | square_bit(square_make(file, 7));
    position.board.castling = position.board.by_type[ROOK];
    position.chess960 = 1;
    position_refresh(&position);
    return position;
}

static Move drawn_move(const Position *position, uint64_t *seed)
{
    MoveList moves;
    movegen_legal(&position->board, &moves);
    if (moves.count == 0)
        return MOVE_NONE;
    /* What is rare is taken when it is there. */
    for (int i = 0; i < moves.count; i++)
        if (move_kind(moves.moves[i]) != MOVE_NORMAL && drawn(seed, 2) == 0)
            return moves.moves[i];
    return moves.moves[drawn(seed, (unsigned)moves.count)];
}

/* Counts what the move is. Returns whether a king crosses. */
static bool note_move(Counts *counts, const Position *position, Move move)
{
    const Square from = move_from(move);
    const Square to = move_to(move);
    bool crosses = false;
    counts->moves++;
    if (move_kind(move) == MOVE_CASTLING) {
        const Square king_target = castling_king_target(from, to);
        const Square rook_target = castling_rook_target(from, to);
        crosses = network_mirrors(from) != network_mirrors(king_target);
        counts->castlings++;
        counts->king_stays += king_target == from;
        counts->rook_stays += rook_target == to;
        counts->places_changed += king_target == to && rook_target == from;
        counts->castled_across += crosses;
    } else {
        crosses = piece_type(position_piece_on(position, from)) == KING && network_mirrors(from) != network_mirrors(to);
        counts->en_passant += move_kind(move) == MOVE_EN_PASSANT;
        counts->promotions += move_kind(move) == MOVE_PROMOTION;
        counts->capture_promotions += move_kind(move) == MOVE_PROMOTION && position_is_capture(position, move);
    }
    counts->crossings += crosses;
    return crosses;
}

static bool agrees(Accumulators *accumulators, int ply, const Network *network, const Position *position)
{
    return CHECK_INT(accumulators_evaluate(accumulators, ply, position), network_evaluate(network, position));
}

/* A game; its lines begin anew from time to time, as a search does at each root. False after a first difference. */
static bool play_game(const Network *network, Position position, uint64_t *seed, Counts *counts)
{
    int ply = 0;
    int crossings[COLOR_COUNT] = {0, 0}; /* since the lazy ones were last looked at */
    accumulators_new_root(&eager);
    accumulators_new_root(&lazy);
    for (int i = 0; i < GAME_PLIES; i++) {
        if (!agrees(&eager, ply, network, &position))
            return false;
        if (drawn(seed, 8) == 0) {
            counts->two_crossings += crossings[WHITE] >= 2 || crossings[BLACK] >= 2;
            crossings[WHITE] = crossings[BLACK] = 0;
            if (!agrees(&lazy, ply, network, &position))
                return false;
        }
        if (ply == MAX_PLY || drawn(seed, 40) == 0) {
            counts->new_roots++;
            ply = 0;
            accumulators_new_root(&eager);
            accumulators_new_root(&lazy);
            crossings[WHITE] = crossings[BLACK] = 0;
        }
        ply++;
        MoveRecord *records[2] = {accumulators_new_ply(&eager, ply), accumulators_new_ply(&lazy, ply)};
        if (!position_in_check(&position) && drawn(seed, 30) == 0) {
            counts->null_moves++;
            position_make_null(&position);
            records[0]->count = 0;
        } else {
            const Move move = drawn_move(&position, seed);
            if (move == MOVE_NONE)
                return true;
            const Color us = position_side_to_move(&position);
            crossings[us] += note_move(counts, &position, move);
            position_make_move(&position, move, records[0]);
        }
        *records[1] = *records[0];
    }
    return true;
}

static void test_games(int hidden, int games, Counts *counts)
{
    const Network network = random_network(&weights, hidden, 8, (uint64_t)hidden);
    accumulators_set_network(&eager, &network);
    accumulators_set_network(&lazy, &network);
    uint64_t seed = (uint64_t)hidden * 1000;
    Position start;
    position_start(&start);
    for (int game = 0; game < games; game++)
        if (!play_game(&network, game % 2 == 0 ? start : chess960_start(&seed), &seed, counts))
            return;
}

/* A network of another shape in the same accumulators: nothing of the old one is left in the caches. */
static void test_change_of_network(void)
{
    Position position;
    position_start(&position);
    static const int WIDTHS[] = {64, 256, 128, 64};
    for (size_t i = 0; i < sizeof WIDTHS / sizeof *WIDTHS; i++) {
        const Network network = random_network(&weights, WIDTHS[i], 1, 70 + i);
        accumulators_set_network(&eager, &network);
        CHECK_INT(accumulators_evaluate(&eager, 0, &position), network_evaluate(&network, &position));
    }
}

int main(void)
{
    chess_init();
    Counts counts = {0};
    test_games(64, GAMES, &counts);
    printf("%d moves, %d null moves, %d en passant, %d promotions (%d with capture), %d castlings (king stays %d, rook stays "
           "%d, places changed %d, across d/e %d), king crossings %d, two between evaluations %d, new roots %d\n",
           counts.moves, counts.null_moves, counts.en_passant, counts.promotions, counts.capture_promotions, counts.castlings,
           counts.king_stays, counts.rook_stays, counts.places_changed, counts.castled_across, counts.crossings, counts.two_crossings,
           counts.new_roots);
    CHECK(counts.null_moves >= 1000 && counts.new_roots >= 1000);
    CHECK(counts.en_passant >= 1000 && counts.promotions >= 500 && counts.capture_promotions >= 500);
    CHECK(counts.castlings >= 1000 && counts.king_stays >= 100 && counts.rook_stays >= 100);
    CHECK(counts.places_changed >= 100 && counts.castled_across >= 100);
    CHECK(counts.crossings >= 1000 && counts.two_crossings >= 100);
    test_games(128, 200, &counts);
    test_games(256, 200, &counts);
    test_change_of_network();
    return test_end("engine/accumulator");
}
