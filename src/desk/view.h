/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What can be asked about an exhibition, as lines of text: `status`, `board B`, `score`. Called inside
 * controller_inspect(); pure but for the lines said.
 */
#ifndef CAROUSEL_DESK_VIEW_H
#define CAROUSEL_DESK_VIEW_H

#include "simul/core.h"

#include <stdarg.h>

typedef struct ViewLines {
    void (*line)(void *context, const char *line);
    void *context;
} ViewLines;

/* One line of any length, printf-style. */
__attribute__((format(printf, 2, 3))) void view_say(const ViewLines *lines, const char *format, ...);
void view_say_list(const ViewLines *lines, const char *format, va_list arguments);

/* A word for what the exhibition is doing. */
const char *view_phase_name(const SimulStatus *status);

/* `now_ns` is the exhibition's time: the awaited side's time and clock have gone on since the last event. */
void view_status(const SimulCore *core, int64_t now_ns, const ViewLines *lines);
void view_board(const SimulCore *core, int board, int64_t now_ns, const ViewLines *lines);
void view_score(const SimulCore *core, const ViewLines *lines);

#endif
