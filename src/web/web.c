/* SPDX-License-Identifier: GPL-3.0-only */
#include "web/web_state.h"

#include "base/units.h"
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/socket.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    REFRESH_MS = 20,       /* between two looks at the exhibition, at least; and nine times as long as the last one took, */
    REFRESH_MOST_MS = 500, /* … at most so long: the processor is there for those who play */
    RETRY_MS = 1000,       /* after one that found no memory */
    LAST_LOOKS = 3,
    LAST_LOOK_MS = 500, /* for what is told before an exhibition goes */
    LEAVE_MS = 1000,    /* for last words */
    ASKING_MS = 2000,   /* after which a question is another one */
    CONNECTIONS_MOST = 4096,
    CONNECTIONS_LEAST = 64,
    SPARE_DESCRIPTORS = 64
};

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

/* What is to be done: bits. */
enum { MUST_LOOK = 1, MUST_LOOK_NOW = 2, MUST_QUIT = 4 };

static int what_is_to_be_done(Web *web, unsigned *wanted)
{
    mutex_lock(&web->mutex);
    const bool changed = web->changed || web->notes != NULL || web->forget;
    *wanted = web->looks_wanted;
    const int what = (changed ? MUST_LOOK : 0) | (web->looks_wanted != web->looks_done ? MUST_LOOK_NOW : 0) | (web->quit ? MUST_QUIT : 0);
    mutex_unlock(&web->mutex);
    return what;
}

/* What has changed is told, but not more often than anybody can see. */
static void tell_now(Web *web)
{
    const int64_t began_ns = system_now_ns();
    const bool complete = look_and_tell(web);
    const int64_t ended_ns = system_now_ns();
    int64_t pause_ns = 9 * (ended_ns - began_ns);
    if (pause_ns < REFRESH_MS * NS_PER_MS)
        pause_ns = REFRESH_MS * NS_PER_MS;
    if (pause_ns > REFRESH_MOST_MS * NS_PER_MS)
        pause_ns = REFRESH_MOST_MS * NS_PER_MS;
    reactor_set_timer(web->reactor, &web->refresh, ended_ns + (complete ? pause_ns : RETRY_MS * NS_PER_MS));
}

/* Orders that were on their way are carried out in the course of a look: what they have changed is seen by the next. */
static void look_at_last(Web *web, unsigned wanted)
{
    unsigned more;
    int looks = 0;
    do
        tell_now(web);
    while (++looks < LAST_LOOKS && (what_is_to_be_done(web, &more) & MUST_LOOK) != 0);
    mutex_lock(&web->mutex);
    web->looks_done = wanted;
    condition_broadcast(&web->looked);
    mutex_unlock(&web->mutex);
}

static void *run(void *argument)
{
    Web *web = argument;
    int what = 0;
    while ((what & MUST_QUIT) == 0) {
        unsigned wanted;
        const unsigned asked = atomic_load(&web->asked);
        const bool asking = asked != atomic_load(&web->heard);
        const uint64_t before = server_work(web->server);
        reactor_turn(web->reactor, asking ? 0 : WAIT_FOREVER);
        server_sweep(web->server);
        if (asking && server_work(web->server) == before)
            atomic_store(&web->heard, asked);
        what = what_is_to_be_done(web, &wanted);
        if ((what & MUST_LOOK_NOW) != 0)
            look_at_last(web, wanted);
        else if ((what & MUST_LOOK) != 0 && web->refresh.place == 0)
            tell_now(web);
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

int web_connections(Web *web)
{
    int most = CONNECTIONS_MOST;
    mutex_lock(&web->mutex);
    const size_t others = web->seats_need + SPARE_DESCRIPTORS;
    mutex_unlock(&web->mutex);
    while (most > CONNECTIONS_LEAST && !descriptor_reserve((size_t)most + others, NULL))
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
    blob_drop(web->people);
    free(web->dirty);
    free(web->opened);
    condition_destroy(&web->looked);
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
        .most = web_connections(web),
        .most_of_address = web->most_of_address,
        .behind_proxy = web->url[0] != '\0',
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
    if (web == NULL || !condition_init(&web->looked)) {
        snprintf(message, SIMUL_MESSAGE_SIZE, "listen: no memory for the pages");
        free(web);
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
    bool ok = place_read(settings->listen, web->host, &web->port);
    if (!ok)
        snprintf(message, SIMUL_MESSAGE_SIZE, "listen takes [ADDRESS:]PORT, like 8080 or 0.0.0.0:8080, not \"%.60s\"", settings->listen);
    ok = ok && place_read_url(settings->url, web->url, message) && begin(web, message);
    if (!ok) {
        release(web);
        return NULL;
    }
    place_write(web->host, web->port, place, sizeof place);
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

/* What the exhibition that is about to go has come to is taken over and told. */
static void wait_for_last_look(Web *web)
{
    const int64_t until_ns = system_now_ns() + LAST_LOOK_MS * NS_PER_MS;
    mutex_lock(&web->mutex);
    web->changed = true;
    const unsigned wanted = ++web->looks_wanted;
    wake_signal(&web->wake);
    while (web->looks_done != wanted && condition_wait_until(&web->looked, &web->mutex, until_ns))
        ;
    mutex_unlock(&web->mutex);
}

void web_attach(Web *web, Controller *controller)
{
    if (controller == NULL)
        wait_for_last_look(web);
    mutex_lock(&web->controller_mutex);
    web->controller = controller;
    mutex_unlock(&web->controller_mutex);
    mutex_lock(&web->mutex);
    web->changed = true;
    web->forget = web->forget || controller != NULL;
    web->seats_need = controller != NULL ? controller_descriptors(controller) : 0;
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

/* With the mutex held. */
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

void web_say_error(Web *web, const char *sentence)
{
    const SimulAnnouncement error = {.kind = SIMUL_SAYS_ERROR, .text = sentence};
    mutex_lock(&web->mutex);
    keep_note(web, &error);
    mutex_unlock(&web->mutex);
    wake_signal(&web->wake);
}

bool web_is_at(const Web *web, const char *listen)
{
    char host[64];
    int port;
    return place_read(listen, host, &port) && port == web->port;
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
