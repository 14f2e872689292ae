/* SPDX-License-Identifier: GPL-3.0-only */
#include "tablebase/table.h"

#include <string.h>

enum { CHECKSUM_BYTES = 16, BLOCK_ALIGNMENT = 64, MAP_LISTS = 4 };

static const uint8_t magic[2][4] = {{0x71, 0xe8, 0x23, 0x5d}, {0xd7, 0x66, 0x0c, 0xa5}};

static const char *const cut = "it is cut off";

static const char *read_start(Table *table, PairsCursor *cursor)
{
    const uint8_t *bytes = pairs_take(cursor, 5);
    if (bytes == NULL || table->size % BLOCK_ALIGNMENT != CHECKSUM_BYTES)
        return "its size is not that of a table";
    if (memcmp(bytes, magic[table->dtz], sizeof(magic[0])) != 0)
        return "it does not begin as such a table does";
    if (((bytes[4] & TABLE_DIFFERENT_SIDES) == 0) != table->symmetric || ((bytes[4] & TABLE_PAWNS) != 0) != table->pawns)
        return "its men are not those of its name";
    return NULL;
}

static const char *read_layouts(Table *table, PairsCursor *cursor)
{
    const Material material = table->material;
    const bool both = material_count(material, WHITE, PAWN) > 0 && material_count(material, BLACK, PAWN) > 0;
    const int men = material_men(material);
    for (int file = 0; file < table->layouts; file++) {
        const uint8_t *places = pairs_take(cursor, both ? 2 : 1);
        const uint8_t *bytes = pairs_take(cursor, (uint64_t)men);
        if (places == NULL || bytes == NULL)
            return cut;
        for (int side = 0; side < table->sides; side++) {
            Layout *layout = &table->layout[file][side];
            const int shift = side == BLACK ? 4 : 0;
            for (int i = 0; i < men; i++)
                layout->men[i] = bytes[i] >> shift & 15;
            const char *wrong = index_layout(layout, material, file, places[0] >> shift & 15, both ? places[1] >> shift & 15 : 15);
            if (wrong != NULL)
                return wrong;
        }
    }
    return pairs_align(cursor, 2) ? NULL : cut;
}

static const char *read_headers(Table *table, PairsCursor *cursor)
{
    for (int file = 0; file < table->layouts; file++)
        for (int side = 0; side < table->sides; side++) {
            const char *wrong = pairs_read_header(&table->pairs[file][side], table->layout[file][side].positions, cursor);
            if (wrong != NULL)
                return wrong;
        }
    return NULL;
}

static const char *read_maps(Table *table, PairsCursor *cursor)
{
    for (int file = 0; file < table->layouts && table->dtz; file++) {
        const uint8_t flags = table->pairs[file][0].flags;
        if (!(flags & TABLE_MAPPED))
            continue;
        const size_t width = flags & TABLE_WIDE ? 2 : 1;
        if (!pairs_align(cursor, width))
            return cut;
        for (int list = 0; list < MAP_LISTS; list++) {
            const uint8_t *count = pairs_take(cursor, width);
            if (count == NULL)
                return cut;
            table->map_counts[file][list] = (uint16_t)(width == 2 ? format_u16(count) : *count);
            table->maps[file][list] = pairs_take(cursor, width * table->map_counts[file][list]);
            if (table->maps[file][list] == NULL)
                return cut;
        }
    }
    return pairs_align(cursor, 2) ? NULL : cut;
}

/* Where the indices, the lengths and the blocks of all layouts and sides lie. */
static const char *read_places(Table *table, PairsCursor *cursor)
{
    for (int part = 0; part < 3; part++)
        for (int file = 0; file < table->layouts; file++)
            for (int side = 0; side < table->sides; side++) {
                Pairs *pairs = &table->pairs[file][side];
                const uint8_t **data = part == 0 ? &pairs->span_data : part == 1 ? &pairs->length_data : &pairs->block_data;
                const uint64_t bytes = part == 0   ? 6 * pairs->spans
                                       : part == 1 ? 2 * (uint64_t)pairs->lengths
                                                   : (uint64_t)pairs->blocks << pairs->block_bits;
                if (pairs->flags & TABLE_SINGLE)
                    continue;
                if (part == 2 && !pairs_align(cursor, BLOCK_ALIGNMENT))
                    return cut;
                *data = pairs_take(cursor, bytes);
                if (*data == NULL)
                    return cut;
            }
    /* The checksum follows at once, or after the padding of the last blocks. */
    const size_t left = cursor->size - cursor->at;
    if (left < CHECKSUM_BYTES)
        return cut;
    return left < CHECKSUM_BYTES + BLOCK_ALIGNMENT ? NULL : "it is longer than its headers say";
}

bool table_open(Table *table, const uint8_t *data, size_t size, Material material, bool dtz, const char **wrong)
{
    index_init();
    *table = (Table){.data = data, .size = size, .material = material, .dtz = dtz};
    table->symmetric = material == material_swap(material);
    table->pawns = material_count(material, WHITE, PAWN) + material_count(material, BLACK, PAWN) > 0;
    table->layouts = table->pawns ? 4 : 1;
    table->sides = dtz || table->symmetric ? 1 : 2;
    PairsCursor cursor = {.data = data, .size = size};
    *wrong = read_start(table, &cursor);
    if (*wrong == NULL)
        *wrong = read_layouts(table, &cursor);
    if (*wrong == NULL)
        *wrong = read_headers(table, &cursor);
    if (*wrong == NULL)
        *wrong = read_maps(table, &cursor);
    if (*wrong == NULL)
        *wrong = read_places(table, &cursor);
    if (*wrong != NULL)
        table_close(table);
    return *wrong == NULL;
}

void table_close(Table *table)
{
    for (int file = 0; file < table->layouts; file++)
        for (int side = 0; side < table->sides; side++)
            pairs_free(&table->pairs[file][side]);
}

/* A board as the table sees it. */
typedef struct View {
    const Board *board;
    bool turned; /* colours exchanged, ranks mirrored */
    Color side;  /* to move, as the table sees it */
    int file;    /* the layout's */
} View;

static Bitboard view_men(const View *view, Color color, PieceType type)
{
    return board_pieces(view->board, view->turned ? color_opposite(color) : color, type);
}

static View view_board(const Table *table, const Board *board)
{
    View view = {.board = board, .side = (Color)board->side_to_move};
    view.turned = table->symmetric ? view.side == BLACK : material_of(board) != table->material;
    if (view.turned)
        view.side = color_opposite(view.side);
    if (table->pawns) {
        const Bitboard pawns = view_men(&view, index_lead_color(table->material), PAWN);
        const int file = square_file(index_leading_pawn(pawns, view.turned ? 56 : 0));
        view.file = file > 3 ? 7 - file : file;
    }
    return view;
}

static bool view_value(const Table *table, const View *view, unsigned *value)
{
    const Color side = table->sides == 1 ? WHITE : view->side;
    const Layout *layout = &table->layout[view->file][side];
    Square squares[TABLEBASE_MEN] = {0};
    for (int i = 0; i < layout->count;) {
        const uint8_t man = layout->men[i];
        Bitboard men = view_men(view, man & TABLE_BLACK_MAN ? BLACK : WHITE, (PieceType)((man & 7) - 1));
        while (men != 0)
            squares[i++] = (Square)(bits_pop(&men) ^ (view->turned ? 56 : 0));
    }
    const uint64_t position = index_position(layout, squares);
    assert(position < layout->positions);
    return pairs_value(&table->pairs[view->file][side], position, value);
}

bool table_wdl(const Table *table, const Board *board, Wdl *wdl)
{
    const View view = view_board(table, board);
    unsigned value;
    if (!view_value(table, &view, &value) || value > 4)
        return false;
    *wdl = (Wdl)((int)value - 2);
    return true;
}

TableDtz table_dtz(const Table *table, const Board *board, Wdl wdl, int *plies)
{
    static const uint8_t lists[] = {1, 3, 0, 2, 0}; /* by WDL: loss, blessed loss, draw, cursed win, win */
    const View view = view_board(table, board);
    const uint8_t flags = table->pairs[view.file][0].flags;
    if (!table->symmetric && view.side != (flags & TABLE_BLACK ? BLACK : WHITE))
        return TABLE_DTZ_OTHER_SIDE;
    unsigned value;
    if (!view_value(table, &view, &value))
        return TABLE_DTZ_DAMAGED;
    if (flags & TABLE_MAPPED) {
        const uint8_t list = lists[wdl + 2];
        if (value >= table->map_counts[view.file][list])
            return TABLE_DTZ_DAMAGED;
        const uint8_t *values = table->maps[view.file][list];
        value = flags & TABLE_WIDE ? format_u16(values + 2 * value) : values[value];
    }
    const bool in_plies = (wdl == WDL_WIN && flags & TABLE_WIN_PLIES) || (wdl == WDL_LOSS && flags & TABLE_LOSS_PLIES);
    *plies = (int)(in_plies ? value : 2 * value) + 1;
    return TABLE_DTZ_FOUND;
}
