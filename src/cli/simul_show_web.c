/* SPDX-License-Identifier: GPL-3.0-only */
/* The pages of the shell's exhibition: opened with it, their links said where only those at the terminal see them. */
#include "cli/simul_show_state.h"

#include "desk/key.h"
#include "system/descriptor.h"
#include "system/terminal.h"

#include <stdio.h>
#include <string.h>

/* On the web's thread. */
static void on_close(void *context)
{
    Show *show = context;
    atomic_store(&show->closing, true);
    wake_signal(&show->wake);
}

/* On the web's thread: the thread that runs all this does it. */
static void on_go_on(void *context)
{
    Show *show = context;
    atomic_store(&show->going_on, true);
    wake_signal(&show->wake);
}

/* What is served stays until the new pages are there, unless those need its port. No controller may be attached to it. */
static bool open_web(Show *show, SimulSettings *settings, char message[SIMUL_MESSAGE_SIZE])
{
    const WebListener listener = {.close = on_close, .go_on = on_go_on, .context = show};
    Web *before = atomic_load(&show->web);
    if (before != NULL && web_is_at(before, settings->listen)) {
        web_close(atomic_exchange(&show->web, NULL), "The pages are served anew: open this one again.");
        before = NULL;
    }
    Web *web = web_open(settings, &listener, message);
    if (web == NULL)
        return false;
    atomic_store(&show->web, web);
    web_close(before, "The pages are served elsewhere.");
    return true;
}

bool show_open_pages(void *context, SimulSettings *settings, char message[SIMUL_MESSAGE_SIZE])
{
    Show *show = context;
    if (settings->listen[0] != '\0')
        return open_web(show, settings, message);
    web_close(atomic_exchange(&show->web, NULL), "The exhibition that goes on now has no pages.");
    return true;
}

void show_attach(void *context, Controller *controller)
{
    Show *show = context;
    Web *web = atomic_load(&show->web);
    if (web != NULL)
        web_attach(web, controller);
}

static void copy_settings(void *context, const SimulCore *core)
{
    *(SimulSettings *)context = *simul_core_settings(core);
}

bool show_reopen_pages(Show *show, const SimulShow *wanted)
{
    SimulSettings settings;
    char message[SIMUL_MESSAGE_SIZE] = "";
    if (!show_inspect(show, copy_settings, &settings))
        return false;
    if (wanted->listen != NULL)
        snprintf(settings.listen, sizeof settings.listen, "%s", wanted->listen);
    if (wanted->url != NULL)
        snprintf(settings.url, sizeof settings.url, "%s", wanted->url);
    if (settings.listen[0] == '\0')
        return true;
    if (open_web(show, &settings, message)) {
        show_attach(show, desk_controller(show->desk));
        return true;
    }
    char line[SIMUL_MESSAGE_SIZE + 8];
    snprintf(line, sizeof line, "error %s", message);
    show_answer(show, line);
    return false;
}

bool show_waits_for_people(const Plan *plan)
{
    bool waits = key_is_wanted(plan->choices.settings.exhibitor_spec);
    for (int i = 0; i < plan->count; i++)
        waits = waits || (plan->boards[i].spec != NULL && key_is_wanted(plan->boards[i].spec));
    return waits;
}

static void say_link(void *context, const char *line)
{
    output_line(context, line);
}

static void panel_link(void *context, const char *line)
{
    display_panel_add(context, line);
}

void show_say_pages(Show *show)
{
    Web *web = atomic_load(&show->web);
    char url[WEB_URL_SIZE];
    if (web == NULL)
        return;
    web_url(web, url);
    if (show->look == LOOK_JSON)
        output_printf(show->output, "{\"event\":\"listen\",\"url\":\"%s\"}", url);
    else
        output_printf(show->output, "listen %s", url);
    if (terminal_is(STANDARD_OUTPUT) && show->look != LOOK_JSON)
        web_links(web, say_link, show->output);
}

void show_go_on(Show *show)
{
    if (!atomic_exchange(&show->going_on, false))
        return;
    show->from_page = true;
    desk_command(show->desk, text_of("resume"), 0);
    show->from_page = false;
}

bool show_take_pages_line(Show *show, Text line)
{
    Web *web = atomic_load(&show->web);
    Text word;
    char names[256];
    char text[320];
    if (web == NULL || !text_next(&line, &word) || text_trim(line).length > 0)
        return false;
    if (atomic_load(&show->ended) && (text_is(word, "quit") || text_is(word, "abort") || text_is(word, "stop"))) {
        atomic_store(&show->closing, true);
        return true;
    }
    if (text_is(word, "start") && web_missing(web, names, sizeof names)) {
        snprintf(text, sizeof text, "notice not opened yet: %s", names);
        show_answer(show, text);
        return false;
    }
    if (!text_is(word, "links"))
        return false;
    if (show->look == LOOK_TABLE)
        web_links(web, panel_link, &show->panel);
    else if (terminal_is(STANDARD_OUTPUT))
        web_links(web, say_link, show->output);
    else
        show_answer(show, "error links: they hold keys, and are said on a terminal only");
    return true;
}
