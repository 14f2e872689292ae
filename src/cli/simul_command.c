/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/simul_command.h"

#include "cli/arguments.h"
#include "cli/simul_show.h"
#include "desk/exhibition_file.h"
#include "desk/help.h"
#include "desk/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_help(void)
{
    char text[256];
    puts(
        "Usage: carousel simul [OPTION …]\n"
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
        "  carousel simul --listen 0.0.0.0:8080 --browser Anna --browser Ben --late pass --misses 0 --reply-people 30000\n"
        "                                                   the same on their phones: every player gets a link\n"
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
        "                                   `builtin …`, `manual`, `browser`, as in a file. May be repeated\n"
        "  --manual NAME                    a person at the next free board\n"
        "  --browser NAME                   a person at the next free board, who plays by a page (with --listen)\n"
        "  --exhibitor 'COMMAND …'          who plays A: builtin (the default), manual, or an engine's command line\n"
        "  --seat 'B …'                     a line of a file: seat B, in the file's words\n"
        "  --file FILE                      an exhibition file\n"
        "  --resume JOURNAL                 a saved exhibition, as its journal says; only --json, --plain, --listen and --url go with it\n"
        "  --json, --plain                  events as JSON, or as plain lines, in place of the table\n"
        "  --reply MS, --illegal K          for programs and people alike\n"
        "  --deal order|random|same         how the openings of a file are given to the boards [order]\n"
        "  --preset fide|rapid|blitz        the time added for an illegal move or a wrong claim: 2, 2, 1 minutes\n"
        "\n"
        "Exit status: 0 every game has ended, or the test of --sprt is decided; 1 it could not begin, or games were left unfinished; 2 a mistake in the arguments;\n"
        "130 it was stopped by Ctrl-C or a signal.");
    for (size_t i = 0; help_setting(i, "--", text, sizeof text); i++)
        if (text[0] != '\0')
            printf("  %s\n", text);
}

/* True if the text is already in the words of a seat. */
static bool is_seat_words(const char *text)
{
    static const char *const FIRST[] = {"engine", "builtin", "manual", "browser", "name", "fen", "moves", "reply", "color"};
    Text rest = text_of(text);
    Text word;
    text_next(&rest, &word);
    for (size_t i = 0; i < sizeof FIRST / sizeof *FIRST; i++)
        if (text_is(word, FIRST[i]))
            return true;
    return false;
}

/* The texts one after the other, to be freed. NULL if memory ran out, which `message` says. */
static char *joined(const char *before, const char *text, const char *after, char message[SIMUL_MESSAGE_SIZE])
{
    const size_t size = strlen(before) + strlen(text) + strlen(after) + 1;
    char *words = malloc(size);
    if (words == NULL)
        snprintf(message, SIMUL_MESSAGE_SIZE, "out of memory");
    else
        snprintf(words, size, "%s%s%s", before, text, after);
    return words;
}

/* A player in the words of a seat, or an engine's command line. */
static bool take_player(Plan *plan, const char *text, bool (*take)(Plan *, Text, char *), char message[SIMUL_MESSAGE_SIZE])
{
    char *words = joined(is_seat_words(text) ? "" : "engine ", text, "", message);
    const bool valid = words != NULL && take(plan, text_of(words), message);
    free(words);
    return valid;
}

/* A person, of whatever kind. */
static bool take_person(Plan *plan, const char *name, const char *kind, char message[SIMUL_MESSAGE_SIZE])
{
    char *words = joined("name \"", name, kind, message);
    if (words == NULL)
        return false;
    char *text = words + strlen("name \"");
    for (char *c = text; c < text + strlen(name); c++)
        if (*c == '"' || *c == '\\')
            *c = '\'';
    const bool valid = plan_add(plan, text_of(words), message);
    free(words);
    return valid;
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

/* Every mistake of the file but the last is said at once, the last with the other mistakes. */
static void say_mistake(void *context, const char *sentence)
{
    char *message = context;
    if (message[0] != '\0')
        fprintf(stderr, "carousel simul: %s\n", message);
    snprintf(message, SIMUL_MESSAGE_SIZE, "%s", sentence);
}

static bool take_file(Plan *plan, const char *path, char message[SIMUL_MESSAGE_SIZE])
{
    const ViewLines mistakes = {say_mistake, message};
    message[0] = '\0';
    return exhibition_file_read(plan, path, &mistakes);
}

/* Who plays, in whatever words. False if the current argument is none of these. */
static bool take_option(Arguments *arguments, Plan *plan, char message[SIMUL_MESSAGE_SIZE], bool *valid)
{
    const char *value = NULL;
    if (arguments_text(arguments, "boards", &value)) {
        *valid = value == NULL || plan_setting(plan, text_of("boards"), text_of(value), message);
    } else if (arguments_text(arguments, "opponent", &value)) {
        *valid = value == NULL || take_player(plan, value, plan_add, message);
    } else if (arguments_text(arguments, "manual", &value)) {
        *valid = value == NULL || take_person(plan, value, "\" manual", message);
    } else if (arguments_text(arguments, "browser", &value)) {
        *valid = value == NULL || take_person(plan, value, "\" browser", message);
    } else if (arguments_text(arguments, "exhibitor", &value)) {
        *valid = value == NULL || take_player(plan, value, plan_exhibitor, message);
    } else if (arguments_text(arguments, "seat", &value)) {
        *valid = value == NULL || plan_seat(plan, text_of(value), message);
    } else if (arguments_text(arguments, "file", &value)) {
        *valid = value == NULL || take_file(plan, value, message);
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
    static const char *const SHORT[] = {"reply", "illegal", "colour", "name", "deal", "preset"};
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

/* May be given with a saved exhibition, too. */
static bool is_of_pages(const char *word)
{
    return strncmp(word, "--listen", 8) == 0 || strncmp(word, "--url", 5) == 0;
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
        if (!shows && setting == NULL && !is_of_pages(word))
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
    const SimulSettings *settings = &plan->choices.settings;
    show.listen = plan->choices.given[SIMUL_AT_listen] ? settings->listen : NULL;
    show.url = plan->choices.given[SIMUL_AT_url] ? settings->url : NULL;
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
    static const char SETTINGS[] = "event \"Carousel demonstration\" boards 8 movetime 60 reply 400 maxmoves 100 pgn demo.pgn journal none";
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
