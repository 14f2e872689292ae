/* SPDX-License-Identifier: GPL-3.0-only */
/* One connection: requests are read from it, answers and events written. */
#include "web/server_state.h"

#include "base/units.h"
#include "system/clock.h"
#include "system/descriptor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WRITE_MS = 30000,      /* without a byte being taken */
    PENDING_MAX = 1 << 20, /* bytes that may wait to be taken by a stream, beside its first event */
    CHUNKS_MAX = 512,
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

/* ---- Their life ---- */

static void set_timer(Connection *connection, int64_t ms)
{
    if (!reactor_set_timer(connection->server->setup.reactor, &connection->timer, system_now_ns() + ms * NS_PER_MS))
        connection->close_after = true;
}

void connection_drop(Connection *connection)
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

void connection_release(Connection *connection)
{
    for (size_t i = 0; i < connection->chunk_count; i++)
        blob_drop(connection->chunks[(connection->chunk_first + i) % connection->chunk_capacity]);
    free(connection->chunks);
    free(connection->input);
    free(connection);
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
        connection_drop(connection);
        return;
    }
    reactor_want(connection->server->setup.reactor, &connection->watch, CHANNEL_READ);
    if (connection->state == STREAMING) {
        connection->grace = 0;
        reactor_stop_timer(connection->server->setup.reactor, &connection->timer);
        return;
    }
    connection->state = READING;
    connection->trusted = false; /* as long as nothing is asked for it may make room */
    set_timer(connection, connection->server->setup.idle_ms);
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
            connection_drop(connection);
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
        connection_drop(connection);
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
        connection_drop(connection);
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
        connection_drop(connection);
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
        connection_drop(connection);
    else
        send_blob(connection, event);
}

void connection_finish(Connection *connection)
{
    connection->close_after = true;
    if (connection->state != DEAD && connection->chunk_count == 0)
        connection_drop(connection);
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
    if (connection->state == READING && connection->input_length > 0)
        set_timer(connection, connection->server->setup.request_ms); /* of the next one some has come */
    return connection->state == READING;
}

/* What is in the input, as long as answers are taken at once. */
static void read_on(Connection *connection)
{
    int served = 0;
    while (connection->state == READING && connection->input_length > 0 && served++ < REQUESTS_A_TURN && serve_one(connection))
        ;
    if (connection->state == READING && served >= REQUESTS_A_TURN)
        connection_drop(connection); /* nobody asks for so much at once */
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
        connection_drop(connection);
}

static void read_some(Connection *connection)
{
    size_t done;
    if (connection->state == STREAMING) {
        read_away(connection);
        return;
    }
    if (connection->state == RESPONDING && connection->input_length == HTTP_REQUEST_MAX) {
        connection_drop(connection);
        return;
    }
    if (connection->input == NULL && (connection->input = malloc(HTTP_REQUEST_MAX)) == NULL) {
        connection_drop(connection);
        return;
    }
    const bool begins = connection->input_length == 0;
    const TransferResult result = descriptor_read(connection->descriptor, connection->input + connection->input_length,
                                                  HTTP_REQUEST_MAX - connection->input_length, &done);
    if (result == TRANSFER_WAIT)
        return;
    if (result != TRANSFER_OK) {
        connection_drop(connection);
        return;
    }
    connection->input_length += done;
    if (connection->state != READING)
        return;
    if (begins)
        set_timer(connection, connection->server->setup.request_ms);
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
        connection_drop(connection);
}

void connection_begin(Connection *connection)
{
    Reactor *reactor = connection->server->setup.reactor;
    connection->watch = (Watch){.ready = on_ready, .context = connection};
    connection->timer = (Timer){.due = on_time, .context = connection};
    if (!reactor_watch(reactor, &connection->watch, connection->descriptor, CHANNEL_READ) ||
        !reactor_set_timer(reactor, &connection->timer, system_now_ns() + connection->server->setup.request_ms * NS_PER_MS))
        connection_drop(connection);
}
