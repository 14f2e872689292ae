/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/simul_command.h"

#include "base/command_line.h"
#include "cli/arguments.h"
#include "cli/simul_show.h"
#include "desk/exhibition_file.h"
#include "desk/help.h"
#include "desk/plan.h"

#include <stdio.h>
#include <string.h>

enum { WORDS_SIZE = 4096, KEY_SIZE = 64 };

static void print_help(void)
{
    char text[256];
    puts("Usage: carousel simul [OPTION …]\n"
         "\n"
         "Gives a simultaneous exhibition: side A against n boards, visited in strict rotation, and sees to the rules.\n"
         "\n"
         "  carousel simul                                   eight built-in opponents of rising strength\n"
         "  carousel simul --boards 20 --movetime 200        twenty of them, 200 ms a move for A\n"
         "  carousel simul --opponent stockfish --opponent 'gnuchess --uci'\n"
         "  carousel simul --opponent 'stockfish option.UCI_LimitStrength=true option.UCI_Elo=1350' --boards 4\n"
         "  carousel simul --opponent 'builtin elo 1500' --opponent 'ssh host stockfish' --lag 50\n"
         "  carousel simul --manual Anna --manual Ben --reply-people 60000\n"
         "                                                   two people, who type `e5` when A is at their board\n"
         "  carousel simul --exhibitor manual --boards 3     you are A: type your moves\n"
         "  carousel simul --file club.simul --pgn club.pgn  what an exhibition file says\n"
         "  carousel simul --resume club.journal             goes on where it was stopped, killed or cut off\n"
         "  carousel simul --boards 8 --json | your-program  every event as a line of JSON\n"
         "\n"
         "On a terminal the live table is shown; type `help` there. Ctrl-C stops after A's move and saves, twice: at once.\n"
         "\n"
         "  --boards N                       how many boards\n"
         "  --opponent 'COMMAND …'           at the next free board: an engine's command line, with option.NAME=VALUE,\n"
         "                                   dir=DIRECTORY, env=NAME=VALUE, protocol=xboard and init=LINE among its words; or\n"
         "                                   `builtin …`, `manual`, as in a file. May be repeated\n"
         "  --manual NAME                    a person at the next free board\n"
         "  --exhibitor 'COMMAND …'          who plays A: builtin (the default), manual, or an engine's command line\n"
         "  --seat 'B …'                     a line of a file: seat B, in the file's words\n"
         "  --file FILE                      an exhibition file\n"
         "  --resume JOURNAL                 a saved exhibition, as its journal says; only --json and --plain go with it\n"
         "  --json, --plain                  events as JSON, or as plain lines, in place of the table\n"
         "  --reply MS, --illegal K          for programs and people alike\n"
         "  --deal order|random|same         how the openings of a file are given to the boards [order]");
    for (size_t i = 0; help_setting(i, "--", text, sizeof text); i++)
        if (text[0] != '\0')
            printf("  %s\n", text);
}

static bool starts_with(const char *word, const char *prefix)
{
    const size_t length = strlen(prefix);
    return strncmp(word, prefix, length) == 0 && word[length] != '\0';
}

/* Adds a word, quoted if it needs it. False if there is no room. */
static bool append(char *words, const char *word)
{
    const size_t length = strlen(words);
    const size_t blank = length > 0 ? 1 : 0;
    char *const end = words + length + blank;
    const size_t room = WORDS_SIZE - length - blank;
    if (blank > 0)
        words[length] = ' ';
    return command_quote(word, end, room) < room;
}

/* What an engine's command line says to us, not to the engine. */
static bool is_seat_word(const char *word)
{
    return starts_with(word, "option.") || starts_with(word, "dir=") || starts_with(word, "env=") ||
           starts_with(word, "protocol=") || starts_with(word, "init=");
}

/* An engine's command line as seat words: options, directory and environment may stand anywhere among its words. */
static bool engine_words(const char *command, char words[WORDS_SIZE], char message[SIMUL_MESSAGE_SIZE])
{
    Error error;
    char **split = command_split(command, &error);
    if (split == NULL) {
        snprintf(message, SIMUL_MESSAGE_SIZE, "%.250s", error.message);
        return false;
    }
    bool fits = true;
    snprintf(words, WORDS_SIZE, "engine");
    for (int ours = 1; ours >= 0; ours--)
        for (char **word = split; *word != NULL; word++)
            if (is_seat_word(*word) == (ours == 1))
                fits = append(words, *word) && fits;
    command_free(split);
    if (!fits)
        snprintf(message, SIMUL_MESSAGE_SIZE, "the engine's command line is longer than %d characters", WORDS_SIZE);
    return fits;
}

/* True if the text is already in the words of a seat. */
static bool is_seat_words(const char *text)
{
    static const char *const FIRST[] = {"engine", "builtin", "manual", "name", "fen", "moves", "reply", "color"};
    Text rest = text_of(text);
    Text word;
    text_next(&rest, &word);
    for (size_t i = 0; i < sizeof FIRST / sizeof *FIRST; i++)
        if (text_is(word, FIRST[i]))
            return true;
    return false;
}

static bool seat_words(const char *text, char words[WORDS_SIZE], char message[SIMUL_MESSAGE_SIZE])
{
    if (!is_seat_words(text))
        return engine_words(text, words, message);
    if (snprintf(words, WORDS_SIZE, "%s", text) < WORDS_SIZE)
        return true;
    snprintf(message, SIMUL_MESSAGE_SIZE, "the description of the player is longer than %d characters", WORDS_SIZE);
    return false;
}

static bool take_manual(Plan *plan, const char *name, char message[SIMUL_MESSAGE_SIZE])
{
    char words[WORDS_SIZE];
    char clean[SIMUL_TEXT_SIZE];
    size_t length = 0;
    for (const char *c = name; *c != '\0' && length + 1 < sizeof clean; c++)
        clean[length++] = *c == '"' || *c == '\\' ? '\'' : *c;
    clean[length] = '\0';
    snprintf(words, sizeof words, "name \"%s\" manual", clean);
    return plan_add(plan, text_of(words), message);
}

/* What is to be shown, and how: goes with a new exhibition and with a saved one. */
static bool take_view(Arguments *arguments, SimulShow *show)
{
    if (arguments_flag(arguments, "json"))
        show->mode = SHOW_JSON;
    else if (arguments_flag(arguments, "plain"))
        show->mode = SHOW_PLAIN;
    else
        return arguments_text(arguments, "resume", &show->resume);
    return true;
}

/* Who plays, in whatever words. False if the current argument is none of these. */
static bool take_option(Arguments *arguments, Plan *plan, char message[SIMUL_MESSAGE_SIZE], bool *valid)
{
    const char *value = NULL;
    char words[WORDS_SIZE];
    if (arguments_text(arguments, "boards", &value)) {
        *valid = value == NULL || plan_setting(plan, text_of("boards"), text_of(value), message);
    } else if (arguments_text(arguments, "opponent", &value)) {
        *valid = value == NULL || (seat_words(value, words, message) && plan_add(plan, text_of(words), message));
    } else if (arguments_text(arguments, "manual", &value)) {
        *valid = value == NULL || take_manual(plan, value, message);
    } else if (arguments_text(arguments, "exhibitor", &value)) {
        *valid = value == NULL || (seat_words(value, words, message) && plan_exhibitor(plan, text_of(words), message));
    } else if (arguments_text(arguments, "seat", &value)) {
        *valid = value == NULL || plan_seat(plan, text_of(value), message);
    } else if (arguments_text(arguments, "file", &value)) {
        *valid = value == NULL || exhibition_file_read(plan, value, message);
    } else {
        return false;
    }
    return true;
}

static bool is_switch_word(const char *text)
{
    bool on;
    return simul_switch_word(text_of(text), &on);
}

/* `--KEY VALUE` for every setting; for a switch `--KEY` alone will do. */
static bool take_setting(Arguments *arguments, Plan *plan, char message[SIMUL_MESSAGE_SIZE], bool *valid)
{
    static const char *const SHORT[] = {"reply", "illegal", "colour", "name", "deal"};
    const char *value = NULL;
    size_t count;
    const SimulSetting *table = simul_settings_all(&count);
    for (size_t i = 0; i < sizeof SHORT / sizeof *SHORT; i++) {
        if (arguments_text(arguments, SHORT[i], &value)) {
            *valid = value == NULL || plan_setting(plan, text_of(SHORT[i]), text_of(value), message);
            return true;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if ((table[i].flags & SIMUL_INTERNAL) != 0)
            continue;
        if (table[i].kind == SIMUL_SETTING_BOOL ? arguments_optional(arguments, table[i].key, is_switch_word, &value)
                                                : arguments_text(arguments, table[i].key, &value)) {
            const bool given = table[i].kind == SIMUL_SETTING_BOOL || value != NULL;
            *valid = !given || plan_setting(plan, text_of(table[i].key), text_of(value != NULL ? value : ""), message);
            return true;
        }
    }
    return false;
}

static int run(Arguments *arguments, Plan *plan, bool demo)
{
    SimulShow show = {.plan = plan};
    char message[SIMUL_MESSAGE_SIZE] = "";
    const char *setting = NULL; /* the first argument that says how a new exhibition is to be */
    while (arguments_next(arguments)) {
        bool valid = true;
        const char *word = arguments->words[arguments->index];
        const bool shows = take_view(arguments, &show);
        if (!shows && !take_option(arguments, plan, message, &valid) && !take_setting(arguments, plan, message, &valid))
            arguments_unknown(arguments);
        if (!shows && setting == NULL)
            setting = word;
        if (show.resume != NULL && setting != NULL)
            arguments_mistake(arguments, "--resume goes on as the journal says: %s cannot be given with it", setting);
        if (!valid)
            arguments_mistake(arguments, "%s", message);
    }
    if (arguments_help_wanted(arguments)) {
        if (demo)
            puts("Usage: carousel demo [OPTION …]\n"
                 "\n"
                 "An exhibition of eight boards against built-in opponents of rising strength, in less than a minute. The\n"
                 "score sheets go to demo.pgn. It takes the options of `carousel simul`.");
        else
            print_help();
        return 0;
    }
    if (arguments_failed(arguments))
        return 2;
    return simul_show(&show);
}

int simul_command(int argc, char **argv)
{
    Arguments arguments = arguments_begin(argc, argv);
    Plan plan;
    plan_init(&plan);
    const int status = run(&arguments, &plan, false);
    plan_destroy(&plan);
    return status;
}

int demo_command(int argc, char **argv)
{
    static const char SETTINGS[] =
        "event \"Carousel demonstration\" boards 8 movetime 60 reply 400 maxmoves 100 pgn demo.pgn journal none";
    Arguments arguments = arguments_begin(argc, argv);
    Plan plan;
    char message[SIMUL_MESSAGE_SIZE];
    plan_init(&plan);
    plan_settings(&plan, text_of(SETTINGS), message);
    plan.choices.limited = false;
    const int status = run(&arguments, &plan, true);
    plan_destroy(&plan);
    return status;
}
