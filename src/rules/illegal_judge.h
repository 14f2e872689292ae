/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the files of illegal.h share: illegal.c judges moves by their squares, illegal_read.c finds the squares a text means.
 */
#ifndef CAROUSEL_RULES_ILLEGAL_JUDGE_H
#define CAROUSEL_RULES_ILLEGAL_JUDGE_H

#include "rules/illegal.h"

/* A verdict before anything is known. */
Illegal illegal_nothing(void);

/* The answer for a move that is not legal: `where` is what the reason points at. False. */
bool illegal_refuse(Illegal *verdict, IllegalReason reason, Square where);

/* Judges the move from one square to another; verdict->promotion is filled in. `may_castle`: a king's move that is no
 * step may mean castling. */
bool illegal_judge_squares(const Position *position, Square from, Square to, bool may_castle, Illegal *verdict);

/* Castling of the side to move, to the right (h side) or left (a side) of its king. */
bool illegal_judge_castling(const Position *position, bool to_right, Illegal *verdict);

/* The last word on a verdict: once there is no legal move, that is the reason whatever was tried. */
bool illegal_conclude(const Position *position, bool legal, Illegal *verdict);

#endif
