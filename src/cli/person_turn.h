/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A person's turn, as the person at the keyboard wants to see it: at which board, what A just played, the diagram from the
 * person's side, the clock. And what else of the exhibition only the core knows: who is not ready yet, A's clocks.
 *
 * Snapshots, taken inside controller_inspect(). Pure.
 */
#ifndef CAROUSEL_CLI_PERSON_TURN_H
#define CAROUSEL_CLI_PERSON_TURN_H

#include "chess/diagram.h"
#include "cli/display_state.h"

typedef struct PersonTurn {
    int board; /* 0: nobody is to move who types */
    int visit; /* counts the arrivals: another number, another visit */
    size_t plies;
    bool exhibitor;                 /* it is A's own turn */
    bool consent;                   /* … to grant a pass or not */
    bool offer;                     /* the other side offers a draw */
    char person[DISPLAY_NAME_SIZE]; /* whose turn it is */
    char other[DISPLAY_NAME_SIZE];  /* and against whom */
    Color color;                    /* the person's */
    char last[32];                  /* the other side's last move, "4... Nf6"; "": none */
    int64_t clock_ms;               /* the person's, as of the last event; -1: none */
    int illegal, illegal_limit;     /* moves counted so far, and how many lose; 0: never */
    char diagram[DIAGRAM_LINES][DIAGRAM_LINE_SIZE];
} PersonTurn;

enum { PERSON_CLOCK_SIZE = 24 };

/* "1:29:05"; what is below nothing is nothing. */
void person_clock_text(int64_t ms, char text[PERSON_CLOCK_SIZE]);

/* Whose turn it is now, if a person's; fills everything but `visit`. */
void person_turn_look(PersonTurn *turn, const SimulCore *core);

/* Is A a person at this keyboard? */
bool person_plays_exhibitor(const SimulCore *core);

/* What side A is called; "A" as long as it has said no name. As long as the core stays as it is. */
const char *person_exhibitor_name(const SimulStatus *status);

/* "Anna, Ben and 3 more" are not ready yet; "" if all are or the exhibition has begun. */
void person_turn_missing(const SimulCore *core, char *text, size_t size);

/* What everybody may be told about a board, in lines for people: names and colours, the diagram, the moves, clocks. */
void person_show_board(const SimulCore *core, int board, void (*line)(void *context, const char *line), void *context);

#endif
