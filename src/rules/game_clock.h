/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A game clock: one side's, under a time control. It never asks for the time; whoever uses it passes it
 * in, in ns of any steady clock that does not run backwards.
 *
 * The flag falls when more than the time left has been used: a move that uses it up exactly is in time.
 * A fallen flag stays down, whatever is added. Without a control a clock only adds up what was used.
 * A plain value, copied freely; no allocation.
 */
#ifndef CAROUSEL_RULES_GAME_CLOCK_H
#define CAROUSEL_RULES_GAME_CLOCK_H

#include "rules/time_control.h"

typedef struct GameClock {
    TimeControl control;
    int64_t left_ns;    /* as of the last stop; below 0 once the flag has fallen */
    int64_t used_ns;    /* in all, as of the last stop */
    int64_t delay_ns;   /* of this move's free time, what is left as of the last stop */
    int64_t started_ns; /* while running: when it was started */
    int period;         /* index into control.periods */
    int period_moves;   /* made in this period */
    int moves;          /* made in all */
    bool running;
    bool fallen;
} GameClock;

#define CLOCK_NEVER INT64_MAX

/* A stopped clock at the start of its first period. */
void clock_init(GameClock *clock, const TimeControl *control);

/* Starts it. Nothing happens if it runs already. */
void clock_start(GameClock *clock, int64_t now_ns);

/* Stops it without a move having been made (an arbiter's pause; a visit that ends without one). What is
 * left of this move's free time is kept. Returns what was used since the start. */
int64_t clock_pause(GameClock *clock, int64_t now_ns);

/* Stops it with a move made: adds the increment, begins the next period when it is due, and restores the
 * free time. Returns what was used since the start. Look at clock_has_fallen() first: a move made after
 * the flag fell adds nothing. */
int64_t clock_move_made(GameClock *clock, int64_t now_ns);

/* Time left, this move's free time not included; negative once the flag has fallen. INT64_MAX without a control. */
int64_t clock_left_ns(const GameClock *clock, int64_t now_ns);

/* The last moment at which a move is in time: it falls after this. CLOCK_NEVER if it stands or has no control. */
int64_t clock_deadline_ns(const GameClock *clock);

/* Has the flag fallen by `now_ns`? */
bool clock_has_fallen(const GameClock *clock, int64_t now_ns);

/* Adds time: an arbiter's two minutes, an hourglass's other side. Not to a fallen clock. */
void clock_add(GameClock *clock, int64_t ns);

/* Moves still to be made in this period, counting the one now due; 0: no more controls to come. */
int clock_moves_to_go(const GameClock *clock);

/* The increment of the present period, 0 without a control. */
int64_t clock_increment_ns(const GameClock *clock);

enum { CLOCK_TEXT_SIZE = 32 };

/* "1:23:45", "4:59", "9.8", "-0.2" or "none": time left, for people. Returns its length. */
size_t clock_write(const GameClock *clock, int64_t now_ns, char text[CLOCK_TEXT_SIZE]);

#endif
