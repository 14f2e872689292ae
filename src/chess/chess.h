/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The chess room's front door: chess_init() makes every table of the room. Call it once, before
 * anything else of the room and before threads start; calling it again is harmless.
 */
#ifndef CAROUSEL_CHESS_CHESS_H
#define CAROUSEL_CHESS_CHESS_H

void chess_init(void);

#endif
