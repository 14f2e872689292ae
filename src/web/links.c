/* SPDX-License-Identifier: GPL-3.0-only */
/* The links of an exhibition, and whose have not been opened yet. */
#include "web/web_state.h"

#include <stdio.h>

static void say_link(Web *web, const char *who, const char *page, const char *key, void (*line)(void *context, const char *line),
                     void *context)
{
    char url[WEB_URL_SIZE];
    char text[512];
    web_url(web, url);
    snprintf(text, sizeof text, "%-28s %s%s/%s", who, url, page, key);
    line(context, text);
}

typedef struct Links {
    Web *web;
    void (*line)(void *context, const char *line);
    void *context;
    char *missing;
    size_t size, length;
} Links;

static void list_links(void *context, const SimulCore *core)
{
    Links *links = context;
    const SimulSettings *settings = simul_core_settings(core);
    SimulStatus status;
    char key[KEY_SIZE];
    simul_core_status(core, &status);
    if (settings->organizer_key[0] != '\0')
        say_link(links->web, "Organizer", "organizer", settings->organizer_key, links->line, links->context);
    if (key_of_words(settings->exhibitor_spec, key))
        say_link(links->web, "Side A", "exhibitor", key, links->line, links->context);
    for (int i = 1; i <= status.boards; i++) {
        SimulBoardView view;
        char who[80];
        if (!simul_core_view(core, i, &view) || view.setup->spec == NULL || !key_of_words(view.setup->spec, key))
            continue;
        snprintf(who, sizeof who, "Board %d %.60s", i, view.name);
        say_link(links->web, who, "seat", key, links->line, links->context);
    }
}

void web_links(Web *web, void (*line)(void *context, const char *line), void *context)
{
    Links links = {.web = web, .line = line, .context = context};
    web_inspect(web, list_links, &links);
}

static bool was_opened(Web *web, int board)
{
    mutex_lock(&web->mutex);
    const bool opened = board < web->opened_size && web->opened[board] != 0;
    mutex_unlock(&web->mutex);
    return opened;
}

static void name_missing(Links *links, const char *name)
{
    const int added = snprintf(links->missing + links->length, links->size - links->length, "%s%s", links->length > 0 ? ", " : "", name);
    if (added > 0 && (size_t)added < links->size - links->length)
        links->length += (size_t)added;
    else
        links->missing[links->length] = '\0';
}

static void list_missing(void *context, const SimulCore *core)
{
    Links *links = context;
    SimulStatus status;
    char key[KEY_SIZE];
    simul_core_status(core, &status);
    if (key_of_words(simul_core_settings(core)->exhibitor_spec, key) && !was_opened(links->web, 0))
        name_missing(links, "side A");
    for (int i = 1; i <= status.boards; i++) {
        SimulBoardView view;
        char who[80];
        if (!simul_core_view(core, i, &view) || view.setup->spec == NULL || !key_of_words(view.setup->spec, key) ||
            was_opened(links->web, i))
            continue;
        snprintf(who, sizeof who, "board %d %.60s", i, view.name);
        name_missing(links, who);
    }
}

bool web_missing(Web *web, char *names, size_t size)
{
    Links links = {.web = web, .missing = names, .size = size};
    names[0] = '\0';
    web_inspect(web, list_missing, &links);
    return links.length > 0;
}
