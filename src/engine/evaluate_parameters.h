/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Every number of the evaluation, in one table.
 *
 * All members are Tapered: a middlegame and an endgame value in one integer, so that one addition adds
 * both. The table can therefore be read as an array of EVALUATE_PARAMETER_COUNT values: a tuner addresses
 * each by its index, and the evaluation is linear in them (EvaluateTrace counts how often each is used).
 */
#ifndef CAROUSEL_ENGINE_EVALUATE_PARAMETERS_H
#define CAROUSEL_ENGINE_EVALUATE_PARAMETERS_H

#include "chess/types.h"

/* The middlegame value in the low half, the endgame value in the high half, each a signed 16-bit number. */
typedef int32_t Tapered;
#define TAPERED(middlegame, endgame) ((Tapered)((uint32_t)(endgame)*65536u + (uint32_t)(middlegame)))

static inline int tapered_middlegame(Tapered t)
{
    return (int16_t)(uint16_t)((uint32_t)t & 0xffffu);
}

static inline int tapered_endgame(Tapered t)
{
    return (int16_t)(uint16_t)(((uint32_t)t + 0x8000u) >> 16);
}

enum { KING_DANGER_STEPS = 64 };

typedef struct EvaluateParameters {
    Tapered tempo;
    Tapered material[KING];                     /* by PieceType */
    Tapered piece_square[PIECE_TYPE_COUNT][32]; /* rank by rank from the own side, files a–d; e–h mirror them */

    Tapered knight_mobility[9]; /* by the number of safe squares attacked */
    Tapered bishop_mobility[14];
    Tapered rook_mobility[15];
    Tapered queen_mobility[28];

    Tapered bishop_pair;
    Tapered bishop_own_color_pawn; /* each own pawn on the bishop's colour */
    Tapered knight_outpost;        /* protected by a pawn, beyond enemy pawns' reach */
    Tapered bishop_outpost;
    Tapered minor_behind_pawn;
    Tapered rook_open_file;
    Tapered rook_half_open_file;

    Tapered pawn_isolated;
    Tapered pawn_doubled;
    Tapered pawn_backward;
    Tapered pawn_phalanx[8]; /* by the pawn's rank */
    Tapered pawn_protected[8];

    Tapered passed[8];          /* by rank */
    Tapered passed_free[8];     /* the square ahead is empty and not attacked */
    Tapered passed_blocked[8];  /* the square ahead is occupied by the enemy */
    Tapered passed_own_king[8]; /* by the king's distance from the square ahead */
    Tapered passed_enemy_king[8];

    Tapered shelter[4][8];    /* by the file's distance from the edge, rank of the own pawn nearest the king (0: none) */
    Tapered storm[4][8];      /* likewise the enemy pawn; */
    Tapered storm_blocked[8]; /* the enemy pawn stands right before ours */
    Tapered king_open_file;   /* no pawn at all on the king's file */
    Tapered king_danger[KING_DANGER_STEPS];

    Tapered threat_by_pawn[KING]; /* by the type attacked */
    Tapered threat_by_minor[KING];
    Tapered threat_by_rook[KING];
    Tapered threat_by_king;
    Tapered hanging;          /* attacked and not protected */
    Tapered pawn_push_threat; /* a safe push would attack a piece */
} EvaluateParameters;

enum { EVALUATE_PARAMETER_COUNT = sizeof(EvaluateParameters) / sizeof(Tapered) };

extern const EvaluateParameters evaluate_parameters;

#endif
