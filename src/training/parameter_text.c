/* SPDX-License-Identifier: GPL-3.0-only */
#include "training/parameter_text.h"

#include <math.h>
#include <stddef.h>

/* A member of EvaluateParameters: its name, place, and shape. */
typedef struct Member {
    const char *name;
    size_t offset;
    int groups; /* outer array length; 0: a plain array or a single value */
    int length; /* inner array length; 0: a single value */
} Member;

#define SINGLE(name) \
    { \
#name, offsetof(EvaluateParameters, name), 0, 0 \
    }
#define ARRAY(name) \
    { \
#name, offsetof(EvaluateParameters, name), 0, sizeof(((EvaluateParameters *)0)->name) / sizeof(Tapered) \
    }
#define TABLE(name) \
    { \
#name, offsetof(EvaluateParameters, name), sizeof(((EvaluateParameters *)0)->name) / sizeof(((EvaluateParameters *)0)->name[0]), \
            sizeof(((EvaluateParameters *)0)->name[0]) / sizeof(Tapered) \
    }

/* clang-format off */
static const Member members[] = {
    SINGLE(tempo), ARRAY(material), TABLE(piece_square),
    ARRAY(knight_mobility), ARRAY(bishop_mobility), ARRAY(rook_mobility), ARRAY(queen_mobility),
    SINGLE(bishop_pair), SINGLE(bishop_own_color_pawn), SINGLE(knight_outpost), SINGLE(bishop_outpost),
    SINGLE(minor_behind_pawn), SINGLE(rook_open_file), SINGLE(rook_half_open_file),
    SINGLE(pawn_isolated), SINGLE(pawn_doubled), SINGLE(pawn_backward), ARRAY(pawn_phalanx), ARRAY(pawn_protected),
    ARRAY(passed), ARRAY(passed_free), ARRAY(passed_blocked), ARRAY(passed_own_king), ARRAY(passed_enemy_king),
    TABLE(shelter), TABLE(storm), ARRAY(storm_blocked), SINGLE(king_open_file), ARRAY(king_danger),
    ARRAY(threat_by_pawn), ARRAY(threat_by_minor), ARRAY(threat_by_rook), SINGLE(threat_by_king), SINGLE(hanging),
    SINGLE(pawn_push_threat),
};
/* clang-format on */

static void write_value(const double *value, FILE *out)
{
    fprintf(out, "T(%ld, %ld)", lround(value[0]), lround(value[1]));
}

/* Rows of four where the array is a board's half, else of eight. */
static void write_array(const double *values, int length, const char *indent, FILE *out)
{
    const int row = length == 32 ? 4 : 8;
    for (int i = 0; i < length; i++) {
        if (i % row == 0)
            fputs(indent, out);
        write_value(values + 2 * i, out);
        fputs(i % row == row - 1 || i == length - 1 ? ",\n" : ", ", out);
    }
}

static void write_member(const Member *member, const double *values, FILE *out)
{
    values += 2 * (member->offset / sizeof(Tapered));
    fprintf(out, "    .%s = ", member->name);
    if (member->length == 0) {
        write_value(values, out);
        fputs(",\n", out);
        return;
    }
    fputs("{\n", out);
    for (int group = 0; group < member->groups; group++) {
        fputs("        {\n", out);
        write_array(values + 2 * group * member->length, member->length, "            ", out);
        fputs("        },\n", out);
    }
    if (member->groups == 0)
        write_array(values, member->length, "        ", out);
    fputs("    },\n", out);
}

void parameter_text_write(const double *values, FILE *out)
{
    fputs("/* SPDX-License-Identifier: GPL-3.0-only */\n"
          "/* Fitted to self-play by `carousel-train tune`, which writes this file. */\n"
          "#include \"engine/evaluate_parameters.h\"\n\n"
          "/* clang-format off */\n"
          "#define T(middlegame, endgame) TAPERED(middlegame, endgame)\n\n"
          "const EvaluateParameters evaluate_parameters = {\n",
          out);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        write_member(&members[i], values, out);
    fputs("};\n", out);
}
