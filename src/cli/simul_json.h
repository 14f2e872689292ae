/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What `carousel simul --json` says beside the announcements: what is played under which settings before anything else, and
 * every game's result at the end. The lines' form is src/doc/events.schema.json.
 */
#ifndef CAROUSEL_CLI_SIMUL_JSON_H
#define CAROUSEL_CLI_SIMUL_JSON_H

#include "simul/core.h"
#include "system/output.h"

/* The first event: version, seed, settings, seats. `resumed`: it goes on from its journal. */
void simul_json_exhibition(const SimulCore *core, bool resumed, Output *output);

/* Every game, board by board, and the score. */
void simul_json_results(const SimulCore *core, Output *output);

/* An answer of the desk: where the files are, an error, or a notice. */
void simul_json_answer(const char *line, Output *output);

/* An announcement of any length. */
void simul_json_announcement(const SimulAnnouncement *announcement, Output *output);

#endif
