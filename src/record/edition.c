/* SPDX-License-Identifier: GPL-3.0-only */
#include "record/edition.h"

#include "simul/settings_table.h"

#include <stdio.h>
#include <string.h>

/* To begin a new edition add one row: the program that still decided as before, "Carousel VERSION (commit HASH)" with the
 * last commit without the row, and what changed. What is not shipped yet may still be added to the last row. */
static const struct {
    const char *program_before; /* can finish journals of the edition before */
    const char *changes;
} EDITIONS[] = {
    {NULL, "the first one"},
    {"Carousel 0.1 (commit d3664f4)",
     "one reader of moves: more spellings are read, commentators' marks are not, nor castling by the king's letter"},
    {"Carousel 0.1 (commit 628b4de)", "deadlines are numbered otherwise; time added to a running clock moves its deadline"},
    {"Carousel 0.1 (commit 585cf21)",
     "every offence gives time; touching, claims and takebacks as the Laws of 2023 have them; dead positions are no start"},
    {"Carousel 0.1 (commit 0f04459)", "what an operator gives is written as it was said; who spoke follows from how things stand; "
                                      "endgame tables are heard"},
};

enum { TODAY = sizeof EDITIONS / sizeof *EDITIONS };

int edition_today(void)
{
    return TODAY;
}

const char *edition_program(int edition)
{
    return edition >= 1 && edition < TODAY ? EDITIONS[edition].program_before : NULL;
}

/* For every setting, what holds in a journal that does not give it. The first ones are those of edition 1 with the
 * defaults of that time; a setting that was added later needs the value that leaves everything as it was without it. */
static const struct {
    const char *key, *value;
} NOT_GIVEN[] = {
    {"movetime", "1000"},
    {"depth", "0"},
    {"nodes", "0"},
    {"tc", ""},
    {"clock", "board"},
    {"overrun", "20"},
    {"hang", "5000"},
    {"restarts", "1"},
    {"color", "white"},
    {"reply-engines", "500"},
    {"reply-people", "10000"},
    {"lag", "0"},
    {"opponent-tc", ""},
    {"late", "forfeit"},
    {"misses", "3"},
    {"warn-factor", "10"},
    {"passes", "0"},
    {"think", "away"},
    {"thinkers", "1"},
    {"exchanges", "0"},
    {"start-limit", "10000"},
    {"absent", "refuse"},
    {"refill", "off"},
    {"illegal-engines", "1"},
    {"illegal-people", "2"},
    {"illegal-bonus", "120000"},
    {"touch", "refuse"},
    {"claims", "auto"},
    {"draws", "decline"},
    {"draws-cp", "0"},
    {"dead-nodes", "10000"},
    {"loss-nodes", "1000000"},
    {"unfinished", "*"},
    {"unfinished-cp", "300"},
    {"adjudicate", "0"},
    {"adjudicate-moves", "4"},
    {"tablebase", ""},
    {"maxmoves", "0"},
    {"show-scores", "off"},
    {"event", "Simultaneous exhibition"},
    {"site", "?"},
    {"pgn", ""},
    {"journal", ""},
    {"log", ""},
    {"openings", ""},
    {"games", "1"},
    {"repeat", "off"},
    {"sprt", ""},
    {"chess960", "off"},
    {"seed", "1"},
    {"date", "????.??.??"},
    {"listen", ""},
    {"url", ""},
    {"web-per-address", "64"},
    {"organizer-key", ""},
    {"exhibitor-kind", "builtin"},
    {"exhibitor-name", ""},
    {"exhibitor-spec", ""},
};

enum { NOT_GIVEN_COUNT = sizeof NOT_GIVEN / sizeof *NOT_GIVEN };

static const char *value_not_given(const char *key)
{
    for (size_t i = 0; i < NOT_GIVEN_COUNT; i++)
        if (strcmp(NOT_GIVEN[i].key, key) == 0)
            return NOT_GIVEN[i].value;
    return NULL;
}

bool edition_settings(SimulSettings *settings, char error[SIMUL_ERROR_SIZE])
{
    size_t count;
    const SimulSetting *all = simul_settings_all(&count);
    simul_settings_default(settings);
    for (size_t i = 0; i < count; i++) {
        char message[SIMUL_MESSAGE_SIZE];
        const char *value = value_not_given(all[i].key);
        if (value == NULL || !simul_setting_set(settings, all[i].key, value, message)) {
            snprintf(error, SIMUL_ERROR_SIZE, "record/edition.c: what '%s' was before it could be set is not said", all[i].key);
            return false;
        }
    }
    return true;
}
