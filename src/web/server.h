/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Server: connections of browsers on one reactor. It takes them, reads whole requests, hands them to whoever answers,
 * sends answers and streams of events, and keeps the limits: how many there are, how long anything may take, how much may
 * wait to be taken. Nobody is ever waited for; who does not take what is sent to him is dropped.
 *
 * Who answers calls connection_respond() or connection_stream(), once, from inside `request`. A connection that has
 * become a stream stays until either side closes it; `gone` is then called once. One thread, the reactor's.
 */
#ifndef CAROUSEL_WEB_SERVER_H
#define CAROUSEL_WEB_SERVER_H

#include "system/reactor.h"
#include "web/http.h"
#include "web/page_text.h"

typedef struct Server Server;
typedef struct Connection Connection;

typedef struct ServerSetup {
    Reactor *reactor;
    int listener;            /* stays the caller's */
    int most;                /* connections at one time; at least 1 */
    int request_ms, idle_ms; /* for a whole request; between two. 0: 10 s, 15 s */
    int most_of_address;     /* of them from one address, those with a key not counted; 0: no limit */
    bool behind_proxy;       /* what comes from this machine comes through a proxy, from anywhere: it is not counted */
    /* `stamp_ns` is when the request was complete. */
    void (*request)(void *context, Connection *connection, const HttpRequest *request, int64_t stamp_ns);
    void (*gone)(void *context, Connection *connection, void *owner);
    void *context;
} ServerSetup;

typedef struct Response {
    int status;
    const char *type; /* "text/html; charset=utf-8" */
    bool secret;      /* holds a key or a state: never stored */
    bool attachment;  /* to be saved rather than shown */
    Blob *body;       /* held by the caller; NULL: none */
} Response;

/* NULL if memory ran out. */
Server *server_create(const ServerSetup *setup);

/* Closes all connections; `gone` is called for streams. NULL is fine. */
void server_destroy(Server *server);

void connection_respond(Connection *connection, const HttpRequest *request, const Response *response);

/* Becomes a stream of server-sent events of `owner`'s. */
void connection_stream(Connection *connection, void *owner);

/* An event, whole; nothing once it is to be finished. Whoever has not taken too much of what was sent before is dropped. */
void connection_send(Connection *connection, Blob *event);

/* What has been sent goes out, then it closes. */
void connection_finish(Connection *connection);

/* It has shown a valid key: while it is answered, or is a stream, it is not dropped for others. */
void connection_trust(Connection *connection);

/* Frees those that have ended and calls `gone`: after every turn of the reactor, not from inside a call. */
void server_sweep(Server *server);

/* Another limit of connections at one time; who is too many and has no key goes. */
void server_set_most(Server *server, int most);

/* Goes up whenever something has been accepted, read or written: a turn that leaves it alone found nothing to be read. */
uint64_t server_work(const Server *server);

#endif
