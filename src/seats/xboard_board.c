/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The board an XBoard engine keeps: set up, kept in step with the game, set to thinking.
 */
#include "seats/xboard.h"

#include "chess/fen.h"
#include "chess/move_text.h"

#include <stdio.h>
#include <string.h>

enum { LONG_TIME_S = 36000 }; /* until told to answer */

static void known_restart(XboardState *xboard, const Position *start)
{
    if (!xboard->known_made)
        xboard->known_made = game_init(&xboard->known, start);
    else
        game_restart(&xboard->known, start);
}

void xboard_destroy(EngineSeat *seat)
{
    if (seat->xboard.known_made)
        game_destroy(&seat->xboard.known);
    if (seat->xboard.later_made)
        game_destroy(&seat->xboard.later);
    seat->xboard.known_made = seat->xboard.later_made = false;
}

void xboard_set_up_board(EngineSeat *seat, const Position *start)
{
    XboardState *xboard = &seat->xboard;
    Position usual;
    position_start(&usual);
    engine_send(seat, "new");
    if (start->chess960)
        engine_send(seat, "variant fischerandom");
    engine_send(seat, "force");
    if (!position_same(&usual, start) || start->halfmove_clock != 0) {
        char fen[FEN_SIZE];
        fen_write(start, fen);
        engine_sendf(seat, "setboard %s", fen);
    }
    engine_send(seat, "easy\npost");
    xboard->forced = true;
    known_restart(xboard, start);
    xboard->known_valid = xboard->known_made;
}

static bool begins_with(const Game *game, const Game *begin)
{
    return begin->move_count <= game->move_count && position_same(&begin->start, &game->start) &&
           (begin->move_count == 0 || memcmp(begin->moves, game->moves, begin->move_count * sizeof(Move)) == 0);
}

/* A move as the engine wants to read it. Castling in Chess960 is O-O, in ordinary chess the king's two squares. */
static void move_for_engine(const EngineSeat *seat, const Position *position, Move move, char text[SAN_SIZE])
{
    char uci[UCI_MOVE_SIZE];
    if (seat->xboard.san)
        move_to_san(position, move, text);
    else if (move_kind(move) == MOVE_CASTLING && position->chess960)
        snprintf(text, SAN_SIZE, "%s", move_to(move) > move_from(move) ? "O-O" : "O-O-O");
    else {
        move_to_uci(position, move, uci);
        snprintf(text, SAN_SIZE, "%s", uci);
    }
}

void xboard_synchronise(EngineSeat *seat, const Game *game)
{
    XboardState *xboard = &seat->xboard;
    if (!xboard->forced) {
        engine_send(seat, "force");
        xboard->forced = true;
    }
    if (!xboard->known_valid || !begins_with(game, &xboard->known))
        xboard_set_up_board(seat, &game->start);
    for (size_t i = xboard->known.move_count; xboard->known_valid && i < game->move_count; i++) {
        char text[SAN_SIZE];
        move_for_engine(seat, &xboard->known.current, game->moves[i], text);
        engine_sendf(seat, "%s%s", xboard->usermove ? "usermove " : "", text);
        xboard->known_valid = game_play(&xboard->known, game->moves[i]);
    }
    if (!xboard->known_valid)
        engine_fail(seat, "no memory");
}

void xboard_go(EngineSeat *seat, const Position *position, int64_t movetime_ms)
{
    if (seat->spec->depth > 0 && seat->state == ENGINE_READY)
        engine_sendf(seat, "sd %d", seat->spec->depth);
    if (seat->xboard.colors)
        engine_send(seat, position_side_to_move(position) == WHITE ? "white" : "black");
    if (movetime_ms < 0) {
        engine_sendf(seat, "st %d\ntime %d\notim %d\ngo", LONG_TIME_S, LONG_TIME_S * 100, LONG_TIME_S * 100);
    } else {
        /* `st` knows only whole seconds: a clock for forty moves instead, in hundredths. */
        long long clock = (long long)movetime_ms * 40 / 10 + 1;
        engine_sendf(seat, "level 40 %lld:%02lld 0\ntime %lld\notim %lld\ngo", clock / 6000, clock / 100 % 60, clock, clock);
    }
    seat->xboard.forced = false;
}
