/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What of a saved exhibition's score sheets is on file already. Others append to the file as well, and an editor may have
 * written it anew: so games are told by what they are (tags, moves, result), not by where or how they are written down.
 */
#include "record/sheet_files.h"

#include "chess/fen.h"
#include "chess/pgn_reader.h"
#include "record/journal_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS_TRIED = 1000, TAG_SIZE = 512 };

/* One number for what makes a game: equal games, equal numbers. */
static uint64_t game_sum(const PgnGame *game)
{
    static const char *const TAGS[] = {"Event", "Site", "Date", "Round", "White", "Black", "Board"};
    char start[FEN_SIZE];
    fen_write(&game->game.start, start);
    uint64_t sum = journal_sum(0, start, strlen(start) + 1);
    for (size_t i = 0; i < sizeof TAGS / sizeof *TAGS; i++) {
        char value[TAG_SIZE];
        pgn_tag(game, TAGS[i], value, sizeof value);
        sum = journal_sum(sum, value, strlen(value) + 1);
    }
    sum = journal_sum(sum, game->result, strlen(game->result) + 1);
    return journal_sum(sum, (const char *)game->game.moves, game->game.move_count * sizeof *game->game.moves);
}

typedef struct Sums {
    uint64_t *items;
    size_t count, capacity;
} Sums;

static bool sums_add(Sums *sums, uint64_t sum)
{
    if (sums->count == sums->capacity) {
        const size_t capacity = sums->capacity == 0 ? 256 : 2 * sums->capacity;
        uint64_t *grown = realloc(sums->items, capacity * sizeof *grown);
        if (grown == NULL)
            return false;
        sums->items = grown;
        sums->capacity = capacity;
    }
    sums->items[sums->count++] = sum;
    return true;
}

static int compare_sums(const void *a, const void *b)
{
    const uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return first < second ? -1 : first > second;
}

/* Of every game in the text that can be followed to its end. False if memory ran out. */
static bool sums_of(Sums *sums, PgnGame *game, const char *text, size_t length)
{
    PgnReader reader = pgn_reader_open(text, length);
    while (pgn_read(&reader, game)) {
        if (game->error == PGN_OUT_OF_MEMORY || (game->error == PGN_OK && !sums_add(sums, game_sum(game))))
            return false;
    }
    return true;
}

static size_t told_start(const ToldSheets *told, size_t i)
{
    return i == 0 ? 0 : told->ends[i - 1];
}

/* Marks the told games that are in the text. How many, or -1 if memory ran out. */
static long find_told(const ToldSheets *told, const Sums *told_sums, const char *text, size_t length, bool *found)
{
    PgnGame game;
    Sums sums = {0};
    long count = -1;
    if (pgn_game_init(&game)) {
        if (sums_of(&sums, &game, text, length)) {
            count = 0;
            if (sums.count > 0)
                qsort(sums.items, sums.count, sizeof *sums.items, compare_sums);
            for (size_t i = 0; i < told->count; i++) {
                found[i] = sums.count > 0 &&
                           bsearch(&told_sums->items[i], sums.items, sums.count, sizeof *sums.items, compare_sums) != NULL;
                count += found[i];
            }
        }
        pgn_game_destroy(&game);
    }
    free(sums.items);
    return count;
}

/* One number for each told game. */
static bool sum_told(const ToldSheets *told, Sums *sums)
{
    PgnGame game;
    if (!pgn_game_init(&game))
        return false;
    bool ok = true;
    for (size_t i = 0; ok && i < told->count; i++) {
        const size_t start = told_start(told, i);
        PgnReader reader = pgn_reader_open(told->text.text + start, told->ends[i] - start);
        const bool read = pgn_read(&reader, &game);
        ok = sums_add(sums, read && game.error == PGN_OK ? game_sum(&game) : ~(uint64_t)i); /* what we cannot read is found nowhere */
    }
    pgn_game_destroy(&game);
    return ok;
}

/* The file of this number: which games it has, and what is torn at its end. False with the reason. */
static bool plan_file(SheetFiles *sheets, const char *path, const ToldSheets *told, const Sums *told_sums, SheetPlan *plan, long *count,
                      char error[SIMUL_FILE_ERROR_SIZE])
{
    const SimulFiles *files = sheets->files;
    size_t size = 0, missing = 0;
    memset(plan->found, 0, told->count * sizeof *plan->found);
    plan->torn = 0;
    *count = 0;
    switch (files->look(files->context, path)) {
    case SIMUL_FILE_GONE: return true;
    case SIMUL_FILE_STREAM: /* what went there has gone there */
        memset(plan->found, 1, told->count * sizeof *plan->found);
        *count = (long)told->count;
        return true;
    default: break;
    }
    char *text = files->read_all(files->context, path, &size, error);
    if (text == NULL)
        return false;
    /* A file that is shorter now is not the one that was appended to. */
    const size_t from = plan->number == 1 && sheets->base <= size ? (size_t)sheets->base : 0;
    *count = find_told(told, told_sums, text + from, size - from, plan->found);
    while (missing < told->count && plan->found[missing])
        missing++;
    if (*count >= 0 && missing < told->count) {
        const size_t start = told_start(told, missing);
        plan->torn = sheet_part_at_end(text, size, told->text.text + start, told->ends[missing] - start);
    }
    free(text);
    if (*count < 0)
        snprintf(error, SIMUL_FILE_ERROR_SIZE, "out of memory");
    return *count >= 0;
}

/* The first name if it has all games or no other has any; else where the record went on when that was taken. */
static bool choose_file(SheetFiles *sheets, const char *path, const ToldSheets *told, const Sums *sums, SheetPlan *plan,
                        char error[SIMUL_FILE_ERROR_SIZE])
{
    long count;
    int best = 1;
    plan->number = 1;
    if (!plan_file(sheets, path, told, sums, plan, &count, error))
        return false;
    if ((size_t)count == told->count)
        return true;
    for (int number = 2; number < NUMBERS_TRIED; number++) {
        char name[RECORD_PATH_SIZE];
        if (!record_name_numbered(path, number, name) || !simul_file_exists(sheets->files, name))
            break;
        plan->number = number;
        if (!plan_file(sheets, name, told, sums, plan, &count, error))
            return false;
        if (count > 0)
            best = number;
    }
    char name[RECORD_PATH_SIZE];
    plan->number = best;
    return record_name_numbered(path, best, name) && plan_file(sheets, name, told, sums, plan, &count, error);
}

bool sheet_files_plan(SheetFiles *sheets, const char *path, const ToldSheets *told, SheetPlan *plan, char error[SIMUL_FILE_ERROR_SIZE])
{
    Sums sums = {0};
    *plan = (SheetPlan){.found = calloc(told->count + 1, sizeof *plan->found)};
    bool ok = plan->found != NULL && sum_told(told, &sums);
    if (!ok)
        snprintf(error, SIMUL_FILE_ERROR_SIZE, "out of memory");
    ok = ok && choose_file(sheets, path, told, &sums, plan, error);
    free(sums.items);
    return ok;
}

bool sheet_files_complete(SheetFiles *sheets, const char *path, const ToldSheets *told, const SheetPlan *plan,
                          char error[SIMUL_FILE_ERROR_SIZE])
{
    size_t torn = plan->torn;
    if (!record_file_open(&sheets->at, sheets->files, path, plan->number, SIMUL_FILE_APPEND, error))
        return false;
    if (sheets->at.made || plan->number > 1)
        sheets->base = 0;
    for (size_t i = 0; i < told->count; i++) {
        const size_t start = told_start(told, i);
        if (plan->found[i])
            continue;
        if (!sheet_files_append(sheets, told->text.text + start, told->ends[i] - start, torn, error))
            return false;
        torn = 0;
    }
    return true;
}
