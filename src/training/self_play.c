/* SPDX-License-Identifier: GPL-3.0-only */
#include "training/self_play.h"

#include "chess/movegen.h"
#include "engine/see.h"
#include "training/random.h"

#include <stdlib.h>

enum {
    HARD_NODES_FACTOR = 3,
    OPENING_CHECK_NODES = 20000, /* about depth 10 */
    FAST_SOFT_NODES = 1000,      /* games with no more nodes a move than this … */
    FAST_CHECK_NODES = 2000,     /* … would spend a fifth of their time on a thorough check */
    RANDOM_PLIES_SPREAD = 2,
    DRAWN_TAIL_PLIES = 8 /* the end of a drawn game says little about its positions */
};

SelfPlayOptions self_play_default_options(void)
{
    return (SelfPlayOptions){
        .soft_nodes = 5000,
        .random_plies = 8,
        .chess960_percent = 10,
        .opening_limit_cp = 500,
        .win_cp = 1250,
        .win_plies = 5,
        .draw_cp = 10,
        .draw_plies = 10,
        .draw_from_ply = 70,
    };
}

static SearchResult search(Engine *engine, const Game *game, uint64_t soft_nodes, uint64_t hard_nodes)
{
    const SearchLimits limits = {.soft_nodes = soft_nodes, .nodes = hard_nodes};
    return engine_search(engine, game, &limits, NULL);
}

/* The `nth` free square of the back rank, from file a, as a file; `among` are those that count. */
static int free_file(Bitboard taken, Bitboard among, uint64_t nth)
{
    Bitboard free = RANK_1 & among & ~taken;
    while (nth-- > 0)
        bits_pop(&free);
    return bits_lowest(free);
}

/* One of the 960 starts, each as likely: bishops on squares of both colours, queen, knights, the king between the
 * rooks on the last three; Black's pieces stand opposite. */
static void chess960_start(Random *random, Position *position)
{
    Bitboard taken = 0;
    Bitboard by_type[PIECE_TYPE_COUNT] = {0};
    static const struct {
        PieceType type;
        int choices;
        Bitboard among;
    } order[] = {{BISHOP, 4, DARK_SQUARES}, {BISHOP, 4, ~DARK_SQUARES}, {QUEEN, 6, RANK_1}, {KNIGHT, 5, RANK_1},
                 {KNIGHT, 4, RANK_1},       {ROOK, 1, RANK_1},          {KING, 1, RANK_1},  {ROOK, 1, RANK_1}};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const uint64_t nth = random_below(random, (uint64_t)order[i].choices);
        const Bitboard bit = square_bit((Square)free_file(taken, order[i].among, nth));
        by_type[order[i].type] |= bit;
        taken |= bit;
    }
    position_start(position);
    for (int type = KNIGHT; type <= KING; type++)
        position->board.by_type[type] = by_type[type] | by_type[type] << 56;
    position->board.castling = position->board.by_type[ROOK];
    position->chess960 = 1;
    position_refresh(position);
}

/* A random legal move that does not simply lose material, if there is one. */
static Move random_move(const Position *position, Random *random)
{
    MoveList list;
    movegen_legal(&position->board, &list);
    Move move = MOVE_NONE;
    for (int tries = 0; tries < 8 && list.count > 0; tries++) {
        move = list.moves[random_below(random, (uint64_t)list.count)];
        if (see_at_least(position, move, 0))
            break;
    }
    return move;
}

/* Plays a random opening that is still a game. False if memory ran out. */
static bool play_opening(Engine *engine, const SelfPlayOptions *options, Random *random, Game *game)
{
    const uint64_t check_nodes = options->soft_nodes <= FAST_SOFT_NODES ? FAST_CHECK_NODES : OPENING_CHECK_NODES;
    for (;;) {
        Position start;
        if (random_below(random, 100) < (uint64_t)options->chess960_percent)
            chess960_start(random, &start);
        else
            position_start(&start);
        game_restart(game, &start);
        const int plies = options->random_plies - RANDOM_PLIES_SPREAD + (int)random_below(random, 2 * RANDOM_PLIES_SPREAD + 1);
        Move move = MOVE_NONE;
        for (int ply = 0; ply < plies; ply++) {
            move = random_move(&game->current, random);
            if (move == MOVE_NONE)
                break;
            if (!game_play(game, move))
                return false;
        }
        if (move == MOVE_NONE || !movegen_any(&game->current.board))
            continue;
        engine_new_game(engine);
        if (abs(search(engine, game, 0, check_nodes).score) <= options->opening_limit_cp)
            return true;
    }
}

/* No pawns and at most one minor piece a side: nobody wins this. */
static bool material_draw(const Board *board)
{
    const Bitboard minors = board->by_type[KNIGHT] | board->by_type[BISHOP];
    return (board->by_type[PAWN] | board->by_type[ROOK] | board->by_type[QUEEN]) == 0 && !bits_several(minors & board->by_color[WHITE]) &&
           !bits_several(minors & board->by_color[BLACK]);
}

/* How long the scores have been saying the same. */
typedef struct Adjudication {
    int white_plies;
    int black_plies;
    int draw_plies;
} Adjudication;

/* True if the game is decided by its scores; `score` is White's. */
static bool adjudicate(Adjudication *state, const SelfPlayOptions *options, int ply, int score, PackedResult *result)
{
    state->white_plies = score > options->win_cp ? state->white_plies + 1 : 0;
    state->black_plies = score < -options->win_cp ? state->black_plies + 1 : 0;
    state->draw_plies = ply >= options->draw_from_ply && abs(score) < options->draw_cp ? state->draw_plies + 1 : 0;

    *result = state->white_plies > 0 ? PACKED_WHITE_WINS : state->black_plies > 0 ? PACKED_BLACK_WINS : PACKED_DRAW;
    return state->white_plies >= options->win_plies || state->black_plies >= options->win_plies || state->draw_plies >= options->draw_plies;
}

/* True if the rules end the game here. */
static bool ended(const Game *game, PackedResult *result)
{
    const Position *position = &game->current;
    *result = PACKED_DRAW;
    if (!movegen_any(&position->board)) {
        if (position_in_check(position))
            *result = position_side_to_move(position) == WHITE ? PACKED_BLACK_WINS : PACKED_WHITE_WINS;
        return true;
    }
    return position->halfmove_clock >= 100 || game_repetitions(game) >= 3 || material_draw(&position->board);
}

/* Positions whose static evaluation means something: nothing hangs in the air. */
static bool is_quiet(const Position *position, const SearchResult *result)
{
    return !position_in_check(position) && !position_is_capture(position, result->best) && move_kind(result->best) != MOVE_PROMOTION &&
           abs(result->score) < SCORE_MATE_BOUND;
}

static void keep(SelfPlayGame *out, const Position *position, int white_score)
{
    PackedPosition *packed = &out->positions[out->count++];
    packed_from_position(position, packed);
    packed->score_cp = (int16_t)white_score;
}

/* Gives every kept position the game's result. */
static void finish(SelfPlayGame *out)
{
    if (out->result == PACKED_DRAW)
        while (out->count > 0 && out->positions[out->count - 1].ply + DRAWN_TAIL_PLIES > out->plies)
            out->count--;
    for (int i = 0; i < out->count; i++)
        out->positions[i].result = (uint8_t)out->result;
    if (out->count > 0)
        out->positions[0].first_of_game = 1;
}

static bool given_up(const SelfPlayOptions *options)
{
    return options->give_up != NULL && atomic_load(options->give_up);
}

bool self_play_game(Engine *engine, const SelfPlayOptions *options, uint64_t seed, uint64_t number, SelfPlayGame *out)
{
    Random random = random_of(seed, number);
    Position start;
    Game game;

    position_start(&start);
    if (!game_init(&game, &start))
        return false;
    bool ok = play_opening(engine, options, &random, &game);

    Adjudication adjudication = {0};
    out->count = 0;
    out->nodes = 0;
    engine_new_game(engine);
    out->given_up = false;
    while (ok && !out->given_up && !ended(&game, &out->result) && game.move_count < SELF_PLAY_PLIES_MAX) {
        const SearchResult result = search(engine, &game, options->soft_nodes, options->soft_nodes * HARD_NODES_FACTOR);
        const int score = position_side_to_move(&game.current) == WHITE ? result.score : -result.score;
        out->nodes += result.nodes;
        if (is_quiet(&game.current, &result))
            keep(out, &game.current, score);
        if (adjudicate(&adjudication, options, (int)game.move_count, score, &out->result))
            break;
        ok = game_play(&game, result.best);
        out->given_up = given_up(options);
    }
    if (out->given_up)
        out->count = 0;
    out->plies = (int)game.move_count;
    game_destroy(&game);
    finish(out);
    return ok;
}
