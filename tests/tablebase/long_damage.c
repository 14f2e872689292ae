/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Damaged copies of real tables: cut at every byte, and with every bit flipped. Each must be refused, or give values that a
 * table can have; to be built with sanitizers, which see a reader that leaves the bytes.
 *
 *     long_damage FOLDER CLASS…
 */
#include "chess/chess.h"
#include "retrograde.h"
#include "system/file.h"
#include "tablebase/table.h"

#include <stdio.h>
#include <string.h>

enum { BOARDS = 6 };

static int failures;

/* Some legal boards of the class. */
static void make_boards(const Count *count, Board boards[BOARDS])
{
    uint64_t random = 12345;
    for (int made = 0; made < BOARDS;) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        made += board_of(count, (uint32_t)(random >> 33) % (uint32_t)positions_of(count), &boards[made]);
    }
}

/* True if it was opened. */
static bool probe(const uint8_t *bytes, size_t size, const Count *count, bool dtz, const Board boards[BOARDS])
{
    Table table;
    const char *wrong = NULL;
    if (!table_open(&table, bytes, size, count->material, dtz, &wrong)) {
        failures += wrong == NULL;
        return false;
    }
    for (int i = 0; i < BOARDS; i++) {
        Wdl wdl = WDL_DRAW;
        int plies = 1;
        for (int value = WDL_LOSS; dtz && value <= WDL_WIN; value++)
            if (value != WDL_DRAW && table_dtz(&table, &boards[i], (Wdl)value, &plies) == TABLE_DTZ_FOUND)
                failures += plies < 1 || plies > 1 << 17;
        if (!dtz && table_wdl(&table, &boards[i], &wdl))
            failures += wdl < WDL_LOSS || wdl > WDL_WIN;
    }
    table_close(&table);
    return true;
}

static void damage(const char *path, const Count *count, bool dtz)
{
    Error error;
    size_t size, cuts = 0, flips = 0;
    uint8_t *file = (uint8_t *)file_read_all(path, &size, &error);
    uint8_t *bytes = file != NULL ? malloc(size) : NULL; /* (just as large as the file) */
    Board boards[BOARDS];
    if (bytes == NULL) {
        printf("%s\n", file == NULL ? error.message : "memory ran out");
        failures++;
        free(file);
        return;
    }
    memcpy(bytes, file, size);
    make_boards(count, boards);
    failures += !probe(bytes, size, count, dtz, boards);
    for (size_t cut = 0; cut < size; cut++) {
        uint8_t *part = malloc(cut > 0 ? cut : 1);
        if (part == NULL)
            break;
        memcpy(part, file, cut);
        cuts += probe(part, cut, count, dtz, boards);
        free(part);
    }
    failures += cuts > 0;
    for (size_t bit = 0; bit < size * 8; bit++) {
        bytes[bit / 8] = (uint8_t)(bytes[bit / 8] ^ 1 << bit % 8);
        flips += probe(bytes, size, count, dtz, boards);
        bytes[bit / 8] = file[bit / 8];
    }
    printf("%s: %zu cuts, %zu of them opened; %zu flips, %zu of them opened; %d failures\n", path, size, cuts, size * 8, flips, failures);
    free(bytes);
    free(file);
}

static const char *wanted;

static bool damage_class(void *context, Material material)
{
    char name[MATERIAL_NAME_SIZE], path[512];
    material_name(material, name);
    if (strcmp(name, wanted) != 0)
        return true;
    Count count = {.material = material};
    list_men(&count);
    for (int dtz = 0; dtz < 2; dtz++) {
        snprintf(path, sizeof(path), "%s/%s.%s", (const char *)context, name, dtz ? "rtbz" : "rtbw");
        damage(path, &count, dtz);
    }
    return false;
}

int main(int argc, char **argv)
{
    chess_init();
    if (argc < 3) {
        fprintf(stderr, "long_damage FOLDER CLASS...\n");
        return 1;
    }
    for (int i = 2; i < argc; i++) {
        wanted = argv[i];
        if (material_each_class(damage_class, argv[1])) {
            printf("no class is called %s\n", wanted);
            failures++;
        }
    }
    return failures > 0;
}
