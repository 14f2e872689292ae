/* SPDX-License-Identifier: GPL-3.0-only */
#include "perft/split.h"

#include "chess/movegen.h"

#include <stdlib.h>
#include <string.h>

static int compare_boards(const void *a, const void *b)
{
    return memcmp(&((const SplitJob *)a)->board, &((const SplitJob *)b)->board, sizeof(Board));
}

/* Merges equal positions: boards compare as bytes. */
static void merge(SplitList *list)
{
    qsort(list->jobs, list->count, sizeof(*list->jobs), compare_boards);
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (count > 0 && compare_boards(&list->jobs[count - 1], &list->jobs[i]) == 0)
            list->jobs[count - 1].weight += list->jobs[i].weight;
        else
            list->jobs[count++] = list->jobs[i];
    }
    list->count = count;
}

static bool expand(SplitList *list)
{
    size_t capacity = 1;
    for (size_t i = 0; i < list->count; i++)
        capacity += (size_t)movegen_count(&list->jobs[i].board);
    SplitList next = {.jobs = malloc(capacity * sizeof(*next.jobs))};
    if (next.jobs == NULL)
        return false;
    for (size_t i = 0; i < list->count; i++) {
        MoveList moves;
        movegen_legal(&list->jobs[i].board, &moves);
        for (int m = 0; m < moves.count; m++) {
            next.jobs[next.count] = list->jobs[i];
            board_make_move(&next.jobs[next.count++].board, moves.moves[m]);
        }
    }
    merge(&next);
    split_destroy(list);
    *list = next;
    return true;
}

bool split_positions(const Position *position, int plies, SplitList *list)
{
    list->jobs = malloc(sizeof(*list->jobs));
    if (list->jobs == NULL)
        return false;
    list->jobs[0] = (SplitJob){.board = position->board, .weight = 1};
    list->count = 1;
    for (int i = 0; i < plies; i++) {
        if (!expand(list)) {
            split_destroy(list);
            return false;
        }
    }
    return true;
}

void split_destroy(SplitList *list)
{
    free(list->jobs);
    *list = (SplitList){.jobs = NULL};
}

bool split_add(uint64_t *sum, uint64_t nodes, uint64_t weight)
{
    uint64_t weighted;
    return !__builtin_mul_overflow(nodes, weight, &weighted) && !__builtin_add_overflow(*sum, weighted, sum);
}
