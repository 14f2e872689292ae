/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * How fast this program counts beside others: `perft_peers PROGRAM [PEER…]`.
 *
 * The six well-known positions, paired runs (ours, then the peer's, five times), one thread, no table; timed from
 * `go perft` to `Nodes searched`. Prints medians and their ratios, and the geometric mean. Peers that are not
 * installed are left out.
 */
#include "chess/chess.h"
#include "perft/peer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_MOST = 99, POSITIONS = 6 };
#define TIMEOUT_NS ((int64_t)120 * 1000000000)

static const struct {
    const char *name;
    int depth;
    const char *fen;
} positions[POSITIONS] = {
    {"start", 6, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {"Kiwipete", 5, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
    {"position 3", 7, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"},
    {"position 4", 6, "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"},
    {"position 5", 5, "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"},
    {"position 6", 5, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"},
};

static int runs = 5;
static Peer ours;
static Peer theirs;
static PeerCount count; /* large: not on the stack */

static int compare_times(const void *a, const void *b)
{
    const double left = *(const double *)a;
    const double right = *(const double *)b;
    return (left > right) - (left < right);
}

static double median(double *values)
{
    qsort(values, (size_t)runs, sizeof(*values), compare_times);
    return values[runs / 2];
}

static double run(Peer *peer, int position)
{
    if (!peer_count(peer, positions[position].fen, positions[position].depth, TIMEOUT_NS, &count)) {
        fprintf(stderr, "%s\n", peer->message);
        exit(1);
    }
    return (double)count.elapsed_ns / 1e9;
}

/* Prints one line; answers the ratio. */
static double compare(int position)
{
    double our_times[RUNS_MOST], their_times[RUNS_MOST], ratios[RUNS_MOST];
    uint64_t our_nodes = 0;
    for (int i = 0; i < runs; i++) {
        our_times[i] = run(&ours, position);
        our_nodes = count.nodes;
        their_times[i] = run(&theirs, position);
        ratios[i] = their_times[i] / our_times[i];
        if (count.nodes != our_nodes) {
            fprintf(stderr, "%s: the counts differ: %llu and %llu\n", positions[position].name, (unsigned long long)our_nodes,
                    (unsigned long long)count.nodes);
            exit(1);
        }
    }
    const double nodes = (double)our_nodes / 1e6;
    const double ratio = median(ratios);
    printf("%-12s %5d %12llu %9.0f %9.0f %8.2f\n", positions[position].name, positions[position].depth, (unsigned long long)our_nodes,
           nodes / median(our_times), nodes / median(their_times), ratio);
    fflush(stdout);
    return ratio;
}

static void compare_all(const char *peer)
{
    double logarithms = 0;
    printf("\n%-12s %5s %12s %9s %9s %8s   medians of %d runs, million nodes/s\n", "position", "depth", "nodes", "carousel", peer, "ratio",
           runs);
    for (int i = 0; i < POSITIONS; i++)
        logarithms += log(compare(i));
    printf("%-12s %47s %8.2f\n", "geometric mean", "", exp(logarithms / POSITIONS));
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "perft_peers PROGRAM [PEER...]\n");
        return 2;
    }
    const char *wanted = getenv("RUNS");
    if (wanted != NULL && atoi(wanted) >= 1 && atoi(wanted) <= RUNS_MOST)
        runs = atoi(wanted);
    chess_init();
    if (!peer_open(&ours, argv[1], false, TIMEOUT_NS)) {
        fprintf(stderr, "%s\n", ours.message);
        return 1;
    }
    for (int i = 2; i < argc; i++) {
        if (peer_open(&theirs, argv[i], false, TIMEOUT_NS))
            compare_all(argv[i]);
        else
            printf("\n%s: left out: %s\n", argv[i], theirs.message);
        peer_close(&theirs);
    }
    peer_close(&ours);
    return 0;
}
