/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The root: iterative deepening with aspiration windows, several lines, the decision to stop, and reports.
 */
#ifndef CAROUSEL_ENGINE_ROOT_H
#define CAROUSEL_ENGINE_ROOT_H

#include "engine/worker.h"

/* Searches until a limit ends it or the search is stopped. Worker 0 reports and stops the others. */
void root_search(Worker *worker);

/* Tells the listener the best line of `worker`, as an exact score. */
void root_report_final(Worker *worker);

/* Fills `result` from the worker's best line. */
void root_result(Worker *worker, SearchResult *result);

#endif
