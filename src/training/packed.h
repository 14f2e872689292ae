/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A position with its score and the game's result in 32 bytes: what self-play writes and training reads.
 * Plain values; any thread. Little-endian, as every machine this is built for.
 */
#ifndef CAROUSEL_TRAINING_PACKED_H
#define CAROUSEL_TRAINING_PACKED_H

#include "chess/position.h"

typedef enum PackedResult { PACKED_BLACK_WINS, PACKED_DRAW, PACKED_WHITE_WINS } PackedResult;

enum { PACKED_CASTLING_ROOK = 6 }; /* in place of a piece type */

typedef struct PackedPosition {
    uint64_t occupied;
    uint8_t pieces[16];       /* a nibble an occupied square, lowest square first, low nibble first: PieceType,
                               * PACKED_CASTLING_ROOK for a rook that may castle, plus 8 for Black */
    uint8_t side_and_passant; /* bits 0–6 the en passant square or 64, bit 7 Black to move */
    uint8_t halfmove_clock;   /* at most 255 */
    int16_t score_cp;         /* from White's view */
    uint16_t ply;             /* of the game, from 0 */
    uint8_t result;           /* PackedResult */
    uint8_t first_of_game;    /* 1 on the first position kept of each game, so that games can be told apart */
} PackedPosition;

_Static_assert(sizeof(PackedPosition) == 32, "the file format");

/* Packs the position; score, result and first_of_game are set to 0 for the caller to fill. */
void packed_from_position(const Position *position, PackedPosition *packed);

/* Back to a position. False if the bytes are no legal position: files are not trusted. */
bool packed_to_position(const PackedPosition *packed, Position *position);

#endif
