/* SPDX-License-Identifier: GPL-3.0-only */
#include "web/server.h"

#include "base/units.h"
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/socket.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    REQUEST_MS = 10000,    /* for a whole request */
    IDLE_MS = 15000,       /* between two */
    WRITE_MS = 30000,      /* without a byte being taken */
    FULL_MS = 200,         /* until connections are accepted again */
    PENDING_MAX = 1 << 20, /* bytes that may wait to be taken by a stream, beside its first event */
    CHUNKS_MAX = 512,
    ACCEPTS_A_TURN = 64,
    REQUESTS_A_TURN = 16, /* of one connection */
    HEADER_SIZE = 1024
};

#define SECURITY_HEADERS \
    "X-Content-Type-Options: nosniff\r\n" \
    "Referrer-Policy: no-referrer\r\n" \
    "X-Frame-Options: DENY\r\n" \
    "Cross-Origin-Opener-Policy: same-origin\r\n" \
    "Cross-Origin-Resource-Policy: same-origin\r\n" \
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " \
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"

typedef enum ConnectionState { READING, RESPONDING, STREAMING, DEAD } ConnectionState;

struct Connection {
    Server *server;
    Connection *before, *after; /* by age */
    SocketPeer peer;
    int descriptor;
    Watch watch;
    Timer timer;
    ConnectionState state;
    bool trusted;
    bool close_after; /* what is being sent */
    bool answered;    /* the request at hand */
    void *owner;      /* of a stream */
    char *input;      /* HTTP_REQUEST_MAX bytes, while there are any */
    size_t input_length;
    Blob **chunks; /* what is to be sent: chunk_count from chunk_first on, a ring */
    size_t chunk_first, chunk_count, chunk_capacity;
    size_t sent;    /* of the first one */
    size_t pending; /* bytes in all */
    size_t grace;   /* of a stream's first event, beside PENDING_MAX */
};

struct Server {
    ServerSetup setup;
    Watch watch; /* the listener's */
    Timer full_timer;
    Connection *oldest, *newest;
    int count;
    int dead;
    uint64_t work;
};

/* ---- Their life ---- */

static void set_timer(Connection *connection, int64_t ms)
{
    if (!reactor_set_timer(connection->server->setup.reactor, &connection->timer, system_now_ns() + ms * NS_PER_MS))
        connection->close_after = true;
}

/* It is closed at once, and freed in the next sweep. */
static void drop(Connection *connection)
{
    Server *server = connection->server;
    if (connection->state == DEAD)
        return;
    connection->state = DEAD;
    reactor_unwatch(server->setup.reactor, &connection->watch);
    reactor_stop_timer(server->setup.reactor, &connection->timer);
    descriptor_close(&connection->descriptor);
    server->dead++;
}

static void destroy(Connection *connection)
{
    Server *server = connection->server;
    *(connection->before != NULL ? &connection->before->after : &server->oldest) = connection->after;
    *(connection->after != NULL ? &connection->after->before : &server->newest) = connection->before;
    server->count--;
    if (connection->owner != NULL)
        server->setup.gone(server->setup.context, connection, connection->owner);
    for (size_t i = 0; i < connection->chunk_count; i++)
        blob_drop(connection->chunks[(connection->chunk_first + i) % connection->chunk_capacity]);
    free(connection->chunks);
    free(connection->input);
    free(connection);
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

/* ---- Writing ---- */

static bool queue(Connection *connection, Blob *blob)
{
    if (connection->chunk_count == connection->chunk_capacity) {
        const size_t capacity = connection->chunk_capacity == 0 ? 4 : 2 * connection->chunk_capacity;
        Blob **chunks = capacity > CHUNKS_MAX ? NULL : malloc(capacity * sizeof *chunks);
        if (chunks == NULL)
            return false;
        for (size_t i = 0; i < connection->chunk_count; i++)
            chunks[i] = connection->chunks[(connection->chunk_first + i) % connection->chunk_capacity];
        free(connection->chunks);
        connection->chunks = chunks;
        connection->chunk_first = 0;
        connection->chunk_capacity = capacity;
    }
    connection->chunks[(connection->chunk_first + connection->chunk_count++) % connection->chunk_capacity] = blob_hold(blob);
    connection->pending += blob->length;
    return true;
}

static void take_first_out(Connection *connection)
{
    blob_drop(connection->chunks[connection->chunk_first]);
    connection->chunk_first = (connection->chunk_first + 1) % connection->chunk_capacity;
    connection->chunk_count--;
    connection->sent = 0;
}

/* All has been sent: the next request, the end, or a stream's next event. */
static void written(Connection *connection)
{
    if (connection->close_after) {
        drop(connection);
        return;
    }
    reactor_want(connection->server->setup.reactor, &connection->watch, CHANNEL_READ);
    if (connection->state == STREAMING) {
        connection->grace = 0;
        reactor_stop_timer(connection->server->setup.reactor, &connection->timer);
        return;
    }
    connection->state = READING;
    set_timer(connection, connection->input_length > 0 ? REQUEST_MS : IDLE_MS);
}

static void write_some(Connection *connection)
{
    bool moved = false;
    while (connection->chunk_count > 0) {
        const Blob *blob = connection->chunks[connection->chunk_first];
        size_t done = 0;
        const TransferResult result = blob->length == connection->sent
                                          ? TRANSFER_OK
                                          : descriptor_write(connection->descriptor, blob->bytes + connection->sent,
                                                             blob->length - connection->sent, &done);
        if (result == TRANSFER_WAIT) {
            reactor_want(connection->server->setup.reactor, &connection->watch, CHANNEL_READ | CHANNEL_WRITE);
            if (moved || connection->timer.place == 0)
                set_timer(connection, WRITE_MS);
            return;
        }
        if (result != TRANSFER_OK) {
            drop(connection);
            return;
        }
        moved = true;
        connection->sent += done;
        connection->pending -= done;
        if (connection->sent == blob->length)
            take_first_out(connection);
    }
    written(connection);
}

static void send_blob(Connection *connection, Blob *blob)
{
    if (connection->state == DEAD)
        return;
    const bool idle = connection->chunk_count == 0;
    if (!queue(connection, blob))
        drop(connection);
    else if (idle)
        write_some(connection);
}

/* ---- Answers ---- */

void connection_respond(Connection *connection, const HttpRequest *request, const Response *response)
{
    char header[HEADER_SIZE];
    const size_t length = response->body != NULL ? response->body->length : 0;
    connection->answered = true;
    connection->state = RESPONDING;
    if (request == NULL || !request->keep_alive)
        connection->close_after = true;
    const int size = snprintf(
        header, sizeof header,
        "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\nCache-Control: %s\r\n%s%s%s" SECURITY_HEADERS "\r\n",
        response->status, http_reason(response->status), response->type, length, response->secret ? "no-store" : "no-cache",
        response->status == 405 ? "Allow: GET, HEAD, POST\r\n" : "", response->attachment ? "Content-Disposition: attachment\r\n" : "",
        connection->close_after ? "Connection: close\r\n" : "");
    Blob *head = size < 0 || size >= HEADER_SIZE ? NULL : blob_create(header, (size_t)size);
    const bool with_body = length > 0 && (request == NULL || request->method != HTTP_HEAD);
    if (head == NULL || !queue(connection, head) || (with_body && !queue(connection, response->body)))
        drop(connection);
    else
        write_some(connection);
    blob_drop(head);
}

void connection_stream(Connection *connection, void *owner)
{
    static const char HEAD[] = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nX-Accel-Buffering: no\r\n"
                               "Connection: close\r\n" SECURITY_HEADERS "\r\n";
    Blob *head = blob_borrow(HEAD, sizeof HEAD - 1);
    connection->answered = true;
    connection->state = STREAMING;
    connection->owner = owner;
    connection->input_length = 0;
    reactor_stop_timer(connection->server->setup.reactor, &connection->timer);
    if (head == NULL)
        drop(connection);
    else
        send_blob(connection, head);
    blob_drop(head);
}

void connection_send(Connection *connection, Blob *event)
{
    if (connection->state != STREAMING || connection->close_after)
        return;
    if (connection->grace == 0)
        connection->grace = event->length + 1; /* the whole state, which may be large */
    if (connection->pending + event->length > PENDING_MAX + connection->grace)
        drop(connection);
    else
        send_blob(connection, event);
}

void connection_finish(Connection *connection)
{
    connection->close_after = true;
    if (connection->state != DEAD && connection->chunk_count == 0)
        drop(connection);
}

void connection_trust(Connection *connection)
{
    connection->trusted = true;
}

/* ---- Reading ---- */

static void refuse(Connection *connection, int status)
{
    char text[64];
    snprintf(text, sizeof text, "%d %s\n", status, http_reason(status));
    Blob *body = blob_create(text, strlen(text));
    const Response response = {.status = status, .type = "text/plain; charset=utf-8", .secret = true, .body = body};
    connection_respond(connection, NULL, &response);
    blob_drop(body);
}

/* The request at the front of the input, if it is complete. True if there may be another. */
static bool serve_one(Connection *connection)
{
    Server *server = connection->server;
    HttpRequest request;
    int status;
    switch (http_parse(connection->input, connection->input_length, &request, &status)) {
    case HTTP_MORE: return false;
    case HTTP_REFUSED: refuse(connection, status); return false;
    case HTTP_DONE: break;
    }
    const size_t length = request.length;
    connection->answered = false;
    server->setup.request(server->setup.context, connection, &request, system_now_ns());
    if (!connection->answered)
        refuse(connection, 500);
    if (connection->state == DEAD || connection->state == STREAMING)
        return false;
    connection->input_length -= length;
    memmove(connection->input, connection->input + length, connection->input_length);
    return connection->state == READING;
}

/* What is in the input, as long as answers are taken at once. */
static void read_on(Connection *connection)
{
    int served = 0;
    while (connection->state == READING && connection->input_length > 0 && served++ < REQUESTS_A_TURN && serve_one(connection))
        ;
    if (connection->state == READING && served >= REQUESTS_A_TURN)
        drop(connection); /* nobody asks for so much at once */
    if (connection->state != DEAD && connection->input_length == 0) {
        free(connection->input);
        connection->input = NULL;
    }
}

/* What comes on a stream is not wanted; that it has ended is. */
static void read_away(Connection *connection)
{
    char bytes[512];
    size_t done;
    const TransferResult result = descriptor_read(connection->descriptor, bytes, sizeof bytes, &done);
    if (result != TRANSFER_WAIT)
        drop(connection);
}

static void read_some(Connection *connection)
{
    size_t done;
    if (connection->state == STREAMING) {
        read_away(connection);
        return;
    }
    if (connection->state == RESPONDING && connection->input_length == HTTP_REQUEST_MAX) {
        drop(connection);
        return;
    }
    if (connection->input == NULL && (connection->input = malloc(HTTP_REQUEST_MAX)) == NULL) {
        drop(connection);
        return;
    }
    const bool begins = connection->input_length == 0;
    const TransferResult result = descriptor_read(connection->descriptor, connection->input + connection->input_length,
                                                  HTTP_REQUEST_MAX - connection->input_length, &done);
    if (result == TRANSFER_WAIT)
        return;
    if (result != TRANSFER_OK) {
        drop(connection);
        return;
    }
    connection->input_length += done;
    if (connection->state != READING)
        return;
    if (begins)
        set_timer(connection, REQUEST_MS);
    read_on(connection);
}

static void on_ready(void *context, int what)
{
    Connection *connection = context;
    connection->server->work++; /* a turn takes so many events at most: others may wait behind this one */
    if ((what & CHANNEL_WRITE) != 0 && connection->chunk_count > 0) {
        write_some(connection);
        if (connection->state == READING)
            read_on(connection);
    }
    if (connection->state != DEAD && (what & (CHANNEL_READ | CHANNEL_LOST)) != 0)
        read_some(connection);
}

static void on_time(void *context)
{
    Connection *connection = context;
    const bool asked = connection->state == READING && connection->input_length > 0;
    if (asked)
        refuse(connection, 408);
    else
        drop(connection);
}

/* ---- Taking ---- */

/* The oldest without a key goes, of one address if `peer` is given. False if all have one. */
static bool make_room(Server *server, const SocketPeer *peer)
{
    Connection *at = server->oldest;
    while (at != NULL && (at->trusted || at->state == DEAD || (peer != NULL && memcmp(peer, &at->peer, sizeof *peer) != 0)))
        at = at->after;
    if (at != NULL)
        drop(at);
    return at != NULL;
}

static int count_of(const Server *server, const SocketPeer *peer)
{
    int count = 0;
    for (const Connection *at = server->oldest; at != NULL; at = at->after)
        count += at->state != DEAD && !at->trusted && memcmp(&at->peer, peer, sizeof *peer) == 0;
    return count;
}

static void take(Server *server, int descriptor, const SocketPeer *peer)
{
    const int most = server->setup.most_of_address;
    bool room = server->count - server->dead < server->setup.most || make_room(server, NULL);
    if (most > 0 && count_of(server, peer) >= most)
        make_room(server, peer);
    Connection *connection = room ? calloc(1, sizeof *connection) : NULL;
    if (connection == NULL) {
        descriptor_close(&descriptor);
        return;
    }
    connection->server = server;
    connection->peer = *peer;
    connection->descriptor = descriptor;
    connection->watch = (Watch){.ready = on_ready, .context = connection};
    connection->timer = (Timer){.due = on_time, .context = connection};
    connection->before = server->newest;
    *(server->newest != NULL ? &server->newest->after : &server->oldest) = connection;
    server->newest = connection;
    server->count++;
    server->work++;
    if (!reactor_watch(server->setup.reactor, &connection->watch, descriptor, CHANNEL_READ) ||
        !reactor_set_timer(server->setup.reactor, &connection->timer, system_now_ns() + REQUEST_MS * NS_PER_MS))
        drop(connection);
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
        drop(at);
    server_sweep(server);
    reactor_stop_timer(server->setup.reactor, &server->full_timer);
    reactor_unwatch(server->setup.reactor, &server->watch);
    free(server);
}

uint64_t server_work(const Server *server)
{
    return server->work;
}
