/* SPDX-License-Identifier: GPL-3.0-only */
#include "tablebase/index.h"

#include "system/thread.h"

enum { TRIANGLE_SQUARES = 10, KING_PAIRS = 462, THREE_MEN = 31332, PAWN_SQUARES = 48, LEAD_PAWNS_MOST = 5, PAWN_RANKS = 6 };

/* The triangle's squares off the diagonal first, then those on it. */
static const Square triangle_squares[TRIANGLE_SQUARES] = {1, 2, 3, 10, 11, 19, 0, 9, 18, 27};

static struct {
    uint64_t combinations[TABLEBASE_MEN][SQUARE_COUNT + 1];      /* [k][n]: n over k */
    uint8_t triangle[SQUARE_COUNT];                              /* number of a square of a1-d1-d4 */
    uint8_t lower[SQUARE_COUNT];                                 /* number of a square below the diagonal a1-h8 */
    uint16_t kings[TRIANGLE_SQUARES][SQUARE_COUNT];              /* number of two kings, the first in the triangle */
    uint8_t pawn_order[SQUARE_COUNT];                            /* 47 for a2, the first to lead, down to 0 for e7 */
    uint64_t lead_start[LEAD_PAWNS_MOST + 1][4][PAWN_RANKS + 1]; /* [pawns][file][rank]: numbers of those led from lower ranks */
} tables;

/* Above the diagonal a1-h8: positive; below: negative. */
static int above_diagonal(Square square)
{
    return square_rank(square) - square_file(square);
}

/* Pairs with both kings on the diagonal come last. A first king on it has the second not above it. */
static void number_kings(void)
{
    uint16_t next = 0;
    for (int diagonal = 0; diagonal < 2; diagonal++)
        for (int first = 0; first < TRIANGLE_SQUARES; first++)
            for (Square second = 0; second < SQUARE_COUNT; second++) {
                const Square king = triangle_squares[first];
                const bool king_on = above_diagonal(king) == 0;
                if (square_distance(king, second) <= 1 || (king_on && above_diagonal(second) > 0))
                    continue;
                if ((king_on && above_diagonal(second) == 0) == (diagonal == 1))
                    tables.kings[first][second] = next++;
            }
    assert(next == KING_PAIRS);
}

static void number_pawns(void)
{
    uint8_t next = PAWN_SQUARES;
    for (int file = 0; file < 4; file++)
        for (int rank = 1; rank <= PAWN_RANKS; rank++) {
            tables.pawn_order[square_make(file, rank)] = --next;
            tables.pawn_order[square_make(7 - file, rank)] = --next;
        }
    for (int pawns = 1; pawns <= LEAD_PAWNS_MOST; pawns++)
        for (int file = 0; file < 4; file++) {
            uint64_t start = 0;
            for (int rank = 1; rank <= PAWN_RANKS; rank++) {
                tables.lead_start[pawns][file][rank - 1] = start;
                start += tables.combinations[pawns - 1][tables.pawn_order[square_make(file, rank)]];
            }
            tables.lead_start[pawns][file][PAWN_RANKS] = start;
        }
}

static void fill_tables(void)
{
    for (int n = 0; n <= SQUARE_COUNT; n++)
        for (int k = 0; k < TABLEBASE_MEN; k++)
            tables.combinations[k][n] = k == 0 ? 1 : n == 0 ? 0 : tables.combinations[k - 1][n - 1] + tables.combinations[k][n - 1];
    for (int i = 0; i < TRIANGLE_SQUARES; i++)
        tables.triangle[triangle_squares[i]] = (uint8_t)i;
    uint8_t next = 0;
    for (Square square = 0; square < SQUARE_COUNT; square++)
        if (above_diagonal(square) < 0)
            tables.lower[square] = next++;
    number_kings();
    number_pawns();
}

void index_init(void)
{
    static Once once = ONCE_INIT;
    once_run(&once, fill_tables);
}

Color index_lead_color(Material material)
{
    const unsigned white = material_count(material, WHITE, PAWN), black = material_count(material, BLACK, PAWN);
    return white == 0 || (black > 0 && black < white) ? BLACK : WHITE;
}

/* Men that are the only ones of their kind. */
static int unique_men(Material material)
{
    int unique = 0;
    for (int color = WHITE; color < COLOR_COUNT; color++)
        for (int type = PAWN; type <= KING; type++)
            unique += material_count(material, (Color)color, (PieceType)type) == 1;
    return unique;
}

static unsigned class_count(Material material, uint8_t man)
{
    return material_count(material, man & TABLE_BLACK_MAN ? BLACK : WHITE, (PieceType)((man & 7) - 1));
}

/* Are the men those of the class, equal ones side by side, and the leading ones fit to lead? */
static const char *check_men(const Layout *layout, Material material)
{
    unsigned seen = 0;
    for (int i = 0; i < layout->count;) {
        const uint8_t man = layout->men[i];
        if ((man & 7) == 0 || (man & 7) == 7 || seen >> man & 1)
            return "its men are not those of its name";
        seen |= 1u << man;
        const unsigned count = class_count(material, man);
        if (count == 0 || i + (int)count > layout->count)
            return "its men are not those of its name";
        for (unsigned n = 0; n < count; n++)
            if (layout->men[i++] != man)
                return "its men are not those of its name";
    }
    const uint8_t white_king = KING + 1, black_king = white_king | TABLE_BLACK_MAN;
    const uint8_t pawn = PAWN + 1;
    bool fit;
    if (layout->pawns) {
        const uint8_t lead = index_lead_color(material) == WHITE ? pawn : pawn | TABLE_BLACK_MAN;
        fit = layout->men[0] == lead && (layout->second == 0 || layout->men[layout->lead] == (lead ^ TABLE_BLACK_MAN));
    } else if (layout->lead == 2) {
        fit = (layout->men[0] == white_king && layout->men[1] == black_king) ||
              (layout->men[0] == black_king && layout->men[1] == white_king);
    } else {
        fit = layout->men[0] != layout->men[1] && layout->men[1] != layout->men[2] && class_count(material, layout->men[2]) == 1;
    }
    return fit ? NULL : "its men stand in an order that no table has";
}

static void make_groups(Layout *layout)
{
    layout->groups = 0;
    layout->group_men[layout->groups++] = layout->lead;
    for (int i = layout->lead; i < layout->count;) {
        int men = 1;
        while (i + men < layout->count && layout->men[i + men] == layout->men[i])
            men++;
        layout->group_men[layout->groups++] = (uint8_t)men;
        i += men;
    }
}

/* Numbers the leading group takes. */
static uint64_t lead_positions(const Layout *layout, int file)
{
    return layout->pawns ? tables.lead_start[layout->lead][file][PAWN_RANKS] : layout->lead == 3 ? THREE_MEN : KING_PAIRS;
}

const char *index_layout(Layout *layout, Material material, int file, unsigned lead_place, unsigned second_place)
{
    layout->count = (uint8_t)material_men(material);
    layout->pawns = material_count(material, WHITE, PAWN) + material_count(material, BLACK, PAWN) > 0;
    layout->lead = unique_men(material) >= 3 ? 3 : 2;
    layout->second = 0;
    if (layout->pawns) {
        const Color lead = index_lead_color(material);
        layout->lead = (uint8_t)material_count(material, lead, PAWN);
        layout->second = (uint8_t)material_count(material, color_opposite(lead), PAWN);
    }
    const char *wrong = check_men(layout, material);
    if (wrong != NULL)
        return wrong;
    make_groups(layout);
    if (lead_place >= layout->groups || (layout->second > 0 && (second_place >= layout->groups || second_place == lead_place)))
        return "its groups have an impossible order";
    int group = layout->second > 0 ? 2 : 1;
    int left = SQUARE_COUNT - layout->lead - layout->second; /* squares for the next group */
    uint64_t product = 1;
    for (unsigned place = 0; place < layout->groups; place++) {
        if (place == lead_place) {
            layout->factors[0] = product;
            product *= lead_positions(layout, file);
        } else if (layout->second > 0 && place == second_place) {
            layout->factors[1] = product;
            product *= tables.combinations[layout->second][PAWN_SQUARES - layout->lead];
        } else {
            layout->factors[group] = product;
            product *= tables.combinations[layout->group_men[group]][left];
            left -= layout->group_men[group++];
        }
    }
    layout->positions = product;
    return NULL;
}

Square index_leading_pawn(Bitboard pawns, unsigned turned)
{
    Square lead = (Square)((unsigned)bits_pop(&pawns) ^ turned);
    while (pawns != 0) {
        const Square square = (Square)((unsigned)bits_pop(&pawns) ^ turned);
        if (tables.pawn_order[square] > tables.pawn_order[lead])
            lead = square;
    }
    return lead;
}

/* (All there is room for: a man more does no harm.) */
static void turn(Square squares[TABLEBASE_MEN], unsigned by)
{
    for (int i = 0; i < TABLEBASE_MEN; i++)
        squares[i] = (Square)(squares[i] ^ by);
}

/* Pieces only: the first man into the triangle, the first of the leading group off the diagonal below it. */
static void normalize(const Layout *layout, Square squares[TABLEBASE_MEN])
{
    turn(squares, (square_file(squares[0]) > 3 ? 7u : 0) | (square_rank(squares[0]) > 3 ? 56u : 0));
    for (int i = 0; i < layout->lead; i++) {
        if (above_diagonal(squares[i]) < 0)
            return;
        if (above_diagonal(squares[i]) > 0) {
            for (int j = 0; j < TABLEBASE_MEN; j++)
                squares[j] = (Square)(squares[j] >> 3 | (squares[j] & 7) << 3);
            return;
        }
    }
}

/* How many of `count` squares lie below one. */
static unsigned lower_squares(const Square squares[], int count, Square square)
{
    unsigned lower = 0;
    for (int i = 0; i < count; i++)
        lower += squares[i] < square;
    return lower;
}

/* Three different men: those whose first is off the diagonal, then those whose second is, whose third is, and who all stand on it. A
 * man's squares are counted without those of the men before it. */
static uint64_t three_men(const Square s[])
{
    const unsigned second = s[1] - lower_squares(s, 1, s[1]), third = s[2] - lower_squares(s, 2, s[2]);
    uint64_t start = 0;
    if (above_diagonal(s[0]) != 0)
        return (tables.triangle[s[0]] * 63u + second) * 62u + third;
    start += 6 * 63 * 62;
    const unsigned first_on = (unsigned)square_file(s[0]);
    if (above_diagonal(s[1]) != 0)
        return start + (first_on * 28u + tables.lower[s[1]]) * 62u + third;
    start += 4 * 28 * 62;
    const unsigned second_on = (unsigned)square_file(s[1]) - (s[1] > s[0]);
    if (above_diagonal(s[2]) != 0)
        return start + (first_on * 7u + second_on) * 28u + tables.lower[s[2]];
    start += 4 * 7 * 28;
    const unsigned third_on = (unsigned)square_file(s[2]) - (s[2] > s[0]) - (s[2] > s[1]);
    return start + (first_on * 7u + second_on) * 6u + third_on;
}

/* Leading pawns: the leading one's place, then the others as a combination. */
static uint64_t lead_pawns(const Layout *layout, Square squares[])
{
    for (int i = 1; i < layout->lead; i++)
        for (int j = i; j > 0 && tables.pawn_order[squares[j]] > tables.pawn_order[squares[j - 1]]; j--) {
            const Square square = squares[j];
            squares[j] = squares[j - 1];
            squares[j - 1] = square;
        }
    uint64_t number = tables.lead_start[layout->lead][square_file(squares[0])][square_rank(squares[0]) - 1];
    for (int i = 1; i < layout->lead; i++)
        number += tables.combinations[layout->lead - i][tables.pawn_order[squares[i]]];
    return number;
}

/* A later group: `before` men stand on the squares before its own. */
static uint64_t group_number(Square squares[], int before, int men, unsigned missing)
{
    Square *group = squares + before;
    for (int i = 1; i < men; i++)
        for (int j = i; j > 0 && group[j] < group[j - 1]; j--) {
            const Square square = group[j];
            group[j] = group[j - 1];
            group[j - 1] = square;
        }
    uint64_t number = 0;
    for (int i = 0; i < men; i++)
        number += tables.combinations[i + 1][group[i] - lower_squares(squares, before, group[i]) - missing];
    return number;
}

uint64_t index_position(const Layout *layout, Square squares[TABLEBASE_MEN])
{
    uint64_t lead;
    if (layout->pawns) {
        Bitboard pawns = 0;
        for (int i = 0; i < layout->lead; i++)
            pawns |= square_bit(squares[i]);
        if (square_file(index_leading_pawn(pawns, 0)) > 3)
            turn(squares, 7);
        lead = lead_pawns(layout, squares);
    } else {
        normalize(layout, squares);
        lead = layout->lead == 3 ? three_men(squares) : tables.kings[tables.triangle[squares[0]]][squares[1]];
    }
    uint64_t number = lead * layout->factors[0];
    int before = layout->lead;
    for (int group = 1; group < layout->groups; group++) {
        const int men = layout->group_men[group];
        number += layout->factors[group] * group_number(squares, before, men, group == 1 && layout->second > 0 ? 8 : 0);
        before += men;
    }
    return number;
}
