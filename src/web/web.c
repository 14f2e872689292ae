/* SPDX-License-Identifier: GPL-3.0-only */
#include "web/web_state.h"

#include "base/number.h"
#include "base/units.h"
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/socket.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BEAT_MS = 10000,
    REFRESH_MS = 20,  /* between two looks at the exhibition */
    LEAVE_MS = 1000,  /* for last words */
    ASKING_MS = 2000, /* after which a question is another one */
    CONNECTIONS_MOST = 4096,
    CONNECTIONS_LEAST = 64,
    SPARE_DESCRIPTORS = 64
};

/* ---- Where ---- */

/* "[ADDRESS:]PORT", an address of IPv6 in brackets. */
static bool read_place(const char *text, char host[64], int *port)
{
    const char *colon = strrchr(text, ':');
    const char *digits = colon != NULL ? colon + 1 : text;
    int64_t number;
    if (number_parse(digits, 0, 65535, &number) != NUMBER_OK)
        return false;
    *port = (int)number;
    if (colon == NULL) {
        snprintf(host, 64, "127.0.0.1");
        return true;
    }
    size_t length = (size_t)(colon - text);
    if (length >= 2 && text[0] == '[' && text[length - 1] == ']') {
        text++;
        length -= 2;
    }
    if (length >= 64)
        return false;
    memcpy(host, text, length);
    host[length] = '\0';
    return socket_is_address(host);
}

static bool read_url(const char *text, char url[128], char message[SIMUL_MESSAGE_SIZE])
{
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '/')
        length--;
    const size_t scheme = strncmp(text, "https://", 8) == 0 ? 8 : strncmp(text, "http://", 7) == 0 ? 7 : 0;
    const bool plain = strspn(text + scheme, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]") == length - scheme;
    if (length > 0 && (scheme == 0 || length == scheme || !plain || length >= 128)) {
        snprintf(message, SIMUL_MESSAGE_SIZE, "url takes http:// or https:// and a host, like https://chess.example, not \"%.60s\"", text);
        return false;
    }
    /* Browsers leave out a scheme's own port. */
    const char *standard = scheme == 8 ? ":443" : ":80";
    if (scheme != 0 && length > scheme + strlen(standard) && memcmp(text + length - strlen(standard), standard, strlen(standard)) == 0)
        length -= strlen(standard);
    memcpy(url, text, length);
    url[length] = '\0';
    return true;
}

static void write_place(const char *host, int port, char *text, size_t size)
{
    snprintf(text, size, strchr(host, ':') != NULL ? "[%s]:%d" : "%s:%d", host, port);
}

void web_url(Web *web, char url[WEB_URL_SIZE])
{
    char host[SOCKET_HOST_SIZE];
    char place[96];
    const bool any = strcmp(web->host, "0.0.0.0") == 0 || strcmp(web->host, "::") == 0;
    if (!any || !socket_own_address(host))
        snprintf(host, sizeof host, "%s", any ? "127.0.0.1" : web->host);
    write_place(host, web->port, place, sizeof place);
    if (web->url[0] != '\0')
        snprintf(url, WEB_URL_SIZE, "%s/", web->url);
    else
        snprintf(url, WEB_URL_SIZE, "http://%s/", place);
}

/* ---- The thread ---- */

static void on_wake(void *context, int what)
{
    (void)what;
    Web *web = context;
    wake_drain(&web->wake);
}

/* The next turn looks. */
static void on_refresh(void *context)
{
    (void)context;
}

static bool must_look(Web *web, bool *quit)
{
    mutex_lock(&web->mutex);
    const bool changed = web->changed || web->notes != NULL || web->forget;
    *quit = web->quit;
    mutex_unlock(&web->mutex);
    return changed;
}

/* What has changed is told, but not more often than anybody can see. */
static void look_after(Web *web)
{
    if (web->refresh.place != 0)
        return;
    streams_tell(web);
    reactor_set_timer(web->reactor, &web->refresh, system_now_ns() + REFRESH_MS * NS_PER_MS);
}

static void *run(void *argument)
{
    Web *web = argument;
    bool quit = false;
    while (!quit) {
        const unsigned asked = atomic_load(&web->asked);
        const bool asking = asked != atomic_load(&web->heard);
        const uint64_t before = server_work(web->server);
        reactor_turn(web->reactor, asking ? 0 : WAIT_FOREVER);
        server_sweep(web->server);
        if (asking && server_work(web->server) == before)
            atomic_store(&web->heard, asked);
        if (must_look(web, &quit))
            look_after(web);
    }
    streams_end(web);
    const int64_t until_ns = system_now_ns() + LEAVE_MS * NS_PER_MS;
    while (web->streams != NULL && system_now_ns() < until_ns) {
        reactor_turn(web->reactor, until_ns);
        server_sweep(web->server);
    }
    return NULL;
}

bool web_inspect(Web *web, void (*inspect)(void *context, const SimulCore *core), void *context)
{
    mutex_lock(&web->controller_mutex);
    const bool there = web->controller != NULL;
    if (there)
        controller_inspect(web->controller, inspect, context);
    mutex_unlock(&web->controller_mutex);
    return there;
}

/* ---- Opening and closing ---- */

/* As many connections as there are descriptors for, beside what engines and files need. */
static int connections_possible(void)
{
    int most = CONNECTIONS_MOST;
    while (most > CONNECTIONS_LEAST && !descriptor_reserve((size_t)most + SPARE_DESCRIPTORS, NULL))
        most /= 2;
    return most;
}

static void release(Web *web)
{
    server_destroy(web->server);
    reactor_unwatch(web->reactor, &web->wake_watch);
    reactor_destroy(web->reactor);
    wake_destroy(&web->wake);
    descriptor_close(&web->socket);
    while (web->notes != NULL) {
        Note *next = web->notes->next;
        free(web->notes);
        web->notes = next;
    }
    hall_copy_destroy(&web->copy);
    blob_drop(web->state);
    blob_drop(web->page);
    blob_drop(web->pgn);
    free(web->dirty);
    free(web->opened);
    mutex_destroy(&web->mutex);
    mutex_destroy(&web->controller_mutex);
    free(web);
}

static bool begin(Web *web, char message[SIMUL_MESSAGE_SIZE])
{
    Error error = {0};
    web->socket = socket_listen(web->host, web->port, &web->port, &error);
    if (web->socket < 0) {
        snprintf(message, SIMUL_MESSAGE_SIZE, "listen: %.250s", error.message);
        return false;
    }
    web->reactor = reactor_create();
    const ServerSetup setup = {
        .reactor = web->reactor,
        .listener = web->socket,
        .most = connections_possible(),
        .most_of_address = web->most_of_address,
        .request = routes_request,
        .gone = streams_gone,
        .context = web,
    };
    web->server = web->reactor == NULL ? NULL : server_create(&setup);
    if (web->server == NULL || !wake_init(&web->wake, NULL) ||
        !reactor_watch(web->reactor, &web->wake_watch, web->wake.reader, CHANNEL_READ) ||
        !reactor_set_timer(web->reactor, &web->beat, system_now_ns() + BEAT_MS * NS_PER_MS) || !thread_start(&web->thread, run, web, 0)) {
        snprintf(message, SIMUL_MESSAGE_SIZE, "listen: no memory or thread for the pages");
        return false;
    }
    return true;
}

Web *web_open(SimulSettings *settings, const WebListener *listener, char message[SIMUL_MESSAGE_SIZE])
{
    char place[96];
    Web *web = calloc(1, sizeof *web);
    if (web == NULL) {
        snprintf(message, SIMUL_MESSAGE_SIZE, "listen: no memory for the pages");
        return NULL;
    }
    web->listener = *listener;
    web->socket = NO_DESCRIPTOR;
    web->wake = (WakePipe){NO_DESCRIPTOR, NO_DESCRIPTOR};
    web->wake_watch = (Watch){.ready = on_wake, .context = web};
    web->beat = (Timer){.due = streams_beat, .context = web};
    web->refresh = (Timer){.due = on_refresh, .context = web};
    web->most_of_address = settings->web_per_address;
    atomic_init(&web->asked, 0);
    atomic_init(&web->heard, 0);
    mutex_init(&web->mutex);
    mutex_init(&web->controller_mutex);
    bool ok = read_place(settings->listen, web->host, &web->port);
    if (!ok)
        snprintf(message, SIMUL_MESSAGE_SIZE, "listen takes [ADDRESS:]PORT, like 8080 or 0.0.0.0:8080, not \"%.60s\"", settings->listen);
    ok = ok && read_url(settings->url, web->url, message) && begin(web, message);
    if (!ok) {
        release(web);
        return NULL;
    }
    write_place(web->host, web->port, place, sizeof place);
    snprintf(settings->listen, sizeof settings->listen, "%s", place);
    return web;
}

void web_close(Web *web, const char *last_words)
{
    if (web == NULL)
        return;
    mutex_lock(&web->mutex);
    web->quit = true;
    snprintf(web->last_words, sizeof web->last_words, "%s", last_words);
    mutex_unlock(&web->mutex);
    wake_signal(&web->wake);
    thread_join(&web->thread);
    release(web);
}

/* ---- For other threads ---- */

void web_attach(Web *web, Controller *controller)
{
    mutex_lock(&web->controller_mutex);
    web->controller = controller;
    mutex_unlock(&web->controller_mutex);
    mutex_lock(&web->mutex);
    web->changed = true;
    web->forget = web->forget || controller != NULL;
    mutex_unlock(&web->mutex);
    wake_signal(&web->wake);
}

/* With the mutex held. What finds no memory is seen when the board changes again. */
static void mark(Web *web, int board)
{
    if (board > web->dirty_size) {
        unsigned char *dirty = realloc(web->dirty, (size_t)board + 64);
        if (dirty == NULL)
            return;
        memset(dirty + web->dirty_size, 0, (size_t)(board + 64 - web->dirty_size));
        web->dirty = dirty;
        web->dirty_size = board + 64;
    }
    web->dirty[board - 1] = 1;
}

/* What is more than a change of the state, and holds nothing that a player may not know. */
static bool is_note(SimulAnnouncementKind kind)
{
    switch (kind) {
    case SIMUL_SAYS_REFUSED:
    case SIMUL_SAYS_LATE:
    case SIMUL_SAYS_OFFER:
    case SIMUL_SAYS_PASS:
    case SIMUL_SAYS_TAKEBACK:
    case SIMUL_SAYS_CLAIM:
    case SIMUL_SAYS_INCIDENT:
    case SIMUL_SAYS_ERROR:
    case SIMUL_SAYS_PAUSED:
    case SIMUL_SAYS_RESUMED: return true;
    default: return false;
    }
}

static void keep_note(Web *web, const SimulAnnouncement *announcement)
{
    char json[1024];
    const size_t length = simul_announcement_json(announcement, json, sizeof json);
    Note *note = length == 0 || web->note_count >= NOTES_KEPT ? NULL : malloc(sizeof *note + length + 1);
    if (note == NULL)
        return;
    note->next = NULL;
    /* Whoever was refused has his answer, or sits at the terminal: the other side is not to know. */
    note->board = announcement->kind == SIMUL_SAYS_REFUSED ? 0 : announcement->board;
    memcpy(note->json, json, length + 1);
    *(web->notes == NULL ? &web->notes : &web->last_note->next) = note;
    web->last_note = note;
    web->note_count++;
}

void web_announce(Web *web, const SimulAnnouncement *announcement)
{
    order_hear(web, announcement);
    web->asking = false; /* the hall has moved: the next question may be about another deadline */
    mutex_lock(&web->mutex);
    const bool signalled = web->changed;
    web->changed = true;
    if (announcement->board > 0)
        mark(web, announcement->board);
    if (is_note(announcement->kind))
        keep_note(web, announcement);
    mutex_unlock(&web->mutex);
    if (!signalled)
        wake_signal(&web->wake);
}

bool web_unread(Web *web)
{
    const int64_t now_ns = system_now_ns();
    if (web->asking && now_ns - web->asking_since_ns > ASKING_MS * NS_PER_MS)
        web->asking = false; /* that was about another deadline */
    if (!web->asking) {
        web->asking = true;
        web->asking_since_ns = now_ns;
        atomic_fetch_add(&web->asked, 1);
        wake_signal(&web->wake);
        return true;
    }
    web->asking = atomic_load(&web->heard) != atomic_load(&web->asked);
    return web->asking;
}

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
