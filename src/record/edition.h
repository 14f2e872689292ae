/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Editions of the rules: a journal is replayed by the rules it was written under, or refused.
 *
 * A journal holds what happened, not what was decided about it. So every change of a verdict, of a spelling of a move
 * that is accepted, or of a clock begins a new edition: the same events would be decided otherwise than they were
 * announced. Pure, any thread.
 */
#ifndef CAROUSEL_RECORD_EDITION_H
#define CAROUSEL_RECORD_EDITION_H

#include "simul/core.h"

/* The edition of this program, from 1: the number of rows of the table in edition.c. */
int edition_today(void);

/* The program that can finish a journal of an earlier edition, "Carousel 0.1 (commit …)"; NULL for today's and later. */
const char *edition_program(int edition);

/* The settings of a journal that names none of them: what each was before it could be set, not what it is by default
 * today. False if a setting is not in edition.c's list or has no such value; `error` names it. */
bool edition_settings(SimulSettings *settings, char error[SIMUL_ERROR_SIZE]);

#endif
