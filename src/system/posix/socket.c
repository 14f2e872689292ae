/* SPDX-License-Identifier: GPL-3.0-only */
#include "system/socket.h"

#include "system/descriptor.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 128 };

typedef union Address {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
} Address;

/* Its length; 0 if it is no address. */
static socklen_t read_address(const char *host, int port, Address *address)
{
    memset(address, 0, sizeof *address);
    if (inet_pton(AF_INET, host, &address->four.sin_addr) == 1) {
        address->four.sin_family = AF_INET;
        address->four.sin_port = htons((uint16_t)port);
        return sizeof address->four;
    }
    if (inet_pton(AF_INET6, host, &address->six.sin6_addr) == 1) {
        address->six.sin6_family = AF_INET6;
        address->six.sin6_port = htons((uint16_t)port);
        return sizeof address->six;
    }
    return 0;
}

bool socket_is_address(const char *host)
{
    Address address;
    return read_address(host, 0, &address) != 0;
}

static bool prepare(int descriptor, Error *error)
{
    if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0)
        return error_set(error, errno, "cannot prepare a socket");
    return descriptor_set_nonblocking(descriptor, error);
}

static bool listen_at(int descriptor, const Address *address, socklen_t length, int *bound, const char *host, int port, Error *error)
{
    const int yes = 1;
    Address made;
    socklen_t made_length = sizeof made;
    if (!prepare(descriptor, error))
        return false;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(descriptor, &address->any, length) != 0 || listen(descriptor, BACKLOG) != 0 ||
        getsockname(descriptor, &made.any, &made_length) != 0)
        return error_set(error, errno, "cannot listen at %s, port %d", host, port);
    *bound = ntohs(made.any.sa_family == AF_INET ? made.four.sin_port : made.six.sin6_port);
    return true;
}

int socket_listen(const char *host, int port, int *bound, Error *error)
{
    Address address;
    const socklen_t length = read_address(host, port, &address);
    if (length == 0) {
        error_set(error, 0, "'%s' is no address to listen at: digits are expected, like 127.0.0.1 or 0.0.0.0", host);
        return NO_DESCRIPTOR;
    }
    int descriptor = socket(address.any.sa_family, SOCK_STREAM, 0);
    if (descriptor < 0) {
        error_set(error, errno, "cannot make a socket");
        return NO_DESCRIPTOR;
    }
    if (!listen_at(descriptor, &address, length, bound, host, port, error))
        descriptor_close(&descriptor);
    return descriptor;
}

static void note_peer(const Address *address, SocketPeer *peer)
{
    memset(peer, 0, sizeof *peer);
    if (address->any.sa_family == AF_INET6) {
        memcpy(peer->address, &address->six.sin6_addr, sizeof peer->address);
    } else if (address->any.sa_family == AF_INET) {
        peer->address[10] = peer->address[11] = 0xff;
        memcpy(peer->address + 12, &address->four.sin_addr, 4);
    }
}

SocketAccept socket_accept(int listener, int *descriptor, SocketPeer *peer)
{
    Address address;
    socklen_t length = sizeof address;
    const int yes = 1;
    memset(&address, 0, sizeof address);
    int accepted = accept(listener, &address.any, &length);
    if (accepted < 0)
        return errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM ? SOCKET_FULL : SOCKET_NONE;
    if (!prepare(accepted, NULL)) {
        descriptor_close(&accepted);
        return SOCKET_NONE;
    }
    /* What is written is a whole message each time: nothing is to wait for more. */
    setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
#ifdef TCP_USER_TIMEOUT
    /* A phone that went out of reach says nothing: what it has not acknowledged by then ends the connection. */
    const unsigned silence_ms = 25000;
    setsockopt(accepted, IPPROTO_TCP, TCP_USER_TIMEOUT, &silence_ms, sizeof silence_ms);
#endif
    note_peer(&address, peer);
    *descriptor = accepted;
    return SOCKET_ACCEPTED;
}

bool socket_own_address(char host[SOCKET_HOST_SIZE])
{
    /* Connecting a datagram socket sends nothing, but the system chooses where it would go out (an address for examples). */
    Address address;
    const socklen_t to = read_address("192.0.2.1", 9, &address);
    socklen_t length = sizeof address;
    int descriptor = socket(AF_INET, SOCK_DGRAM, 0);
    const bool known = descriptor >= 0 && connect(descriptor, &address.any, to) == 0 &&
                       getsockname(descriptor, &address.any, &length) == 0 &&
                       inet_ntop(AF_INET, &address.four.sin_addr, host, SOCKET_HOST_SIZE) != NULL;
    descriptor_close(&descriptor);
    return known;
}
