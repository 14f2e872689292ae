/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Winnability on files of positions, timed: verdicts right, wrong and undetermined, mean and most processor time.
 *
 *     long_winnable labelled FILE    lines `XY fen`: X is W if White can still mate, else -; Y the same with B
 *     long_winnable games FILE       lines `fen`; the side that has just moved can still mate in all of them
 *
 * Prints a line for each verdict that is wrong or undetermined. Exit status 1 if one is wrong, if a labelled
 * file leaves more than 6 open, or if `games` leaves any open in the full form.
 */
#include "chess/chess.h"
#include "chess/fen.h"
#include "rules/winnable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { UNDETERMINED_ALLOWED = 6 };

typedef struct Tally {
    int right, wrong, undetermined, no;
    double total_us, most_us;
} Tally;

/* Processor time of this process: other work on the machine does not count. */
static double now_us(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static void count(Tally *tally, const WinnableResult *result, bool expected, double us, const char *form, Color side, const char *line)
{
    tally->total_us += us;
    if (us > tally->most_us)
        tally->most_us = us;
    tally->no += result->verdict == WINNABLE_NO;
    if (result->verdict == WINNABLE_UNDETERMINED)
        tally->undetermined++;
    else if ((result->verdict == WINNABLE_YES) == expected)
        tally->right++;
    else
        tally->wrong++;
    const bool wrong = result->verdict != WINNABLE_UNDETERMINED && (result->verdict == WINNABLE_YES) != expected;
    if (wrong || (result->verdict == WINNABLE_UNDETERMINED && strcmp(form, "full") == 0))
        printf("%s %s, %s: %s after %llu nodes, %.0f us: %s\n", wrong ? "WRONG" : "open", form, side == WHITE ? "white" : "black",
               winnable_verdict_name(result->verdict), (unsigned long long)result->nodes, us, line);
}

static void ask(const Position *position, Color side, bool expected, WinnableMemory *memory, Tally *quick, Tally *full, const char *line)
{
    static WinnableResult result;
    double start = now_us();
    winnable_quick(position, side, &result);
    count(quick, &result, expected, now_us() - start, "quick", side, line);
    start = now_us();
    winnable_full(position, side, WINNABLE_NODES_DEFAULT, memory, &result);
    double end = now_us();
    if (result.verdict == WINNABLE_YES && !winnable_line_mates(position, side, result.line, result.line_length)) {
        printf("the line is no mate: %s\n", line);
        full->wrong++;
    }
    count(full, &result, expected, end - start, "full", side, line);
}

static void print(const char *form, const Tally *tally)
{
    const int asked = tally->right + tally->wrong + tally->undetermined;
    printf("%-5s %d right (%d no), %d wrong, %d undetermined; mean %.2f us, most %.0f us\n", form, tally->right, tally->no, tally->wrong,
           tally->undetermined, tally->total_us / (asked > 0 ? asked : 1), tally->most_us);
}

int main(int argc, char **argv)
{
    if (argc != 3 || (strcmp(argv[1], "labelled") != 0 && strcmp(argv[1], "games") != 0)) {
        fprintf(stderr, "usage: long_winnable labelled|games FILE\n");
        return 2;
    }
    const bool labelled = strcmp(argv[1], "labelled") == 0;
    FILE *file = fopen(argv[2], "r");
    void *block = malloc(WINNABLE_MEMORY_DEFAULT);
    WinnableMemory memory;
    if (file == NULL || block == NULL || !winnable_memory_init(&memory, block, WINNABLE_MEMORY_DEFAULT)) {
        fprintf(stderr, "long_winnable: cannot read %s, or no memory\n", argv[2]);
        return 2;
    }
    chess_init();
    Tally quick = {0}, full = {0};
    int unreadable = 0;
    char line[512];
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        Position position;
        FenReport report;
        char fen[512];
        /* Some lines leave out the fields after the side to move. */
        snprintf(fen, sizeof fen, "%s%s", labelled && strlen(line) > 3 ? line + 3 : line, "");
        if (!fen_parse(fen, FEN_LENIENT, &position, &report)) {
            const size_t length = strcspn(fen, " ");
            const char side = fen[length] == ' ' ? fen[length + 1] : 'w';
            snprintf(fen + length, sizeof fen - length, " %c - -", side);
            if (!fen_parse(fen, FEN_LENIENT, &position, &report)) {
                printf("unreadable: %s: %s\n", line, report.message);
                unreadable++;
                continue;
            }
        }
        for (Color side = WHITE; side <= BLACK; side++)
            if (labelled || side != position_side_to_move(&position))
                ask(&position, side, !labelled || line[side] != '-', &memory, &quick, &full, line);
    }
    fclose(file);
    free(block);
    print("quick", &quick);
    print("full", &full);
    return quick.wrong + full.wrong + unreadable > 0 || full.undetermined > (labelled ? UNDETERMINED_ALLOWED : 0);
}
