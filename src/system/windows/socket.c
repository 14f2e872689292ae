/* SPDX-License-Identifier: GPL-3.0-only */
/* A socket is an entry of the table whose event the system sets when there is something to read or room to write. */
#include "system/socket.h"

#include "system/windows/table.h"
#include "system/windows/table_entry.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <ws2tcpip.h>

enum { BACKLOG = 128 };

typedef union Address {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
} Address;

static bool start_up(void)
{
    static SRWLOCK lock = SRWLOCK_INIT;
    static bool started;
    WSADATA data;
    AcquireSRWLockExclusive(&lock);
    started = started || WSAStartup(MAKEWORD(2, 2), &data) == 0;
    const bool ready = started;
    ReleaseSRWLockExclusive(&lock);
    return ready;
}

static int read_address(const char *host, int port, Address *address)
{
    memset(address, 0, sizeof *address);
    if (!start_up())
        return 0;
    if (inet_pton(AF_INET, host, &address->four.sin_addr) == 1) {
        address->four.sin_family = AF_INET;
        address->four.sin_port = htons((u_short)port);
        return sizeof address->four;
    }
    if (inet_pton(AF_INET6, host, &address->six.sin6_addr) == 1) {
        address->six.sin6_family = AF_INET6;
        address->six.sin6_port = htons((u_short)port);
        return sizeof address->six;
    }
    return 0;
}

bool socket_is_address(const char *host)
{
    Address address;
    return read_address(host, 0, &address) != 0;
}

int socket_listen(const char *host, int port, int *bound, Error *error)
{
    Address address;
    Address made;
    int made_length = sizeof made;
    const int length = read_address(host, port, &address);
    if (length == 0) {
        error_set(error, 0, "'%s' is no address to listen at: digits are expected, like 127.0.0.1 or 0.0.0.0", host);
        return NO_DESCRIPTOR;
    }
    const SOCKET made_socket = socket(address.any.sa_family, SOCK_STREAM, 0);
    if (made_socket == INVALID_SOCKET) {
        windows_error(error, (DWORD)WSAGetLastError(), "cannot make a socket");
        return NO_DESCRIPTOR;
    }
    SetHandleInformation((HANDLE)made_socket, HANDLE_FLAG_INHERIT, 0);
    /* Without this another program could listen at the same port and take the connections. */
    const int yes = 1;
    setsockopt(made_socket, SOL_SOCKET, SO_EXCLUSIVEADDRUSE, (const char *)&yes, sizeof yes);
    if (bind(made_socket, &address.any, length) != 0 || listen(made_socket, BACKLOG) != 0 ||
        getsockname(made_socket, &made.any, &made_length) != 0) {
        windows_error(error, (DWORD)WSAGetLastError(), "cannot listen at %s, port %d", host, port);
        closesocket(made_socket);
        return NO_DESCRIPTOR;
    }
    *bound = ntohs(made.any.sa_family == AF_INET ? made.four.sin_port : made.six.sin6_port);
    return table_add_socket(made_socket, error);
}

SocketAccept socket_accept(int listener, int *descriptor, SocketPeer *peer)
{
    Address address;
    int length = sizeof address;
    const SOCKET accepted = table_accept(listener, &address, &length);
    memset(peer, 0, sizeof *peer);
    if (accepted == INVALID_SOCKET)
        return WSAGetLastError() == WSAEMFILE || WSAGetLastError() == WSAENOBUFS ? SOCKET_FULL : SOCKET_NONE;
    SetHandleInformation((HANDLE)accepted, HANDLE_FLAG_INHERIT, 0);
    const int yes = 1;
    setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, (const char *)&yes, sizeof yes);
    if (address.any.sa_family == AF_INET6) {
        memcpy(peer->address, &address.six.sin6_addr, sizeof peer->address);
    } else {
        peer->address[10] = peer->address[11] = 0xff;
        memcpy(peer->address + 12, &address.four.sin_addr, 4);
    }
    *descriptor = table_add_socket(accepted, NULL);
    return *descriptor >= 0 ? SOCKET_ACCEPTED : SOCKET_NONE;
}

bool socket_own_address(char host[SOCKET_HOST_SIZE])
{
    /* Connecting a datagram socket sends nothing, but the system chooses where it would go out (an address for examples). */
    Address address;
    const int to = read_address("192.0.2.1", 9, &address);
    int length = sizeof address;
    const SOCKET probe = to == 0 ? INVALID_SOCKET : socket(AF_INET, SOCK_DGRAM, 0);
    const bool known = probe != INVALID_SOCKET && connect(probe, &address.any, to) == 0 && getsockname(probe, &address.any, &length) == 0 &&
                       inet_ntop(AF_INET, &address.four.sin_addr, host, SOCKET_HOST_SIZE) != NULL;
    if (probe != INVALID_SOCKET)
        closesocket(probe);
    return known;
}
