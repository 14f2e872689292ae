/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The evaluation's parameters as C source: what tuning writes and src/engine/evaluate_parameters.c is.
 */
#ifndef CAROUSEL_TRAINING_PARAMETER_TEXT_H
#define CAROUSEL_TRAINING_PARAMETER_TEXT_H

#include "engine/evaluate_parameters.h"

#include <stdio.h>

/* Writes the file. `values` holds a middlegame and an endgame value for each parameter, in order. */
void parameter_text_write(const double *values, FILE *out);

#endif
