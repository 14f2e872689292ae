/* SPDX-License-Identifier: GPL-3.0-only */
/* `carousel perft --compare COMMAND`: where another generator goes wrong, in words. */
#include "cli/perft_request.h"
#include "perft/compare.h"

#include <stdio.h>

#define START_TIMEOUT_NS ((int64_t)10 * 1000 * 1000 * 1000)

static void print_moves(const char *title, int count, char moves[][UCI_MOVE_SIZE])
{
    if (count == 0)
        return;
    printf("%s:", title);
    for (int i = 0; i < count; i++)
        printf(" %s", moves[i]);
    printf("\n");
}

static void print_place(const Comparison *comparison)
{
    char fen[FEN_SIZE];
    fen_write(&comparison->position, fen);
    printf("The counts differ: here %llu, there %llu.\n", (unsigned long long)comparison->ours, (unsigned long long)comparison->theirs);
    if (comparison->path_length > 0) {
        printf("After:");
        for (int i = 0; i < comparison->path_length; i++)
            printf(" %s", comparison->path[i]);
        printf("\n");
    }
    printf("Position: %s\n", fen);
}

int perft_compare(const PerftRequest *request)
{
    static Comparison comparison; /* too large for a stack */
    static Peer peer;
    const PerftOptions options = {.threads = request->threads, .hash_mb = request->hash_mb};
    const int64_t timeout_ns = (int64_t)request->timeout_s * 1000 * 1000 * 1000;
    const int64_t start_timeout_ns = timeout_ns < START_TIMEOUT_NS ? timeout_ns : START_TIMEOUT_NS;

    if (!peer_open(&peer, request->compare, request->position.chess960 != 0, start_timeout_ns)) {
        fprintf(stderr, "carousel perft: %s.\n", peer.message);
        peer_close(&peer);
        return 1;
    }
    compare_run(&peer, &request->position, request->depth, timeout_ns, &options, &comparison);
    peer_close(&peer);

    switch (comparison.verdict) {
    case COMPARE_SAME: printf("The counts agree: %llu, move by move.\n", (unsigned long long)comparison.ours); return 0;
    case COMPARE_MOVES:
        print_place(&comparison);
        print_moves("Missing there", comparison.missing_count, comparison.missing);
        print_moves("Too many there", comparison.extra_count, comparison.extra);
        return 1;
    case COMPARE_COUNTS:
        print_place(&comparison);
        printf("The moves are the same, and so are those below: the other program adds up wrongly or counts this position\n"
               "otherwise when it comes to it by a move.\n");
        return 1;
    case COMPARE_FAILED: break;
    }
    fprintf(stderr, "carousel perft: %s.\n", comparison.message);
    return 1;
}
