/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What a `carousel perft` command line asks for, shared by the files of the command.
 */
#ifndef CAROUSEL_CLI_PERFT_REQUEST_H
#define CAROUSEL_CLI_PERFT_REQUEST_H

#include "chess/fen.h"
#include "perft/perft.h"

typedef struct PerftRequest {
    const char *epd;     /* --epd FILE */
    const char *compare; /* --compare COMMAND */
    bool divide;
    bool json;
    bool statistics; /* --stats */
    bool sum;
    int split; /* --split PLIES; 0: none */
    int threads;
    int hash_mb;
    int timeout_s;     /* of every answer of a compared engine */
    int64_t max_nodes; /* 0: no limit */
    const char *jobs;  /* --sum's file of jobs, NULL: none */
    Position position;
    int depth;
} PerftRequest;

/* Each runs one use of the command and answers its exit status. */
int perft_count_position(const PerftRequest *request);
int perft_count_statistics(const PerftRequest *request);
int perft_run_suite(const PerftRequest *request);
int perft_compare(const PerftRequest *request);
int perft_split(const PerftRequest *request);
int perft_sum(const PerftRequest *request);

#endif
