/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Another program that counts: any UCI engine that answers `go perft N` with lines `MOVE: COUNT` and a line
 * `Nodes searched: COUNT`, run as a child process.
 *
 * Every wait has a deadline. Open and close a peer on the same thread; one thread at a time.
 */
#ifndef CAROUSEL_PERFT_PEER_H
#define CAROUSEL_PERFT_PEER_H

#include "chess/fen.h"
#include "chess/move_text.h"
#include "system/process.h"

enum { PEER_LINE_SIZE = 4096, PEER_MESSAGE_SIZE = 512 };

typedef struct Peer {
    Process process;
    const char *command; /* as given, not owned */
    char input[PEER_LINE_SIZE];
    size_t input_length;
    char message[PEER_MESSAGE_SIZE]; /* what went wrong, once a function has answered false */
} Peer;

typedef struct PeerDivision {
    char move[UCI_MOVE_SIZE];
    uint64_t nodes;
} PeerDivision;

typedef struct PeerCount {
    uint64_t nodes;
    int64_t elapsed_ns; /* from `go perft` to the last line */
    int count;
    PeerDivision moves[MAX_MOVES];
} PeerCount;

/* Starts the command line and waits for `uciok` and `readyok`. Always close, also after false. */
bool peer_open(Peer *peer, const char *command, bool chess960, int64_t timeout_ns);

/* Counts `depth` plies from the FEN. */
bool peer_count(Peer *peer, const char *fen, int depth, int64_t timeout_ns, PeerCount *result);

void peer_close(Peer *peer);

#endif
