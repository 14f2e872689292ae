/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/rules_command.h"

#include "cli/arguments.h"
#include "cli/rules_answer.h"
#include "cli/rules_check.h"
#include "rules/openings.h"
#include "system/file.h"
#include "system/input.h"
#include "system/wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help_text[] =
    "carousel rules - ask the arbiter\n"
    "\n"
    "  carousel rules              questions on standard input, an answer for each line\n"
    "  carousel rules --pgn FILE…  check finished games; - is standard input; --json: findings as JSON\n"
    "  --tablebase FOLDERS         Syzygy endgame tables, for the question of that name\n"
    "\n"
    "Questions (FEN may be `startpos`, moves UCI or SAN)\n"
    "  outcome FEN [moves M…]              none, or the result and how it came about\n"
    "  winnable white|black FEN            can that side still mate? yes and a line, no and why, undetermined\n"
    "  winnable-quick white|black FEN      the same at a glance, without a line\n"
    "  flag white|black FEN [moves M…]     that side's flag falls, or it resigns: the result and the article\n"
    "  resign white|black FEN [moves M…]\n"
    "  touch FEN [moves M…] : SQUARE…      what a player who touched these is bound to\n"
    "                                      (also g1-f3: let go on f3, e8=Q: promoted, adjust, ?)\n"
    "  legal FEN [moves M…] : MOVE         yes, or why not\n"
    "  claim FEN [moves M…] [: MOVE]       may the player to move claim a draw, here or by this move?\n"
    "  opening moves M…                    ECO code and name\n"
    "  tablebase FEN [moves M…]            with --tablebase FOLDERS: what Syzygy tables say for the side to move, with\n"
    "                                      and without the fifty-move rule, plies to the next capture, pawn move or\n"
    "                                      mate; then the same for every move, the best first\n"
    "\n"
    "Examples\n"
    "  echo 'winnable white 8/8/8/8/8/5k2/7p/7K w - -' | carousel rules\n"
    "  echo 'legal startpos moves e4 e5 : Ke3' | carousel rules\n"
    "  carousel rules --pgn tournament.pgn\n";

/* Answers standard input line by line; flushes whenever no further question is waiting. */
static int serve(RulesArbiter *arbiter)
{
    static char answer[RULES_ANSWER_SIZE];
    char *question = NULL;
    size_t capacity = 0;
    Input input;
    Text line;
    InputEvent event;
    input_init(&input, 0, -1);
    int status = 0;

    while ((event = input_next(&input, 0, &line)) != INPUT_END) {
        if (event == INPUT_TIMEOUT) {
            fflush(stdout);
            event = input_next(&input, WAIT_FOREVER, &line);
            if (event == INPUT_END)
                break;
        }
        if (event == INPUT_TOO_LONG) {
            puts("error the line is too long");
        } else if (event == INPUT_LINE && text_trim(line).length > 0) {
            if (line.length + 1 > capacity) {
                free(question);
                capacity = line.length + 1;
                question = malloc(capacity);
            }
            if (question == NULL) {
                puts("error out of memory");
                capacity = 0;
                continue;
            }
            text_copy(line, question, capacity);
            rules_answer(arbiter, question, answer);
            puts(answer);
        }
        if (ferror(stdout)) {
            status = 1;
            break;
        }
    }
    fflush(stdout);
    free(question);
    input_destroy(&input);
    return status;
}

/* All of standard input; NULL, with the reason, if it cannot be read or memory runs out. */
static char *read_input(size_t *length, Error *error)
{
    size_t capacity = 1 << 16;
    char *text = malloc(capacity);
    *length = 0;
    while (text != NULL) {
        const size_t taken = fread(text + *length, 1, capacity - *length, stdin);
        *length += taken;
        if (taken == 0)
            break;
        if (*length < capacity)
            continue;
        char *larger = realloc(text, capacity *= 2);
        if (larger == NULL)
            free(text);
        text = larger;
    }
    if (text == NULL) {
        error_set(error, 0, "standard input: out of memory");
    } else if (ferror(stdin)) {
        error_set(error, 0, "standard input cannot be read");
        free(text);
        text = NULL;
    }
    return text;
}

static bool check_file(RulesArbiter *arbiter, const char *file, RulesCheckStyle style, RulesCheckTotals *totals)
{
    Error error;
    size_t length;
    const bool input = strcmp(file, "-") == 0;
    char *text = input ? read_input(&length, &error) : file_read_all(file, &length, &error);
    if (text == NULL) {
        fprintf(stderr, "carousel rules: %s\n", error.message);
        return false;
    }
    const bool ok = rules_check_pgn(arbiter, input ? "-" : file, text, length, style, totals);
    if (!ok)
        fprintf(stderr, "carousel rules: %s: out of memory\n", file);
    free(text);
    return ok;
}

static void tell_of_table(void *context, const char *message)
{
    (void)context;
    fprintf(stderr, "carousel rules: %s\n", message);
}

/* Questions on standard input, or the `count` files; the exit status. */
static int answer_or_check(const char **files, int count, RulesCheckStyle style, const char *folders)
{
    RulesArbiter arbiter;
    openings_init();
    if (!rules_arbiter_init(&arbiter)) {
        fputs("carousel rules: out of memory\n", stderr);
        return 1;
    }
    int status = 0;
    Error error;
    if (folders != NULL && (arbiter.tablebase = tablebase_open(folders, tell_of_table, NULL, &error)) == NULL) {
        fprintf(stderr, "carousel rules: --tablebase: %s\n", error.message);
        status = 1;
    } else if (count == 0) {
        status = serve(&arbiter);
    } else {
        RulesCheckTotals totals = {0};
        for (int i = 0; i < count; i++)
            if (!check_file(&arbiter, files[i], style, &totals))
                status = 1;
        printf(style == RULES_CHECK_JSON ? "{\"games\":%lu,\"contradictions\":%lu,\"remarks\":%lu}\n"
                                         : "%lu games, %lu contradictions, %lu remarks\n",
               totals.games, totals.contradictions, totals.remarks);
        if (totals.contradictions > 0)
            status = 1;
    }
    tablebase_release(arbiter.tablebase);
    rules_arbiter_destroy(&arbiter);
    return status;
}

int rules_command(int argc, char **argv)
{
    const char **files = malloc(((size_t)argc + 1) * sizeof *files); /* no more files than arguments */
    if (files == NULL) {
        fputs("carousel rules: out of memory\n", stderr);
        return 1;
    }
    const char *file, *folders = NULL;
    int count = 0;
    bool pgn = false;
    bool json = false;
    Arguments arguments = arguments_begin(argc, argv);
    while (arguments_next(&arguments)) {
        if (arguments_flag(&arguments, "json")) {
            json = true;
            continue;
        }
        if (arguments_text(&arguments, "tablebase", &folders))
            continue;
        const bool option = arguments_text(&arguments, "pgn", &file);
        if (!option && (!pgn || !arguments_operand(&arguments, &file)))
            arguments_unknown(&arguments);
        else
            files[count++] = file;
        pgn = pgn || option;
    }
    int status = 2;
    const bool failed = arguments_failed(&arguments); /* it says what is wrong */
    if (arguments_help_wanted(&arguments)) {
        fputs(help_text, stdout);
        status = 0;
    } else if (!failed && json && count == 0) {
        fputs("carousel rules: --json goes with --pgn FILE\n", stderr);
    } else if (!failed) {
        status = answer_or_check(files, count, json ? RULES_CHECK_JSON : RULES_CHECK_TEXT, folders);
    }
    free(files);
    return status;
}
