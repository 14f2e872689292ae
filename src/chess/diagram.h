/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A position drawn with letters, for people. Pure; any thread.
 */
#ifndef CAROUSEL_CHESS_DIAGRAM_H
#define CAROUSEL_CHESS_DIAGRAM_H

#include "chess/position.h"

enum { DIAGRAM_LINES = 9, DIAGRAM_LINE_SIZE = 32 };

/* Eight ranks and the line of file letters, as seen from `below`'s side; capitals are White's. */
void diagram_write(const Position *position, Color below, char lines[DIAGRAM_LINES][DIAGRAM_LINE_SIZE]);

#endif
