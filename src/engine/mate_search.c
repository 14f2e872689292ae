/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * An AND/OR search by depth, boolean: attack() asks whether one move mates in time, defend() whether every reply is
 * mated. Only the order of moves is a guess: the attacker's by how few replies they leave, as those show a mate soonest;
 * the defender's by what has refuted mates before, as one refutation is enough.
 */
#include "engine/mate_search.h"

#include "engine/draws.h"

#include <stdlib.h>

enum {
    TABLE_BITS = 20, /* entries of 16 bytes: 16 MB */
    NEVER = 255,
    TWICE_MAX = 64,
    PLIES_OF_FIFTY = 100
};

/* What is known of a position, the attacker or the defender to move. */
typedef struct MateEntry {
    uint64_t key;
    Move move;       /* the attacker's that mates, the defender's that has refuted last; MOVE_NONE if unknown */
    uint8_t proved;  /* mated within so many of the attacker's moves; NEVER if unknown */
    uint8_t refuted; /* not mated within so many */
} MateEntry;

struct MateSearch {
    Position root;
    MoveList root_moves;
    uint64_t twice[TWICE_MAX]; /* positions that stood twice before: once more is a draw */
    int twice_count;
    int moves;     /* asked for */
    int decided;   /* no mate in so many moves */
    int length;    /* of the mate found; 0: none yet */
    Move first;    /* its first move */
    bool by_clock; /* the fifty moves may end within the search: positions differ by their clock too */
    MateAllow allow;
    void *context;
    uint64_t left, spent; /* nodes until the next question, and since the last one */
    bool broken_off;
    Move killers[MATE_SEARCH_MOVES_MAX + 1][2]; /* by the attacker's moves left */
    uint32_t refutations[SQUARE_COUNT][SQUARE_COUNT];
    MateEntry *table;
};

MateSearch *mate_search_create(const Position *root, const MoveList *root_moves, const uint64_t *keys, int key_count, int moves)
{
    MateSearch *search = calloc(1, sizeof *search);
    if (search == NULL)
        return NULL;
    search->table = calloc((size_t)1 << TABLE_BITS, sizeof *search->table);
    if (search->table == NULL) {
        free(search);
        return NULL;
    }
    search->root = *root;
    search->root_moves = *root_moves;
    search->moves = moves < 1 ? 1 : moves > MATE_SEARCH_MOVES_MAX ? MATE_SEARCH_MOVES_MAX : moves;
    search->by_clock = root->halfmove_clock + 2 * search->moves >= PLIES_OF_FIFTY;
    for (int i = 0; i < key_count; i++)
        for (int j = i + 1; j <= key_count && search->twice_count < TWICE_MAX; j++)
            if (keys[i] == (j < key_count ? keys[j] : root->key)) {
                search->twice[search->twice_count++] = keys[i];
                break;
            }
    return search;
}

void mate_search_destroy(MateSearch *search)
{
    if (search == NULL)
        return;
    free(search->table);
    free(search);
}

/* ---- What is known ---- */

static uint64_t key_of(const MateSearch *search, const Position *position)
{
    const uint64_t by_clock = (position->halfmove_clock + UINT64_C(1)) * UINT64_C(0x9e3779b97f4a7c15);
    const uint64_t key = search->by_clock ? position->key ^ by_clock : position->key;
    return key != 0 ? key : 1; /* 0 is an empty entry's */
}

static MateEntry *entry_of(MateSearch *search, uint64_t key)
{
    return &search->table[key & (((uint64_t)1 << TABLE_BITS) - 1)];
}

static MateEntry look_up(MateSearch *search, uint64_t key)
{
    const MateEntry *entry = entry_of(search, key);
    return entry->key == key ? *entry : (MateEntry){.key = key, .move = MOVE_NONE, .proved = NEVER, .refuted = 0};
}

/* Keeps what was found out about a position, beside what was known of it. */
static void keep(MateSearch *search, uint64_t key, int moves, bool mates, Move move)
{
    MateEntry known = look_up(search, key);
    if (mates)
        known.proved = (uint8_t)(moves < known.proved ? moves : known.proved);
    else
        known.refuted = (uint8_t)(moves > known.refuted ? moves : known.refuted);
    if (move != MOVE_NONE)
        known.move = move;
    *entry_of(search, key) = known;
}

/* Counts a node. True if the search is to be left. */
static bool must_leave(MateSearch *search)
{
    if (search->broken_off)
        return true;
    search->spent++;
    if (--search->left > 0)
        return false;
    search->left = search->allow(search->context, search->spent);
    search->spent = 0;
    search->broken_off = search->left == 0;
    return search->broken_off;
}

/* A draw that the defender may claim, or that stands already. */
static bool is_draw(const MateSearch *search, const Position *position)
{
    if (position->halfmove_clock >= PLIES_OF_FIFTY || draws_by_material(&position->board))
        return true;
    for (int i = 0; i < search->twice_count; i++)
        if (search->twice[i] == position->key)
            return true;
    return false;
}

/* ---- The order of moves ---- */

static void sort_moves(MoveList *list, int *values)
{
    for (int i = 1; i < list->count; i++) {
        const Move move = list->moves[i];
        const int value = values[i];
        int at = i;
        for (; at > 0 && values[at - 1] < value; at--) {
            list->moves[at] = list->moves[at - 1];
            values[at] = values[at - 1];
        }
        list->moves[at] = move;
        values[at] = value;
    }
}

static void order_attack(const Position *position, MoveList *list, Move known)
{
    int values[MAX_MOVES];
    for (int i = 0; i < list->count; i++) {
        Position after = *position;
        position_make_move(&after, list->moves[i], NULL);
        values[i] = list->moves[i] == known ? 1 << 20 : (position_in_check(&after) ? 50 : 0) - movegen_count(&after.board);
    }
    sort_moves(list, values);
}

static void order_defence(const MateSearch *search, const Position *position, MoveList *list, int moves, Move known)
{
    int values[MAX_MOVES];
    for (int i = 0; i < list->count; i++) {
        const Move move = list->moves[i];
        const uint32_t refuted = search->refutations[move_from(move)][move_to(move)];
        values[i] = move == known ? 1 << 30
                    : move == search->killers[moves][0] || move == search->killers[moves][1]
                        ? 1 << 29
                        : (position_is_capture(position, move) ? 1 << 12 : 0) + (int)(refuted < 1u << 28 ? refuted : 1u << 28);
    }
    sort_moves(list, values);
}

static void note_refutation(MateSearch *search, Move move, int moves)
{
    if (search->killers[moves][0] != move) {
        search->killers[moves][1] = search->killers[moves][0];
        search->killers[moves][0] = move;
    }
    search->refutations[move_from(move)][move_to(move)] += (uint32_t)(moves * moves);
}

/* ---- The search ---- */

static bool attack(MateSearch *search, const Position *position, int moves);

/* Is the defender, to move, mated within `moves` of the attacker's, whatever he plays? */
static bool defend(MateSearch *search, const Position *position, int moves)
{
    if (moves == 0)
        return position_in_check(position) && !movegen_any(&position->board);
    if (must_leave(search))
        return false;
    const uint64_t key = key_of(search, position);
    const MateEntry known = look_up(search, key);
    if (known.proved <= moves || known.refuted >= moves)
        return known.proved <= moves;
    MoveList list;
    movegen_legal(&position->board, &list);
    if (list.count == 0)
        return position_in_check(position);
    if (is_draw(search, position))
        return false;
    order_defence(search, position, &list, moves, known.move);
    for (int i = 0; i < list.count; i++) {
        Position after = *position;
        position_make_move(&after, list.moves[i], NULL);
        const bool mated = attack(search, &after, moves);
        if (search->broken_off)
            return false;
        if (!mated) {
            note_refutation(search, list.moves[i], moves);
            keep(search, key, moves, false, list.moves[i]);
            return false;
        }
    }
    keep(search, key, moves, true, MOVE_NONE);
    return true;
}

/* The last move: it must give check, and leave no reply. */
static Move mating_move(const Position *position, const MoveList *list)
{
    for (int i = 0; i < list->count; i++) {
        if (!position_gives_check(position, list->moves[i]))
            continue;
        Position after = *position;
        position_make_move(&after, list->moves[i], NULL);
        if (!movegen_any(&after.board))
            return list->moves[i];
    }
    return MOVE_NONE;
}

/* Does the attacker, to move, mate within `moves`, 1 at least? */
static bool attack(MateSearch *search, const Position *position, int moves)
{
    if (must_leave(search))
        return false;
    const Bitboard own = position->board.by_color[position_side_to_move(position)];
    if (is_draw(search, position) || !bits_several(own))
        return false;
    const uint64_t key = key_of(search, position);
    const MateEntry known = look_up(search, key);
    if (known.proved <= moves || known.refuted >= moves)
        return known.proved <= moves;
    MoveList list;
    movegen_legal(&position->board, &list);
    Move mating = MOVE_NONE;
    if (moves == 1) {
        mating = mating_move(position, &list);
    } else {
        order_attack(position, &list, known.move);
        for (int i = 0; i < list.count && mating == MOVE_NONE; i++) {
            Position after = *position;
            position_make_move(&after, list.moves[i], NULL);
            if (defend(search, &after, moves - 1))
                mating = list.moves[i];
            if (search->broken_off)
                return false;
        }
    }
    keep(search, key, moves, mating != MOVE_NONE, mating);
    return mating != MOVE_NONE;
}

/* The same at the root, with the moves that are to be looked at. */
static Move attack_root(MateSearch *search, int moves)
{
    MoveList list = search->root_moves;
    order_attack(&search->root, &list, MOVE_NONE);
    for (int i = 0; i < list.count && !search->broken_off; i++) {
        Position after = search->root;
        position_make_move(&after, list.moves[i], NULL);
        if (defend(search, &after, moves - 1) && !search->broken_off)
            return list.moves[i];
    }
    return MOVE_NONE;
}

static bool begin(MateSearch *search, MateAllow allow, void *context)
{
    search->allow = allow;
    search->context = context;
    search->spent = 0;
    search->left = allow(context, 0);
    search->broken_off = search->left == 0;
    return !search->broken_off;
}

/* The nodes since the last question are told as well. */
static void end(MateSearch *search)
{
    if (search->spent > 0)
        search->allow(search->context, search->spent);
}

static MateAnswer decide(MateSearch *search)
{
    for (int moves = search->decided + 1; moves <= search->moves; moves++) {
        search->first = attack_root(search, moves);
        if (search->broken_off)
            return MATE_OPEN;
        if (search->first != MOVE_NONE) {
            search->length = moves;
            return MATE_FOUND;
        }
        search->decided = moves;
    }
    return MATE_NONE;
}

MateAnswer mate_search_run(MateSearch *search, MateAllow allow, void *context)
{
    if (search->length > 0)
        return MATE_FOUND;
    if (!begin(search, allow, context))
        return MATE_OPEN;
    const MateAnswer answer = decide(search);
    end(search);
    return answer;
}

/* ---- The line ---- */

/* The reply that holds out longest, and how long. MOVE_NONE if there is none, or the search was broken off. */
static Move longest_defence(MateSearch *search, const Position *position, int most, int *moves)
{
    MoveList list;
    movegen_legal(&position->board, &list);
    Move best = MOVE_NONE;
    *moves = 0;
    for (int i = 0; i < list.count; i++) {
        Position after = *position;
        position_make_move(&after, list.moves[i], NULL);
        int needed = 1;
        while (needed < most && !attack(search, &after, needed) && !search->broken_off)
            needed++;
        if (search->broken_off)
            return MOVE_NONE;
        if (needed > *moves) {
            *moves = needed;
            best = list.moves[i];
        }
    }
    return best;
}

/* The attacker's move that mates within `moves`; MOVE_NONE if the search was broken off. */
static Move winning_move(MateSearch *search, const Position *position, int moves)
{
    MoveList list;
    movegen_legal(&position->board, &list);
    for (int i = 0; i < list.count; i++) {
        Position after = *position;
        position_make_move(&after, list.moves[i], NULL);
        if (defend(search, &after, moves - 1) && !search->broken_off)
            return list.moves[i];
    }
    return MOVE_NONE;
}

int mate_search_line(MateSearch *search, MateAllow allow, void *context, Move *line, int *length)
{
    Position position = search->root;
    Move move = search->first;
    int moves = search->length;
    *length = 0;
    begin(search, allow, context);
    while (move != MOVE_NONE) {
        line[(*length)++] = move;
        position_make_move(&position, move, NULL);
        if (moves == 1)
            break;
        move = longest_defence(search, &position, moves - 1, &moves);
        if (move == MOVE_NONE)
            break;
        line[(*length)++] = move;
        position_make_move(&position, move, NULL);
        move = winning_move(search, &position, moves);
    }
    end(search);
    return search->length;
}
