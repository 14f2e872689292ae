/* SPDX-License-Identifier: GPL-3.0-only */
#include "chess/chess.h"

#include "chess/attacks.h"
#include "chess/zobrist.h"

void chess_init(void)
{
    attacks_init();
    zobrist_init();
}
