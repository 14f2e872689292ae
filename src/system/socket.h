/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * TCP sockets: listening at one address and taking connections. What comes of it are descriptors (descriptor.h), which
 * never wait, are read, written, watched and closed like all others and are not inherited by children. Addresses are
 * numbers, no names: nothing is looked up. Any thread.
 */
#ifndef CAROUSEL_SYSTEM_SOCKET_H
#define CAROUSEL_SYSTEM_SOCKET_H

#include "base/error.h"

#include <stddef.h>

enum { SOCKET_HOST_SIZE = 64 };

/* Whom a connection comes from, for comparing: an IPv4 address is mapped into IPv6. */
typedef struct SocketPeer {
    unsigned char address[16];
} SocketPeer;

/* Is it an IPv4 or IPv6 address in digits? Without brackets. */
bool socket_is_address(const char *host);

/* Listens at `host` (an address in digits) and `port` (0: one that is free), also while old connections of that port are
 * still dying. The descriptor, and the port in `*bound`; NO_DESCRIPTOR with one sentence if it cannot be. */
int socket_listen(const char *host, int port, int *bound, Error *error);

typedef enum SocketAccept {
    SOCKET_ACCEPTED,
    SOCKET_NONE, /* nobody waits, or whoever waited has gone */
    SOCKET_FULL  /* no descriptor or memory is left just now: somebody waits, and will go on waiting */
} SocketAccept;

SocketAccept socket_accept(int listener, int *descriptor, SocketPeer *peer);

/* This machine's address in the network it reaches others by, for links. False if there is none. Nothing is sent. */
bool socket_own_address(char host[SOCKET_HOST_SIZE]);

#endif
