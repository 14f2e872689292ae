/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules/openings.h"

#include "chess/move_text.h"

#include <assert.h>
#include <string.h>

/* One line an opening; a line stands near those it shares moves with, which keeps openings_init() short. */
static const Opening table[] = {
#include "rules/openings_a.inc"
#include "rules/openings_b.inc"
#include "rules/openings_c.inc"
#include "rules/openings_d.inc"
#include "rules/openings_e.inc"
};

enum {
    COUNT = sizeof table / sizeof table[0],
    SLOTS = 8192, /* a power of two, so sparse that a probe seldom goes on */
    LONGEST = 64  /* plies of a line */
};
_Static_assert(COUNT * 2 <= SLOTS, "the index would be crowded");

/* Open addressing by the key's low bits; a free slot has no opening. Written by openings_init() alone. */
typedef struct Slot {
    uint64_t key;
    const Opening *opening;
} Slot;

static Slot slots[SLOTS];
static bool ready;

static Slot *slot_of(uint64_t key)
{
    size_t at = (size_t)key & (SLOTS - 1);
    while (slots[at].opening != NULL && slots[at].key != key)
        at = (at + 1) & (SLOTS - 1);
    return &slots[at];
}

/* Characters of `a` and `b` that are the same moves; *plies counts them. */
static size_t common_moves(const char *a, const char *b, int *plies)
{
    size_t common = 0;
    *plies = 0;
    for (size_t i = 0;; i++) {
        const bool a_ends = a[i] == '\0' || a[i] == ' ', b_ends = b[i] == '\0' || b[i] == ' ';
        if (a_ends && b_ends && i > 0) {
            common = i;
            ++*plies;
        }
        if (a[i] != b[i] || a[i] == '\0')
            return common;
    }
}

void openings_init(void)
{
    if (ready)
        return;
    Position after[LONGEST + 1]; /* the positions of the line before */
    position_start(&after[0]);
    const char *previous = "";
    for (size_t i = 0; i < COUNT; i++) {
        const char *const line = table[i].line;
        int ply;
        const char *at = line + common_moves(previous, line, &ply);
        while (*at != '\0') {
            at += *at == ' ';
            Move move;
            if (ply == LONGEST || move_from_text(&after[ply], at, &move) != MOVE_TEXT_OK)
                break;
            after[ply + 1] = after[ply];
            position_make_move(&after[++ply], move, NULL);
            at += strcspn(at, " ");
        }
        assert(*at == '\0'); /* else the table has a misprint: the line is left out */
        if (*at != '\0') {
            previous = "";
            continue;
        }
        previous = line;
        Slot *const slot = slot_of(after[ply].key);
        if (slot->opening == NULL)
            *slot = (Slot){.key = after[ply].key, .opening = &table[i]};
    }
    ready = true;
}

static const Opening *find_key(uint64_t key)
{
    return slot_of(key)->opening;
}

const Opening *openings_find(const Position *position)
{
    return find_key(position->key);
}

const Opening *openings_of_game(const Game *game)
{
    for (size_t i = game->move_count + 1; i-- > 0;) {
        const Opening *const opening = find_key(game->keys[i]);
        if (opening != NULL)
            return opening;
    }
    return NULL;
}

const Opening *openings_all(size_t *count)
{
    *count = COUNT;
    return table;
}
