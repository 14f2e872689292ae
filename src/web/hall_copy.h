/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A copy of the exhibition as it stands, for pages: taken on the controller's thread in a moment, a few boards at a time,
 * read on the web's, so that drawing pages never holds the exhibition up. Owns all it points to.
 */
#ifndef CAROUSEL_WEB_HALL_COPY_H
#define CAROUSEL_WEB_HALL_COPY_H

#include "simul/core.h"
#include "web/page_text.h"
#include "desk/key.h"

typedef struct BoardCopy {
    SimulBoardState state;
    bool person;
    bool browser;       /* somebody plays here by a page: */
    char key[KEY_SIZE]; /* … whose key this is */
    char name[SIMUL_TEXT_SIZE];
    char reason[SIMUL_TEXT_SIZE];
    char termination[32];
    int game_number;
    Color exhibitor_color;
    bool has_game;
    Game game;
    SimulPly *plies;
    size_t ply_capacity;
    bool offer_by_exhibitor, offer_by_opponent;
    int misses, passes, passes_limit, visits;
    int64_t exhibitor_left_ms, opponent_left_ms; /* -1: no clock */
    Verdict verdict;
    int away;                 /* how many boards A goes on until it comes to this one; 0: nobody knows, or it stands here */
    bool news;                /* taken over anew, and not told yet */
    Blob *json, *legal, *pgn; /* drawn from it; NULL: to be drawn anew */
} BoardCopy;

typedef struct HallCopy {
    SimulSettings settings;
    bool settings_known;
    bool scores_shown;  /* W15: nobody plays who could use them */
    SimulStatus status; /* its texts are those below */
    char exhibitor_name[SIMUL_TEXT_SIZE];
    char held[256];
    int64_t now_ns;    /* the exhibition's time */
    BoardCopy *boards; /* board b is boards[b - 1] */
    int count;
} HallCopy;

void hall_copy_destroy(HallCopy *copy);

/* Takes over how the hall stands and makes room for boards that have joined. False if memory ran out. */
bool hall_copy_status(HallCopy *copy, const SimulCore *core, int64_t now_ns);

/* Takes over a board, 1 … count. False if memory ran out: it has no game then and is to be taken again. */
bool hall_copy_board(HallCopy *copy, const SimulCore *core, int board);

/* Counts for every board how far away A is, once all has been taken over. */
void hall_copy_measure(HallCopy *copy);

/* NULL if there is no such board. */
const BoardCopy *hall_copy_find(const HallCopy *copy, int board);

/* A stands there and the exhibition runs. */
bool hall_copy_stands(const HallCopy *copy, int board);

/* Whose move it is in the game: A's? */
bool board_copy_exhibitor_to_move(const BoardCopy *board);

/* The board as the score sheet's writer wants it; scores are left out unless they may be seen. `plies` (game's length) is
 * memory for that. */
SimulBoardView board_copy_view(const HallCopy *copy, int board, SimulPly *plies);

#endif
