/* SPDX-License-Identifier: GPL-3.0-only */
#include "seats/engine_options.h"

#include "base/number.h"
#include "base/words.h"
#include "seats/engine_seat.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

DeclaredOption *options_create(const EngineSpec *spec)
{
    return calloc((size_t)spec->option_count + 1, sizeof(DeclaredOption));
}

void options_destroy(DeclaredOption *options, const EngineSpec *spec)
{
    for (int i = 0; options != NULL && i < spec->option_count; i++) {
        free(options[i].name);
        free(options[i].choices);
        free(options[i].like);
    }
    free(options);
}

/* ---- What it declares ---- */

static bool replace(char **owned, const char *text)
{
    char *copy = text != NULL ? strdup(text) : NULL;
    free(*owned);
    *owned = copy;
    return copy != NULL || text == NULL;
}

/* Remembers an option whose name is nearly the one wanted: a slip in a third of its letters at most. */
static bool consider_like(DeclaredOption *declared, const char *wanted, const char *name)
{
    const int near = (int)strlen(wanted) / 3 + 1;
    const int distance = words_distance(wanted, name, near);
    if (distance >= near || (declared->like != NULL && distance >= declared->distance))
        return true;
    declared->distance = distance;
    return replace(&declared->like, name);
}

bool options_declare(EngineSeat *seat, const char *name, OptionType type, int64_t least, int64_t most, const char *choices)
{
    bool ok = true;
    for (int i = 0; i < seat->spec->option_count; i++) {
        DeclaredOption *declared = &seat->declared[i];
        const char *wanted = seat->spec->options[i].name;
        if (!words_same(name, wanted)) {
            ok = consider_like(declared, wanted, name) && ok;
            continue;
        }
        declared->type = type;
        declared->least = least;
        declared->most = most;
        ok = replace(&declared->name, name) && replace(&declared->choices, choices) && ok;
    }
    return ok;
}

/* ---- What it is given ---- */

/* The choice that is `value` but for the case of its letters, its end put in place; NULL if there is none. */
static const char *find_choice(char *choices, const char *value)
{
    for (char *at = choices; at != NULL && *at != '\0';) {
        char *end = strchr(at, '\n');
        if (end == NULL)
            break;
        *end = '\0';
        if (words_same(at, value))
            return at;
        *end = '\n';
        at = end + 1;
    }
    return NULL;
}

/* "Solid or Wild", for the message; cut where there is no more room. */
static void list_choices(const char *choices, char *list, size_t size)
{
    size_t length = 0;
    list[0] = '\0';
    for (const char *at = choices; at != NULL && *at != '\0';) {
        const size_t one = strcspn(at, "\n");
        const char *after = at[one] == '\n' ? at + one + 1 : at + one;
        const int added = snprintf(list + length, size - length, "%s%.*s", length == 0 ? "" : *after == '\0' ? " or " : ", ", (int)one, at);
        if (added < 0 || length + (size_t)added >= size)
            break;
        length += (size_t)added;
        at = after;
    }
}

static const char *refuse_value(EngineSeat *seat, const EngineOption *option, const char *expected)
{
    engine_odd(seat, "option '%s' takes %s, not '%s', and is left out", option->name, expected, option->value);
    return NULL;
}

static const char *undeclared(EngineSeat *seat, const EngineOption *option, const char *like)
{
    engine_odd(seat, "%s has no option '%s', which is left out%s%s%s", seat->name[0] != '\0' ? seat->name : "the engine", option->name,
               like != NULL ? "; did you mean '" : "", like != NULL ? like : "", like != NULL ? "'?" : "");
    return NULL;
}

const char *options_value(EngineSeat *seat, int index)
{
    const EngineOption *option = &seat->spec->options[index];
    DeclaredOption *declared = &seat->declared[index];
    char expected[160];
    int64_t number;
    if (declared->name == NULL)
        return undeclared(seat, option, declared->like);
    switch (declared->type) {
    case OPTION_BUTTON: return "";
    case OPTION_SPIN:
        if (number_parse(option->value, declared->least, declared->most, &number) == NUMBER_OK)
            return option->value;
        snprintf(expected, sizeof expected, "%" PRId64 " to %" PRId64, declared->least, declared->most);
        return refuse_value(seat, option, expected);
    case OPTION_CHECK: {
        static const char *const words[] = {"false", "true", "off", "on", "no", "yes", "0", "1"};
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (words_same(option->value, words[i]))
                return words[i % 2];
        return refuse_value(seat, option, "true or false");
    }
    case OPTION_COMBO: {
        const char *choice = find_choice(declared->choices, option->value);
        if (choice != NULL)
            return choice;
        list_choices(declared->choices, expected, sizeof expected);
        return refuse_value(seat, option, expected);
    }
    case OPTION_STRING: break;
    }
    return option->value;
}
