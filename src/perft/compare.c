/* SPDX-License-Identifier: GPL-3.0-only */
#include "perft/compare.h"

#include <stdio.h>
#include <string.h>

/* Both divisions of one position. */
typedef struct Divisions {
    PerftResult ours;
    PeerCount theirs;
} Divisions;

static const PeerDivision *find_theirs(const PeerCount *theirs, const char *move)
{
    for (int i = 0; i < theirs->count; i++)
        if (strcmp(theirs->moves[i].move, move) == 0)
            return &theirs->moves[i];
    return NULL;
}

static bool we_have(const Position *position, const PerftResult *ours, const char *move)
{
    for (int i = 0; i < ours->count; i++) {
        char text[UCI_MOVE_SIZE];
        move_to_uci(position, ours->moves[i].move, text);
        if (strcmp(text, move) == 0)
            return true;
    }
    return false;
}

/* Lists the moves that only one side has. True if there are any. */
static bool differ_in_moves(const Divisions *divisions, Comparison *comparison)
{
    const PerftResult *ours = &divisions->ours;
    const PeerCount *theirs = &divisions->theirs;
    comparison->missing_count = 0;
    comparison->extra_count = 0;
    for (int i = 0; i < ours->count; i++) {
        char text[UCI_MOVE_SIZE];
        move_to_uci(&comparison->position, ours->moves[i].move, text);
        if (find_theirs(theirs, text) == NULL)
            memcpy(comparison->missing[comparison->missing_count++], text, sizeof(text));
    }
    for (int i = 0; i < theirs->count; i++)
        if (!we_have(&comparison->position, ours, theirs->moves[i].move))
            memcpy(comparison->extra[comparison->extra_count++], theirs->moves[i].move, UCI_MOVE_SIZE);
    return comparison->missing_count > 0 || comparison->extra_count > 0;
}

/* Goes into the first root move whose counts differ. False if there is none. */
static bool descend(const Divisions *divisions, Comparison *comparison)
{
    for (int i = 0; i < divisions->ours.count; i++) {
        char text[UCI_MOVE_SIZE];
        move_to_uci(&comparison->position, divisions->ours.moves[i].move, text);
        const PeerDivision *theirs = find_theirs(&divisions->theirs, text);
        if (theirs == NULL || theirs->nodes == divisions->ours.moves[i].nodes)
            continue;
        memcpy(comparison->path[comparison->path_length++], text, sizeof(text));
        position_make_move(&comparison->position, divisions->ours.moves[i].move, NULL);
        comparison->depth--;
        return true;
    }
    return false;
}

static bool divide(Peer *peer, int64_t timeout_ns, const PerftOptions *options, Comparison *comparison, Divisions *divisions)
{
    char fen[FEN_SIZE];
    fen_write(&comparison->position, fen);
    if (!perft_run(&comparison->position, comparison->depth, options, &divisions->ours)) {
        snprintf(comparison->message, sizeof(comparison->message), "%s", perft_error_text(divisions->ours.error));
        return false;
    }
    if (!peer_count(peer, fen, comparison->depth, timeout_ns, &divisions->theirs)) {
        snprintf(comparison->message, sizeof(comparison->message), "%s", peer->message);
        return false;
    }
    return true;
}

void compare_run(Peer *peer, const Position *position, int depth, int64_t timeout_ns, const PerftOptions *options, Comparison *comparison)
{
    Divisions divisions;
    memset(comparison, 0, sizeof(*comparison));
    comparison->position = *position;
    comparison->depth = depth;
    for (;;) {
        if (!divide(peer, timeout_ns, options, comparison, &divisions)) {
            comparison->verdict = COMPARE_FAILED;
            return;
        }
        if (comparison->path_length == 0) {
            comparison->ours = divisions.ours.nodes;
            comparison->theirs = divisions.theirs.nodes;
        }
        if (differ_in_moves(&divisions, comparison)) {
            comparison->verdict = COMPARE_MOVES;
            return;
        }
        if (comparison->depth == 1 || !descend(&divisions, comparison))
            break;
    }
    /* No move to go into: all is well, unless the totals differ or we came here because of a difference. */
    const bool same = comparison->path_length == 0 && divisions.ours.nodes == divisions.theirs.nodes;
    comparison->verdict = same ? COMPARE_SAME : COMPARE_COUNTS;
}
