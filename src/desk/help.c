/* SPDX-License-Identifier: GPL-3.0-only */
#include "desk/help.h"

#include "simul/settings_table.h"

#include <stdio.h>

static const char *const COMMANDS[] = {
    "help new [boards N] [KEY VALUE] ...      a new exhibition; `simul help new` lists the keys",
    "help new file FILE                       the same from an exhibition file",
    "help seat B [name \"TEXT\"] [fen FEN] [reply MS] ... engine COMMAND | builtin [elo E|nodes N] | manual | browser",
    "help opponent ...                        as seat, at the next free board",
    "help exhibitor engine COMMAND | builtin [hash MB] [threads K] | manual | browser",
    "help start | pause | resume | stop (after this visit) | abort (now, saved) | load JOURNAL",
    "help status | board B | score",
    "help people: reply B MOVE | offer B | accept B | decline B | claim B [MOVE] | pass B | resign B",
    "help         touch B SQUARE ...|adjust",
    "help A:      move MOVE | takeback | offer B | accept B | decline B | consent B | concede B",
    "help hall:   join [name \"TEXT\"] ... | leave B | adjudicate B RESULT",
};

/* What stands in the brackets: the value a setting has if it is not given. */
static const char *default_of(const SimulSetting *setting, char value[SIMUL_VALUE_SIZE])
{
    SimulSettings defaults;
    if (setting->found != NULL)
        return setting->found;
    simul_settings_default(&defaults);
    simul_setting_write(&defaults, setting, value);
    return value;
}

bool help_setting(size_t index, const char *prefix, char *text, size_t size)
{
    size_t count;
    const SimulSetting *table = simul_settings_all(&count);
    if (index >= count)
        return false;
    const SimulSetting *setting = &table[index];
    char value[SIMUL_VALUE_SIZE];
    char usage[64];
    const char *shown = default_of(setting, value);
    snprintf(usage, sizeof usage, "%s%s %s", prefix, setting->key, setting->unit);
    if ((setting->flags & SIMUL_INTERNAL) != 0)
        text[0] = '\0';
    else
        snprintf(text, size, "%-34s %s%s%.40s%s", usage, setting->help, shown[0] != '\0' ? " [" : "", shown, shown[0] != '\0' ? "]" : "");
    return true;
}

bool help_print(Text topic, void (*line)(void *context, const char *line), void *context)
{
    Text word;
    text_next(&topic, &word);
    if (!text_is(word, "new") && !text_is(word, "settings")) {
        for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++)
            line(context, COMMANDS[i]);
        return true;
    }
    char text[256];
    line(context, "help boards N                         how many boards");
    line(context, "help reply MS                         the reply time of programs and people alike");
    line(context, "help illegal K                        the K-th illegal move of programs and people alike loses");
    line(context, "help deal order|random|same           how openings of a file are given to the boards [order]");
    line(context, "help preset fide|rapid|blitz          the time added for an illegal move or a wrong claim: 2, 2, 1 minutes");
    for (size_t i = 0; help_setting(i, "help ", text, sizeof text); i++)
        if (text[0] != '\0')
            line(context, text);
    return true;
}
