/* SPDX-License-Identifier: GPL-3.0-only */
#include "rules/winnable_store.h"

#include <string.h>

void packed_from_board(PackedBoard *packed, const Board *board)
{
    const Bitboard *type = board->by_type;
    const Bitboard en_passant = board->en_passant == NO_SQUARE ? 0 : square_bit((Square)board->en_passant);
    packed->planes[0] = type[PAWN] | type[BISHOP] | type[QUEEN] | board->castling;
    packed->planes[1] = type[KNIGHT] | type[BISHOP] | type[KING] | board->castling;
    packed->planes[2] = type[ROOK] | type[QUEEN] | type[KING];
    packed->planes[3] = board->by_color[BLACK] | en_passant;
}

void packed_to_board(const PackedBoard *packed, Color side_to_move, Board *board)
{
    const Bitboard a = packed->planes[0], b = packed->planes[1], c = packed->planes[2], d = packed->planes[3];
    const Bitboard occupied = a | b | c;
    const Bitboard castling = a & b & c;
    memset(board, 0, sizeof *board);
    board->by_type[PAWN] = a & ~b & ~c;
    board->by_type[KNIGHT] = ~a & b & ~c;
    board->by_type[BISHOP] = a & b & ~c;
    board->by_type[ROOK] = (~a & ~b & c) | castling;
    board->by_type[QUEEN] = a & ~b & c;
    board->by_type[KING] = ~a & b & c;
    board->by_color[WHITE] = occupied & ~d;
    board->by_color[BLACK] = occupied & d;
    board->castling = castling;
    board->en_passant = (uint8_t)(d & ~occupied ? bits_lowest(d & ~occupied) : NO_SQUARE);
    board->side_to_move = (uint8_t)side_to_move;
}

static uint64_t hash(const PackedBoard *packed, Color side_to_move)
{
    uint64_t h = side_to_move + 1;
    for (int i = 0; i < 4; i++) {
        h = (h ^ packed->planes[i]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return h * 0xbf58476d1ce4e5b9u;
}

void store_open(Store *store, const WinnableMemory *memory)
{
    store->nodes = memory->nodes;
    store->slots = memory->slots;
    store->slot_mask = memory->slot_mask;
    store->capacity = memory->node_capacity;
    store->count = 0;
}

uint32_t store_add(Store *store, const Board *board, uint32_t parent, bool *added)
{
    PackedBoard packed;
    packed_from_board(&packed, board);
    const Color side = (Color)board->side_to_move;
    uint32_t slot = (uint32_t)(hash(&packed, side) >> 32) & store->slot_mask;
    *added = false;
    for (;; slot = (slot + 1) & store->slot_mask) {
        const uint32_t index = store->slots[slot];
        if (index >= store->count || store->nodes[index].slot != slot)
            break;
        const StoreNode *node = &store->nodes[index];
        if (node->side_to_move == side && memcmp(&node->board, &packed, sizeof packed) == 0)
            return index;
    }
    if (store->count == store->capacity)
        return STORE_NONE;
    const uint32_t index = store->count++;
    store->slots[slot] = index;
    store->nodes[index] = (StoreNode){.board = packed,
                                      .parent = parent,
                                      .slot = slot,
                                      .ply = (uint16_t)(parent == STORE_NONE ? 0 : store->nodes[parent].ply + 1),
                                      .side_to_move = (uint8_t)side};
    *added = true;
    return index;
}

bool winnable_memory_init(WinnableMemory *memory, void *block, size_t size)
{
    if (size < 65536)
        return false;
    /* As many slots as leave half of the memory to the nodes; at most three in four are ever taken. */
    uint64_t slots = 1024;
    while (slots < ((uint64_t)1 << 31) && (slots / 2) * sizeof(StoreNode) + slots * sizeof(uint32_t) <= size / 2)
        slots *= 2;
    const uint64_t left = (size - (size_t)slots * sizeof(uint32_t)) / sizeof(StoreNode);
    const uint64_t nodes = left < slots / 4 * 3 ? left : slots / 4 * 3;
    memory->nodes = block;
    memory->slots = (uint32_t *)((StoreNode *)block + nodes);
    memory->node_capacity = (uint32_t)nodes;
    memory->slot_mask = (uint32_t)(slots - 1);
    memset(memory->slots, 0xff, (size_t)slots * sizeof(uint32_t));
    return true;
}
