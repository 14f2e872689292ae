/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * From a score to the chances of winning, drawing and losing. Integers only.
 */
#ifndef CAROUSEL_ENGINE_WDL_H
#define CAROUSEL_ENGINE_WDL_H

/* Per mille, together 1000; any score, mates included. */
void wdl_from_score(int score, int wdl[3]);

#endif
