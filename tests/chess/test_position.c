/* SPDX-License-Identifier: GPL-3.0-only */
/* Positions and games: every incremental field recomputed over random games, and the rules of repetition. */
#include "chess/chess.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "chess/move_text.h"
#include "chess/movegen.h"
#include "test.h"

#include <stdlib.h>

static uint64_t random_state = 0x2545f4914f6cdd1du;

/* xorshift64 */
static uint64_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static Position from_fen(const char *fen)
{
    Position position;
    FenReport report;
    position_start(&position);
    CHECK_MSG(fen_parse(fen, FEN_LENIENT, &position, &report), "%s: %s", fen, report.message);
    return position;
}

static Move move_of(const Position *position, const char *uci)
{
    Move move = MOVE_NONE;
    CHECK_MSG(move_from_text(position, uci, &move) == MOVE_TEXT_OK, "%s is not legal", uci);
    return move;
}

static void play(Game *game, const char *moves)
{
    char text[512];
    snprintf(text, sizeof text, "%s", moves);
    for (char *rest = NULL, *word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest))
        CHECK(game_play(game, move_of(&game->current, word)));
}

/* The record, applied to the old mailbox, must give the new one. */
static bool record_is_true(const Position *before, const Position *after, const MoveRecord *record)
{
    Piece mailbox[SQUARE_COUNT];
    memcpy(mailbox, before->mailbox, sizeof mailbox);
    for (int i = 0; i < record->count; i++)
        if (record->changes[i].from != NO_SQUARE) {
            if (mailbox[record->changes[i].from] != record->changes[i].piece)
                return false;
            mailbox[record->changes[i].from] = NO_PIECE;
        }
    for (int i = 0; i < record->count; i++)
        if (record->changes[i].to != NO_SQUARE)
            mailbox[record->changes[i].to] = record->changes[i].piece;
    return memcmp(mailbox, after->mailbox, sizeof mailbox) == 0;
}

static void check_move(const Position *before, Move move)
{
    LegalMasks masks;
    movegen_masks(&before->board, &masks);
    Position after = *before;
    MoveRecord record;
    Board board = before->board;

    position_make_move(&after, move, &record);
    board_make_move(&board, move);
    CHECK(movegen_is_legal(&before->board, &masks, move));
    CHECK(memcmp(&board, &after.board, sizeof board) == 0);
    CHECK(position_check(&after));
    CHECK(position_gives_check(before, move) == position_in_check(&after));
    CHECK(record_is_true(before, &after, &record));
    CHECK((record.captured != NO_PIECE) == position_is_capture(before, move));
}

/* All sixteen-bit numbers that pass for legal moves are those of the list, and the halves make the whole. */
static void check_move_sets(const Position *position)
{
    MoveList all;
    MoveList halves = {.count = 0};
    LegalMasks masks;
    movegen_legal(&position->board, &all);
    movegen_masks(&position->board, &masks);
    movegen_noisy(&position->board, &masks, &halves);
    for (int i = 0; i < halves.count; i++)
        CHECK(position_is_capture(position, halves.moves[i]) || move_kind(halves.moves[i]) == MOVE_PROMOTION);
    movegen_quiet(&position->board, &masks, &halves);
    CHECK_INT(halves.count, all.count);
    CHECK_INT(movegen_count(&position->board), all.count);
    CHECK(movegen_any(&position->board) == (all.count > 0));
    int legal = 0;
    for (unsigned bits = 0; bits < 65536; bits++)
        legal += movegen_is_legal(&position->board, &masks, (Move)bits);
    CHECK_INT(legal, all.count);
}

static void test_random_games(void)
{
    static const char *const starts[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "1rkr4/8/8/8/8/8/8/1RKR4 w DBdb - 0 1",
    };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        for (int game = 0; game < 20; game++) {
            Position position = from_fen(starts[i]);
            for (int ply = 0; ply < 120; ply++) {
                MoveList list;
                movegen_legal(&position.board, &list);
                if (list.count == 0)
                    break;
                const Move move = list.moves[next_random() % (uint64_t)list.count];
                check_move(&position, move);
                if (ply % 30 == 7)
                    check_move_sets(&position);
                position_make_move(&position, move, NULL);
            }
        }
    }
}

static void test_null_move(void)
{
    Position position = from_fen("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3");
    CHECK_INT(position.board.en_passant, 20);
    position_make_null(&position);
    CHECK_INT(position.board.en_passant, NO_SQUARE);
    CHECK_INT(position_side_to_move(&position), WHITE);
    CHECK_INT(position.halfmove_clock, 1);
    CHECK(position_check(&position));
}

/* Article 9.2: a usable en passant right makes a different position, an unusable one does not. */
static void test_repetition(void)
{
    Game game;
    Position start = from_fen("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    CHECK(game_init(&game, &start));
    play(&game, "e2e4 e8e7 e1e2 e7e8 e2e1");
    CHECK_INT(game_repetitions(&game), 1); /* Black could capture on e3 the first time */
    play(&game, "e8e7 e1e2 e7e8 e2e1");
    CHECK_INT(game_repetitions(&game), 2);

    start = from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    game_restart(&game, &start);
    play(&game, "e2e4 e8e7 e1e2 e7e8 e2e1");
    CHECK_INT(game_repetitions(&game), 2);
    play(&game, "e8e7 e1e2 e7e8 e2e1");
    CHECK_INT(game_repetitions(&game), 3);

    start = from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    game_restart(&game, &start);
    play(&game, "h1h2 h8h7 h2h1 h7h8");
    CHECK_INT(game_repetitions(&game), 1); /* both have lost a castling right */
    play(&game, "h1h2 h8h7 h2h1 h7h8");
    CHECK_INT(game_repetitions(&game), 2);

    Game copy;
    CHECK(game_copy(&copy, &game));
    game_take_back(&copy);
    CHECK_INT(game.move_count, 8);
    CHECK_INT(copy.move_count, 7);
    CHECK(copy.current.key == game.keys[7]);
    game_destroy(&copy);
    game_destroy(&game);
}

static void test_chess960_castling(void)
{
    /* The rook that castles shields the king from the rook behind it. */
    const Position pinned = from_fen("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1");
    MoveList list;
    movegen_legal(&pinned.board, &list);
    for (int i = 0; i < list.count; i++)
        CHECK(move_kind(list.moves[i]) != MOVE_CASTLING);

    /* King and rook may change places. */
    Position swap = from_fen("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    position_make_move(&swap, move_of(&swap, "f1g1"), NULL);
    CHECK_INT(position_piece_on(&swap, G1), piece_make(WHITE, KING));
    CHECK_INT(position_piece_on(&swap, F1), piece_make(WHITE, ROOK));
    CHECK(position_check(&swap));
}

int main(void)
{
    chess_init();
    test_random_games();
    test_null_move();
    test_repetition();
    test_chess960_castling();
    return test_end("chess/position");
}
