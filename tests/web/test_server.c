/* SPDX-License-Identifier: GPL-3.0-only */
/* Connections to a server of its own: how long anything may take, who makes room for whom, no descriptors left. */
#define _GNU_SOURCE
#include "test.h"
#include "base/units.h"
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/socket.h"
#include "web/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { REQUEST_MS = 150, IDLE_MS = 400 };

static Reactor *reactor;
static Server *server;
static int listener, port;
static int gone, owner;
static char heard[4096];

/* /key is trusted, /stream and /key-stream become streams. */
static void on_request(void *context, Connection *connection, const HttpRequest *request, int64_t stamp_ns)
{
    (void)context;
    (void)stamp_ns;
    const Response response = {.status = 200, .type = "text/plain"};
    if (request->path.length >= 4 && memcmp(request->path.data, "/key", 4) == 0)
        connection_trust(connection);
    if (http_is(request->path, "/stream") || http_is(request->path, "/key-stream"))
        connection_stream(connection, &owner);
    else
        connection_respond(connection, request, &response);
}

static void on_gone(void *context, Connection *connection, void *who)
{
    (void)context;
    (void)connection;
    CHECK(who == &owner);
    gone++;
}

static void begin(ServerSetup setup)
{
    Error error = {0};
    reactor = reactor_create();
    listener = socket_listen("127.0.0.1", 0, &port, &error);
    setup.reactor = reactor;
    setup.listener = listener;
    setup.request = on_request;
    setup.gone = on_gone;
    server = server_create(&setup);
    gone = 0;
}

static void end(void)
{
    server_destroy(server);
    reactor_destroy(reactor);
    descriptor_close(&listener);
}

/* Runs it for a while; how many turns it took. */
static int run(int ms)
{
    const int64_t until_ns = system_now_ns() + ms * NS_PER_MS;
    int turns = 0;
    while (system_now_ns() < until_ns) {
        reactor_turn(reactor, until_ns);
        server_sweep(server);
        turns++;
    }
    return turns;
}

static int dial(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(connection, (const struct sockaddr *)&address, sizeof address) != 0 || fcntl(connection, F_SETFL, O_NONBLOCK) != 0) {
        perror("connect");
        exit(1);
    }
    run(5);
    return connection;
}

static int dial_and_ask(const char *path)
{
    char request[128];
    const int connection = dial();
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: h\r\n\r\n", path);
    CHECK_INT(write(connection, request, strlen(request)), strlen(request));
    run(5);
    return connection;
}

/* What has come, in `heard`; true if the other side has closed. */
static bool hear(int connection)
{
    size_t length = 0;
    ssize_t got;
    while ((got = read(connection, heard + length, sizeof heard - 1 - length)) > 0)
        length += (size_t)got;
    heard[length] = '\0';
    return got == 0 || errno == ECONNRESET;
}

static void test_times(void)
{
    begin((ServerSetup){.most = 10, .request_ms = REQUEST_MS, .idle_ms = IDLE_MS});
    const int silent = dial();
    const int slow = dial();
    CHECK_INT(write(slow, "GET / HT", 8), 8);
    const int kept = dial_and_ask("/");
    const int half = dial_and_ask("/");
    CHECK_INT(write(half, "GET", 3), 3);
    const int stream = dial_and_ask("/stream");
    run(REQUEST_MS + 50);
    CHECK(hear(silent));
    CHECK_STR(heard, "");
    CHECK(hear(slow));
    CHECK(strncmp(heard, "HTTP/1.1 408 ", 13) == 0);
    CHECK(hear(half)); /* what has begun is to be complete as soon as the first was */
    CHECK(strncmp(heard, "HTTP/1.1 200 ", 13) == 0 && strstr(heard, "HTTP/1.1 408 ") != NULL);
    CHECK(!hear(kept)); /* between two requests there is more time */
    CHECK(strncmp(heard, "HTTP/1.1 200 ", 13) == 0);
    run(IDLE_MS - REQUEST_MS);
    CHECK(hear(kept));
    CHECK_STR(heard, "");
    CHECK(!hear(stream)); /* for ever */
    CHECK_INT(gone, 0);
    close(stream);
    run(10);
    CHECK_INT(gone, 1);
    close(silent), close(slow), close(kept), close(half);
    end();
}

/* Full: the oldest without a key makes room, and one with a key while it is answered or is a stream never does. */
static void test_full(void)
{
    begin((ServerSetup){.most = 3});
    const int seat = dial_and_ask("/key-stream");
    const int idle = dial_and_ask("/key");
    const int watcher = dial_and_ask("/stream");
    const int next = dial_and_ask("/stream");
    CHECK(!hear(seat) && hear(idle) && !hear(watcher) && !hear(next));
    const int last = dial_and_ask("/key-stream");
    CHECK(!hear(seat) && hear(watcher) && !hear(next) && !hear(last));
    server_set_most(server, 2);
    run(5);
    CHECK(!hear(seat) && hear(next) && !hear(last));
    close(seat), close(idle), close(watcher), close(next), close(last);
    end();
}

/* What comes from this machine is counted, unless a proxy stands there. */
static void test_addresses(void)
{
    for (int proxy = 0; proxy < 2; proxy++) {
        begin((ServerSetup){.most = 10, .most_of_address = 1, .behind_proxy = proxy != 0});
        const int first = dial_and_ask("/stream");
        const int second = dial_and_ask("/stream");
        CHECK_INT(hear(first), !proxy);
        CHECK(!hear(second));
        close(first), close(second);
        end();
    }
}

/* No descriptor is left: nothing spins, somebody makes room, and once there are some whoever waits is taken. */
static void test_no_descriptors(void)
{
    struct rlimit before;
    struct rlimit low;
    int filler[64];
    int count = 0;
    begin((ServerSetup){.most = 100});
    getrlimit(RLIMIT_NOFILE, &before);
    const int watcher = dial_and_ask("/stream");
    const int waiting = socket(AF_INET, SOCK_STREAM, 0);
    low = before;
    low.rlim_cur = (rlim_t)waiting + 8;
    setrlimit(RLIMIT_NOFILE, &low);
    while (count < 64 && (filler[count] = dup(waiting)) >= 0)
        count++;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    CHECK_INT(connect(waiting, (const struct sockaddr *)&address, sizeof address), 0);
    fcntl(waiting, F_SETFL, O_NONBLOCK);
    const int turns = run(50);
    CHECK_MSG(turns < 20, "%d turns", turns);
    CHECK(hear(watcher)); /* made room */
    run(300);
    CHECK_INT(write(waiting, "GET / HTTP/1.1\r\nHost: h\r\n\r\n", 27), 27);
    run(20);
    CHECK(!hear(waiting));
    CHECK(strncmp(heard, "HTTP/1.1 200 ", 13) == 0);
    setrlimit(RLIMIT_NOFILE, &before);
    while (count > 0)
        close(filler[--count]);
    close(watcher), close(waiting);
    end();
}

int main(void)
{
    system_ignore_broken_pipes();
    test_times();
    test_full();
    test_addresses();
    test_no_descriptors();
    return test_end("web/server");
}
