/* SPDX-License-Identifier: GPL-3.0-only */
#include "tablebase/material.h"

Material material_of(const Board *board)
{
    Material material = 0;
    for (int color = WHITE; color < COLOR_COUNT; color++)
        for (int type = PAWN; type < KING; type++)
            material |= (Material)bits_count(board_pieces(board, (Color)color, (PieceType)type)) << (color * MATERIAL_SIDE_BITS + type * 4);
    return material;
}

static int side_men(Material material, Color color)
{
    int men = 0;
    for (int type = PAWN; type <= KING; type++)
        men += (int)material_count(material, color, (PieceType)type);
    return men;
}

int material_men(Material material)
{
    return side_men(material, WHITE) + side_men(material, BLACK);
}

bool material_is_class(Material material)
{
    const int white = side_men(material, WHITE), black = side_men(material, BLACK);
    if (white != black)
        return white > black;
    for (int type = QUEEN; type >= PAWN; type--) {
        const unsigned ours = material_count(material, WHITE, (PieceType)type), theirs = material_count(material, BLACK, (PieceType)type);
        if (ours != theirs)
            return ours > theirs;
    }
    return true;
}

void material_name(Material material, char name[MATERIAL_NAME_SIZE])
{
    for (int color = WHITE; color < COLOR_COUNT; color++) {
        if (color == BLACK)
            *name++ = 'v';
        for (int type = KING; type >= PAWN; type--)
            for (unsigned n = material_count(material, (Color)color, (PieceType)type); n > 0; n--)
                *name++ = "PNBRQK"[type];
    }
    *name = '\0';
}

bool material_each_class(bool (*visit)(void *context, Material material), void *context)
{
    /* All numbers of men a side can have, as digits of the number system that Material is. */
    enum { SIDES_MOST = 512, MEN_MOST = TABLEBASE_MEN - 2 };
    Material sides[SIDES_MOST];
    int count = 0;
    for (Material pawns = 0; pawns <= MEN_MOST; pawns++)
        for (Material knights = 0; pawns + knights <= MEN_MOST; knights++)
            for (Material bishops = 0; pawns + knights + bishops <= MEN_MOST; bishops++)
                for (Material rooks = 0; pawns + knights + bishops + rooks <= MEN_MOST; rooks++)
                    for (Material queens = 0; pawns + knights + bishops + rooks + queens <= MEN_MOST; queens++)
                        sides[count++] = pawns | knights << 4 | bishops << 8 | rooks << 12 | queens << 16;
    for (int w = 0; w < count; w++)
        for (int b = 0; b < count; b++) {
            const Material material = sides[w] | sides[b] << MATERIAL_SIDE_BITS;
            const int men = material_men(material);
            if (men >= 3 && men <= TABLEBASE_MEN && material_is_class(material) && !visit(context, material))
                return false;
        }
    return true;
}
