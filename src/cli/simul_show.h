/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * An exhibition on the shell's terminal: runs what the desk starts, shows it as a live table, as plain lines or as
 * JSON, takes what is typed, and ends on the crosstable.
 */
#ifndef CAROUSEL_CLI_SIMUL_SHOW_H
#define CAROUSEL_CLI_SIMUL_SHOW_H

#include "desk/desk.h"

typedef enum ShowMode { SHOW_AUTO, SHOW_PLAIN, SHOW_JSON } ShowMode;

typedef struct SimulShow {
    ShowMode mode;      /* AUTO: the table if standard output is a terminal */
    const char *resume; /* a journal to go on with; NULL: `plan` */
    const char *listen; /* with `resume`: where to serve pages, in place of what the journal says; NULL: as it says */
    const char *url;
    Plan *plan; /* given to the desk, which owns it afterwards */
} SimulShow;

/* Answers the exit status: 0 if it was played to the end, 1 if it failed, 130 if it was broken off (and saved). */
int simul_show(const SimulShow *show);

#endif
