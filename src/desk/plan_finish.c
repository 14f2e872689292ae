/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The last touches to a plan: boards are counted, openings dealt, defaults that are found out at the start filled in.
 */
#include "desk/plan.h"

#include "desk/key.h"
#include "desk/openings_file.h"
#include "desk/plan_games.h"
#include "seats/kinds.h"
#include "system/clock.h"
#include "system/file.h"
#include "system/thread.h"

#include <stdio.h>
#include <string.h>

/* What a plan leaves open when the exhibition is to begin: players, openings, seed, date, thinkers, names of files. */

#define DEFAULT_BOARDS "8"

enum { ELO_LEAST = 1000, ELO_MOST = 2200 };
enum { NUMBERS_TRIED = 100000 };

static bool fill_seats(Plan *plan, char message[SIMUL_MESSAGE_SIZE])
{
    if (plan->count == 0 && !plan_setting(plan, text_of("boards"), text_of(DEFAULT_BOARDS), message))
        return false;
    for (int i = 0; i < plan->count; i++) {
        char words[64];
        const int steps = plan->count > 1 ? plan->count - 1 : 1;
        if (plan->boards[i].spec != NULL)
            continue;
        snprintf(words, sizeof words, "%d builtin elo %d", i + 1, ELO_LEAST + (ELO_MOST - ELO_LEAST) * i / steps / 50 * 50);
        if (!plan_seat(plan, text_of(words), message))
            return false;
    }
    return true;
}

/* FILE.pgn → FILE.journal; a number is added if there is one already. */
static bool name_journal(SimulSettings *settings, char message[SIMUL_MESSAGE_SIZE])
{
    size_t length = strlen(settings->pgn_path);
    if (length > 4 && strcmp(settings->pgn_path + length - 4, ".pgn") == 0)
        length -= 4;
    for (int number = 1; number < NUMBERS_TRIED; number++) {
        char suffix[16] = "";
        if (number > 1)
            snprintf(suffix, sizeof suffix, "-%d", number);
        const int written = snprintf(settings->journal_path, sizeof settings->journal_path, "%.*s%s.journal", (int)length,
                                     settings->pgn_path, suffix);
        if (written < 0 || (size_t)written >= sizeof settings->journal_path)
            break;
        if (!file_exists(settings->journal_path))
            return true;
    }
    return plan_refuse(message, "journal: no name is left beside %.200s; give one", settings->pgn_path);
}

/* exhibition-DATE-TIME.pgn; a number is added if there is one already. */
static bool name_sheets(Plan *plan, const char *date, const char *time_of_day, char message[SIMUL_MESSAGE_SIZE])
{
    SimulSettings *settings = &plan->choices.settings;
    char name[64];
    size_t length = 0;
    for (const char *c = date; *c != '\0'; c++)
        name[length++] = *c == '.' ? '-' : *c;
    name[length++] = '-';
    for (const char *c = time_of_day; *c != '\0'; c++)
        if (*c != ':')
            name[length++] = *c;
    name[length] = '\0';
    for (int number = 1; number < NUMBERS_TRIED; number++) {
        char suffix[16] = "";
        if (number > 1)
            snprintf(suffix, sizeof suffix, "-%d", number);
        const int written = snprintf(settings->pgn_path, sizeof settings->pgn_path, "%sexhibition-%s%s.pgn", plan->home, name, suffix);
        if (written < 0 || (size_t)written >= sizeof settings->pgn_path)
            return plan_refuse(message, "pgn takes at most %zu characters", sizeof settings->pgn_path - 1);
        if (!file_exists(settings->pgn_path))
            return true;
    }
    return plan_refuse(message, "pgn: no name is left beside %.200s; give one", settings->pgn_path);
}

bool plan_names_taken(const Plan *plan)
{
    const SimulSettings *settings = &plan->choices.settings;
    const bool *given = plan->choices.given;
    return (!given[SIMUL_AT_pgn_path] && settings->pgn_path[0] != '\0' && file_exists(settings->pgn_path)) ||
           (!given[SIMUL_AT_journal_path] && settings->journal_path[0] != '\0' && file_exists(settings->journal_path));
}

bool plan_name_files(Plan *plan, char message[SIMUL_MESSAGE_SIZE])
{
    char date[11], time_of_day[9];
    system_date(date, time_of_day);
    SimulSettings *settings = &plan->choices.settings;
    const bool *given = plan->choices.given;
    settings->pgn_made_up = !given[SIMUL_AT_pgn_path];
    if (settings->pgn_made_up && !name_sheets(plan, date, time_of_day, message))
        return false;
    if (!given[SIMUL_AT_journal_path] && settings->pgn_path[0] != '\0')
        return name_journal(settings, message);
    return true;
}

/* Everybody who plays by a page gets a key, whatever stood there. */
static bool draw_keys(Plan *plan, char message[SIMUL_MESSAGE_SIZE])
{
    SimulSettings *settings = &plan->choices.settings;
    char words[KEY_WORDS_SIZE];
    const bool pages = settings->listen[0] != '\0';
    if (key_is_wanted(settings->exhibitor_spec)) {
        if (!pages)
            return plan_refuse(message, "exhibitor: browser: there are no pages without `listen`");
        if (!key_words(settings->exhibitor_spec))
            return plan_refuse(message, "exhibitor: the system gives no random numbers for a key");
    }
    for (int i = 0; i < plan->count; i++) {
        if (!key_is_wanted(plan->boards[i].spec))
            continue;
        if (!pages)
            return plan_refuse(message, "seat %d: browser: there are no pages without `listen`", i + 1);
        if (!key_words(words) || !plan_board_respell(&plan->boards[i], words))
            return plan_refuse(message, "seat %d: no memory or no random numbers for a key", i + 1);
    }
    return !pages || key_draw(settings->organizer_key) || plan_refuse(message, "listen: the system gives no random numbers for a key");
}

bool plan_finish(Plan *plan, char message[SIMUL_MESSAGE_SIZE])
{
    SimulSettings *settings = &plan->choices.settings;
    const bool *given = plan->choices.given;
    char date[11];
    char time_of_day[9];
    system_date(date, time_of_day);
    if (settings->date[0] == '\0' || settings->date[0] == '?')
        snprintf(settings->date, sizeof settings->date, "%s", date);
    if (!given[SIMUL_AT_seed])
        settings->seed = (uint64_t)system_now_ns() ^ (uint64_t)(date[9] + time_of_day[7]) << 40;
    if (settings->exhibitor_spec[0] == '\0')
        snprintf(settings->exhibitor_spec, sizeof settings->exhibitor_spec, "builtin");
    if (settings->exhibitor_person && !given[SIMUL_AT_movetime_ms] && !given[SIMUL_AT_depth] && !given[SIMUL_AT_nodes] &&
        !given[SIMUL_AT_tc])
        settings->movetime_ms = 0; /* a person may think as long as he likes unless told otherwise */
    if (!given[SIMUL_AT_thinkers]) {
        SeatTraits traits;
        Error error;
        if (!seat_kinds_traits(settings->exhibitor_spec, &traits, &error))
            return plan_refuse(message, "exhibitor: %.250s", error.message);
        const int left = system_processor_count() - (traits.threads > 0 ? traits.threads : 1);
        settings->thinkers = left > 1 ? left : 1;
    }
    plan_undeal(plan);
    if (!fill_seats(plan, message) || !plan_make_games(plan, message) || !draw_keys(plan, message))
        return false;
    char reason[SIMUL_MESSAGE_SIZE];
    if (settings->openings_path[0] != '\0' && !openings_deal(plan, reason))
        return plan_refuse(message, "%s%.190s", plan->openings_place, reason);
    if (settings->chess960 && !openings_deal_chess960(plan, message))
        return false;
    if (!plan_pair_openings(plan, message))
        return false;
    if (!plan_name_files(plan, message))
        return false;
    const char *problem = simul_settings_problem(settings);
    return problem == NULL || plan_refuse(message, "%s", problem);
}
