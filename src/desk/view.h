/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What can be asked about an exhibition, as lines of text: `status`, `board B`, `score`. Called inside
 * controller_inspect(); pure but for the lines said.
 */
#ifndef CAROUSEL_DESK_VIEW_H
#define CAROUSEL_DESK_VIEW_H

#include "simul/core.h"

typedef struct SimulSay {
    void (*line)(void *context, const char *line);
    void *context;
} SimulSay;

/* A word for what the exhibition is doing, and what A's visit has come to. */
const char *simul_phase_name(const SimulStatus *status);
const char *simul_stage_name(SimulStage stage);

/* `waited_ms`: how long the awaited side has been waited for. */
void view_status(const SimulCore *core, int64_t waited_ms, const SimulSay *say);
void view_board(const SimulCore *core, int board, const SimulSay *say);
void view_score(const SimulCore *core, const SimulSay *say);

#endif
