/* SPDX-License-Identifier: GPL-3.0-only */
/* The server: takes connections, keeps the limits of how many there are, frees those that have ended. */
#include "web/server_state.h"

#include "base/units.h"
#include "system/clock.h"
#include "system/descriptor.h"

#include <stdlib.h>
#include <string.h>

enum {
    REQUEST_MS = 10000,
    IDLE_MS = 15000,
    FULL_MS = 200, /* until connections are accepted again */
    ACCEPTS_A_TURN = 64
};

static void destroy(Connection *connection)
{
    Server *server = connection->server;
    *(connection->before != NULL ? &connection->before->after : &server->oldest) = connection->after;
    *(connection->after != NULL ? &connection->after->before : &server->newest) = connection->before;
    server->count--;
    if (connection->owner != NULL)
        server->setup.gone(server->setup.context, connection, connection->owner);
    connection_release(connection);
}

void server_sweep(Server *server)
{
    for (Connection *at = server->dead > 0 ? server->oldest : NULL; at != NULL;) {
        Connection *next = at->after;
        if (at->state == DEAD)
            destroy(at);
        at = next;
    }
    server->dead = 0;
}

/* ---- Taking ---- */

/* The oldest without a key goes, of one address if `peer` is given. False if all have one. */
static bool make_room(Server *server, const SocketPeer *peer)
{
    Connection *at = server->oldest;
    while (at != NULL && (at->trusted || at->state == DEAD || (peer != NULL && memcmp(peer, &at->peer, sizeof *peer) != 0)))
        at = at->after;
    if (at != NULL)
        connection_drop(at);
    return at != NULL;
}

/* Is it an address of this machine itself, 127.0.0.0/8 or ::1? */
static bool is_here(const SocketPeer *peer)
{
    static const unsigned char MAPPED[13] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127};
    static const unsigned char SIX[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    return memcmp(peer->address, MAPPED, sizeof MAPPED) == 0 || memcmp(peer->address, SIX, sizeof SIX) == 0;
}

static int count_of(const Server *server, const SocketPeer *peer)
{
    int count = 0;
    for (const Connection *at = server->oldest; at != NULL; at = at->after)
        count += at->state != DEAD && !at->trusted && memcmp(&at->peer, peer, sizeof *peer) == 0;
    return count;
}

/* Is there room for one more? Else somebody makes it, of the same address if that has too many. */
static bool has_room(Server *server, const SocketPeer *peer)
{
    const int most = server->setup.most_of_address;
    const bool counted = most > 0 && !(server->setup.behind_proxy && is_here(peer));
    const bool of_address = counted && count_of(server, peer) >= most && make_room(server, peer);
    return of_address || server->count - server->dead < server->most || make_room(server, NULL);
}

static void take(Server *server, int descriptor, const SocketPeer *peer)
{
    Connection *connection = has_room(server, peer) ? calloc(1, sizeof *connection) : NULL;
    if (connection == NULL) {
        descriptor_close(&descriptor);
        return;
    }
    connection->server = server;
    connection->peer = *peer;
    connection->descriptor = descriptor;
    connection->before = server->newest;
    *(server->newest != NULL ? &server->newest->after : &server->oldest) = connection;
    server->newest = connection;
    server->count++;
    server->work++;
    connection_begin(connection);
}

static void on_full_over(void *context)
{
    Server *server = context;
    reactor_want(server->setup.reactor, &server->watch, CHANNEL_READ);
}

static void on_listener(void *context, int what)
{
    (void)what;
    Server *server = context;
    for (int i = 0; i < ACCEPTS_A_TURN; i++) {
        int descriptor;
        SocketPeer peer;
        switch (socket_accept(server->setup.listener, &descriptor, &peer)) {
        case SOCKET_ACCEPTED: take(server, descriptor, &peer); break;
        case SOCKET_NONE: return;
        case SOCKET_FULL:
            if (i > 0)
                return; /* perhaps nobody waits any more: the system says so only if there is a descriptor to spare */
            /* Whoever waits keeps the listener readable: it is not looked at for a while, and the oldest makes room. */
            make_room(server, NULL);
            if (reactor_set_timer(server->setup.reactor, &server->full_timer, system_now_ns() + FULL_MS * NS_PER_MS))
                reactor_want(server->setup.reactor, &server->watch, 0);
            return;
        }
    }
}

Server *server_create(const ServerSetup *setup)
{
    Server *server = calloc(1, sizeof *server);
    if (server == NULL)
        return NULL;
    server->setup = *setup;
    server->most = setup->most;
    if (setup->request_ms == 0)
        server->setup.request_ms = REQUEST_MS;
    if (setup->idle_ms == 0)
        server->setup.idle_ms = IDLE_MS;
    server->watch = (Watch){.ready = on_listener, .context = server};
    server->full_timer = (Timer){.due = on_full_over, .context = server};
    if (reactor_watch(setup->reactor, &server->watch, setup->listener, CHANNEL_READ))
        return server;
    free(server);
    return NULL;
}

void server_destroy(Server *server)
{
    if (server == NULL)
        return;
    for (Connection *at = server->oldest; at != NULL; at = at->after)
        connection_drop(at);
    server_sweep(server);
    reactor_stop_timer(server->setup.reactor, &server->full_timer);
    reactor_unwatch(server->setup.reactor, &server->watch);
    free(server);
}

uint64_t server_work(const Server *server)
{
    return server->work;
}

void server_set_most(Server *server, int most)
{
    server->most = most;
    while (server->count - server->dead > most && make_room(server, NULL))
        ;
}
