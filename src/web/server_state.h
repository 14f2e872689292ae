/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the files of the server share. server.c takes connections, keeps their limits and frees them; connection.c reads
 * requests from one and writes to it. Private.
 */
#ifndef CAROUSEL_WEB_SERVER_STATE_H
#define CAROUSEL_WEB_SERVER_STATE_H

#include "system/socket.h"
#include "web/server.h"

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
    int most; /* connections at one time */
    int count;
    int dead;
    uint64_t work;
};

/* Begins to read from it: its descriptor and server are there. Dropped if memory runs out. */
void connection_begin(Connection *connection);

/* It is closed at once, and freed in the next sweep. */
void connection_drop(Connection *connection);

/* Frees what it holds. */
void connection_release(Connection *connection);

#endif
