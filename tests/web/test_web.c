/* SPDX-License-Identifier: GPL-3.0-only */
/* The pages of a real exhibition, asked for through sockets: who may do what, and what is answered, exactly. */
#define _GNU_SOURCE
#include "test.h"
#include "chess/chess.h"
#include "desk/desk.h"
#include "system/clock.h"
#include "system/descriptor.h"
#include "web/web.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

enum { SIZE = 1 << 17 };

static Desk *desk;
static _Atomic(Web *) web;
static atomic_bool closed, gone_on;
static int port;
static char organizer[33], exhibitor[33], seats[4][33];
static char answer[SIZE];
static char said[512];

/* ---- An exhibition with pages ---- */

static void on_answer(void *context, const char *line)
{
    (void)context;
    snprintf(said, sizeof said, "%s", line);
}

static void on_announce(void *context, const SimulAnnouncement *announcement)
{
    (void)context;
    web_announce(atomic_load(&web), announcement);
}

static bool unread(void *context)
{
    (void)context;
    return web_unread(atomic_load(&web));
}

static void on_close(void *context)
{
    (void)context;
    atomic_store(&closed, true);
}

static void on_go_on(void *context)
{
    (void)context;
    atomic_store(&gone_on, true);
}

static bool open_pages(void *context, SimulSettings *settings, char message[SIMUL_MESSAGE_SIZE])
{
    (void)context;
    const WebListener listener = {.close = on_close, .go_on = on_go_on};
    atomic_store(&web, web_open(settings, &listener, message));
    return atomic_load(&web) != NULL;
}

static void attach(void *context, Controller *controller)
{
    (void)context;
    if (atomic_load(&web) != NULL)
        web_attach(atomic_load(&web), controller);
}

static void take_link(void *context, const char *line)
{
    int *count = context;
    const char *key = strrchr(line, '/') + 1;
    if (strncmp(line, "Organizer", 9) == 0)
        snprintf(organizer, sizeof organizer, "%s", key);
    else if (strncmp(line, "Side A", 6) == 0)
        snprintf(exhibitor, sizeof exhibitor, "%s", key);
    else
        snprintf(seats[(*count)++], sizeof seats[0], "%s", key);
}

static bool command(const char *words)
{
    said[0] = '\0';
    return CHECK_MSG(desk_command(desk, text_of(words), 0), "%s: %s", words, said);
}

/* `a`: who plays A; NULL: built in. */
static void begin_with(const char *settings, int people, const char *a)
{
    static const DeskListener listener = {
        .answer = on_answer, .announce = on_announce, .unread = unread, .open_pages = open_pages, .attach = attach};
    char words[512];
    char url[WEB_URL_SIZE];
    int count = 0;
    desk = desk_create(&listener);
    atomic_store(&closed, false);
    snprintf(words, sizeof words, "new listen 0 nodes 50 reply-people 5000 late pass misses 0 seed 1 pgn none %s", settings);
    command(words);
    if (a != NULL)
        command(a);
    for (int i = 0; i < people; i++) {
        snprintf(words, sizeof words, "seat %d name \"<P%d>\" browser", i + 1, i + 1);
        command(words);
    }
    if (!CHECK_MSG(desk_prepare(desk), "%s", said))
        exit(1);
    web_url(atomic_load(&web), url);
    port = atoi(strrchr(url, ':') + 1);
    web_links(atomic_load(&web), take_link, &count);
    CHECK_INT(count, people);
}

static void begin(const char *settings, int people)
{
    begin_with(settings, people, NULL);
}

static void end(void)
{
    desk_destroy(desk);
    web_close(atomic_exchange(&web, NULL), "The exhibition is over.");
}

/* ---- A browser ---- */

static int dial(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const struct timeval patience = {.tv_sec = 30}; /* the disk may be busy */
    const int connection = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (connect(connection, (const struct sockaddr *)&address, sizeof address) != 0) {
        perror("connect");
        exit(1);
    }
    return connection;
}

static void tell(int connection, const char *text)
{
    CHECK_INT(send(connection, text, strlen(text), MSG_NOSIGNAL), strlen(text));
}

/* Reads until the text has come (or, NULL, until the end), into `answer`. */
static bool hear(int connection, const char *until)
{
    size_t length = strlen(answer);
    while (until == NULL || strstr(answer, until) == NULL) {
        const ssize_t got = length + 1 < SIZE ? recv(connection, answer + length, SIZE - 1 - length, 0) : -1;
        if (got <= 0)
            return until == NULL && got == 0;
        length += (size_t)got;
        answer[length] = '\0';
    }
    return true;
}

/* A whole exchange; the status, and all of the answer in `answer`. */
static int ask(const char *request)
{
    const int connection = dial();
    answer[0] = '\0';
    tell(connection, request);
    hear(connection, NULL);
    close(connection);
    return strncmp(answer, "HTTP/1.1 ", 9) == 0 ? atoi(answer + 9) : 0;
}

static int get(const char *path)
{
    char request[512];
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n", path, port);
    return ask(request);
}

static int post_as(const char *path, const char *origin, const char *type, const char *body)
{
    char request[2048];
    snprintf(request, sizeof request, "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s%sContent-Length: %zu\r\nConnection: close\r\n\r\n%s",
             path, port, origin, type, strlen(body), body);
    return ask(request);
}

static int post(const char *path, const char *body)
{
    char origin[64];
    snprintf(origin, sizeof origin, "Origin: http://127.0.0.1:%d\r\n", port);
    return post_as(path, origin, "Content-Type: application/json\r\n", body);
}

static const char *body_of_answer(void)
{
    const char *body = strstr(answer, "\r\n\r\n");
    return body != NULL ? body + 4 : "";
}

/* An order of a seat's, meant for this round and ply. */
static const char *play_at(int seat, const char *id, const char *what, const char *text, int round, int ply)
{
    char path[80];
    char body[256];
    snprintf(path, sizeof path, "/seat/%s/order", seats[seat - 1]);
    snprintf(body, sizeof body, "{\"id\":\"%s\",\"do\":\"%s\",\"text\":\"%s\",\"board\":%d,\"round\":%d,\"ply\":%d}", id, what, text, seat,
             round, ply);
    CHECK_INT(post(path, body), 200);
    return body_of_answer();
}

static const char *play_as_a(const char *id, const char *fields)
{
    char path[80];
    char body[256];
    snprintf(path, sizeof path, "/exhibitor/%s/order", exhibitor);
    snprintf(body, sizeof body, "{\"id\":\"%s\",%s}", id, fields);
    CHECK_INT(post(path, body), 200);
    return body_of_answer();
}

static const char *organize(const char *id, const char *fields)
{
    char path[80];
    char body[256];
    snprintf(path, sizeof path, "/organizer/%s/order", organizer);
    snprintf(body, sizeof body, "{\"id\":\"%s\",%s}", id, fields);
    CHECK_INT(post(path, body), 200);
    return body_of_answer();
}

static int open_stream(const char *path)
{
    char request[256];
    const int stream = dial();
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost:%d\r\n\r\n", path, port);
    answer[0] = '\0';
    tell(stream, request);
    CHECK(hear(stream, "event: state\n"));
    return stream;
}

static int open_seat(int seat)
{
    char path[80];
    snprintf(path, sizeof path, "/seat/%.32s/events", seats[seat - 1]);
    return open_stream(path);
}

/* ---- Tests ---- */

static void test_headers(void)
{
    CHECK_INT(get("/"), 200);
    CHECK(strstr(answer, "\r\nX-Content-Type-Options: nosniff\r\n") != NULL);
    CHECK(strstr(answer, "\r\nReferrer-Policy: no-referrer\r\n") != NULL);
    CHECK(strstr(answer, "\r\nCache-Control: no-store\r\n") != NULL);
    CHECK(
        strstr(
            answer,
            "\r\nContent-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri "
            "'none'; form-action 'none'; frame-ancestors 'none'\r\n") != NULL);
    CHECK(strstr(answer, "Set-Cookie") == NULL);
    CHECK(strstr(answer, "&lt;P1&gt;") != NULL && strstr(answer, "<P1>") == NULL); /* a name is no markup */
    CHECK_INT(get("/style.css"), 200);
    CHECK(strstr(answer, "\r\nContent-Type: text/css; charset=utf-8\r\n") != NULL);
    CHECK_INT(get("/seat.html"), 404);
    CHECK_INT(get("/../etc/passwd"), 404);
    CHECK_INT(get("/games.pgn"), 200);
    CHECK(strstr(answer, "\r\nContent-Type: application/x-chess-pgn\r\n") != NULL);
}

static void test_hosts(void)
{
    static const struct {
        const char *host;
        bool own_port;
        int status;
    } CASES[] = {{"localhost:", true, 200},
                 {"[::1]:", true, 200},
                 {"192.168.1.7:", true, 200},
                 {"evil.example:", true, 421},
                 {"127.0.0.1", false, 421},
                 {"127.0.0.1:1", false, 421},
                 {"127.0.0.1.evil.example:", true, 421},
                 {"", false, 421}};
    char request[256];
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char number[16] = "";
        if (CASES[i].own_port)
            snprintf(number, sizeof number, "%d", port);
        snprintf(request, sizeof request, "GET / HTTP/1.1\r\nHost: %s%s\r\nConnection: close\r\n\r\n", CASES[i].host, number);
        CHECK_MSG(ask(request) == CASES[i].status, "%s: %.12s", CASES[i].host, answer);
    }
}

static void test_keys(void)
{
    char path[128];
    char wrong[33];
    char nothing[256];
    CHECK_INT(get("/no/such/page"), 404);
    snprintf(nothing, sizeof nothing, "%s", body_of_answer());
    snprintf(wrong, sizeof wrong, "%s", seats[0]);
    wrong[31] = wrong[31] == '0' ? '1' : '0';
    snprintf(path, sizeof path, "/seat/%s", wrong);
    CHECK_INT(get(path), 404);
    CHECK_STR(body_of_answer(), nothing); /* no hint */
    snprintf(path, sizeof path, "/organizer/%s", seats[0]);
    CHECK_INT(get(path), 404);
    snprintf(path, sizeof path, "/seat/%s", organizer);
    CHECK_INT(get(path), 404);
    snprintf(path, sizeof path, "/exhibitor/%s", seats[0]);
    CHECK_INT(get(path), 404);
    snprintf(path, sizeof path, "/seat/%s/order", seats[0]);
    CHECK_INT(get(path), 404); /* GET orders nothing */
    snprintf(path, sizeof path, "/seat/%s", seats[0]);
    CHECK_INT(get(path), 200);
    CHECK(strstr(answer, "\r\nCache-Control: no-store\r\n") != NULL);
    snprintf(path, sizeof path, "/organizer/%s", organizer);
    CHECK_INT(get(path), 200);
    CHECK(strcmp(seats[0], seats[1]) != 0 && strcmp(seats[0], organizer) != 0);
    CHECK_INT(get("/"), 200);
    CHECK(strstr(answer, seats[0]) == NULL && strstr(answer, organizer) == NULL);
}

static void test_orders_of_others(void)
{
    static const char START[] = "{\"id\":\"x\",\"do\":\"start\"}";
    static const char JSON[] = "Content-Type: application/json\r\n";
    char path[80];
    char own[64];
    char other[64];
    snprintf(path, sizeof path, "/organizer/%s/order", organizer);
    snprintf(own, sizeof own, "Origin: http://127.0.0.1:%d\r\n", port);
    snprintf(other, sizeof other, "Origin: https://127.0.0.1:%d\r\n", port);
    CHECK_INT(post_as(path, "", JSON, START), 403);
    CHECK_INT(post_as(path, "Origin: null\r\n", JSON, START), 403);
    CHECK_INT(post_as(path, "Origin: http://evil.example\r\n", JSON, START), 403);
    CHECK_INT(post_as(path, "Origin: http://127.0.0.1:1\r\n", JSON, START), 403);
    CHECK_INT(post_as(path, other, JSON, START), 403);
    CHECK_INT(post_as(path, own, "", START), 415);
    CHECK_INT(post_as(path, own, "Content-Type: text/plain\r\n", START), 415);
    CHECK_INT(post_as(path, own, "Content-Type: application/x-www-form-urlencoded\r\n", START), 415);
    CHECK_INT(post_as(path, own, JSON, "{\"id\":\"x\",\"do\":[]}"), 400);
    CHECK_INT(post("/organizer/00000000000000000000000000000000/order", START), 404);
    CHECK_INT(post("/", START), 404);
    CHECK_STR(organize("a1", "\"do\":\"move\""), "{\"ok\":false,\"reason\":\"there is no such order\"}");
    CHECK_STR(organize("", "\"do\":\"start\""), "{\"ok\":false,\"reason\":\"an order has a number of its own\"}");
    CHECK_STR(organize("a2", "\"do\":\"close\""), "{\"ok\":false,\"reason\":\"the exhibition goes on: end it first\"}");
    CHECK_STR(organize("a3", "\"do\":\"adjudicate\",\"text\":\"1-0\",\"board\":99"),
              "{\"ok\":false,\"reason\":\"an order says its board, round and ply\"}");
    CHECK_STR(play_at(1, "a4", "start", "", 0, 0), "{\"ok\":false,\"reason\":\"there is no such order\"}");
    CHECK_STR(play_at(1, "a5", "move", "e5", 0, 0), "{\"ok\":false,\"reason\":\"the exhibition has not begun\"}");
}

/* Two boards: A moves at both, then comes back to the first. */
static void test_playing(void)
{
    char names[128];
    const int watcher = open_stream("/events");
    close(watcher);
    CHECK(web_missing(atomic_load(&web), names, sizeof names));
    CHECK_STR(names, "board 1 <P1>, board 2 <P2>");
    const int seat = open_seat(1);
    CHECK(web_missing(atomic_load(&web), names, sizeof names));
    CHECK_STR(names, "board 2 <P2>");
    CHECK_STR(organize("s1", "\"do\":\"start\""), "{\"ok\":true,\"reason\":\"\"}");
    CHECK(hear(seat, "\"here\":true,\"away\":0,\"can\":[\"move\",\"resign\",\"offer\"],\"legal\":[\""));
    CHECK(strstr(answer, "\"score\"") == NULL); /* a person plays */
    CHECK_STR(play_at(2, "m0", "move", "e7e5", 2, 1), "{\"ok\":false,\"reason\":\"A is at board 1; yours is next\"}");
    CHECK_STR(play_at(1, "m1", "move", "e7e5", 1, 1), "{\"ok\":false,\"reason\":\"too late: the game has gone on since\"}");
    CHECK_STR(play_at(1, "m2", "move", "e7e5", 2, 3), "{\"ok\":false,\"reason\":\"too late: the game has gone on since\"}");
    const char *refused = play_at(1, "m3", "move", "e8e5", 2, 1);
    CHECK_STR(refused, "{\"ok\":false,\"reason\":\"the king on e8 cannot go to e5\"}");
    CHECK_STR(play_at(1, "m5", "move", "a6", 2, 1), "{\"ok\":true,\"reason\":\"\"}");
    CHECK_STR(play_at(1, "m5", "move", "a6", 2, 1), "{\"ok\":true,\"reason\":\"\"}"); /* the first answer again */
    CHECK(hear(seat, "\"board\":2,\"round\":2"));
    CHECK_STR(play_at(1, "m6", "move", "a5", 2, 1), "{\"ok\":false,\"reason\":\"A is at board 2; yours is next\"}");
    close(seat);
    CHECK_INT(get("/live.pgn"), 200);
    CHECK(strstr(answer, "1... a6 {") != NULL);
    CHECK(strstr(answer, "[Black \"<P1>\"]") != NULL);
    CHECK(strstr(answer, "{+") == NULL && strstr(answer, "{-") == NULL); /* no scores */
}

static void test_resigning_and_ending(void)
{
    const int seat = open_seat(2);
    CHECK(hear(seat, "\"here\":true"));
    CHECK_STR(play_at(2, "r1", "resign", "", 2, 1), "{\"ok\":true,\"reason\":\"\"}");
    CHECK(hear(seat, "\"state\":\"ended\""));
    close(seat);
    CHECK_STR(organize("p1", "\"do\":\"pause\""), "{\"ok\":true,\"reason\":\"\"}");
    CHECK_STR(play_at(1, "p2", "move", "h6", 3, 3), "{\"ok\":false,\"reason\":\"the exhibition is paused\"}");
    CHECK_STR(organize("p3", "\"do\":\"resume\""), "{\"ok\":true,\"reason\":\"\"}");
    CHECK_STR(organize("j1", "\"do\":\"join\",\"text\":\"Late\""), "{\"ok\":true,\"reason\":\"\"}");
    CHECK_STR(organize("d1", "\"do\":\"adjudicate\",\"text\":\"1/2-1/2\",\"board\":1"), "{\"ok\":true,\"reason\":\"\"}");
    const int watcher = open_stream("/events");
    CHECK_STR(organize("d2", "\"do\":\"abort\""), "{\"ok\":true,\"reason\":\"\"}");
    answer[0] = '\0';
    CHECK(hear(watcher, "\"phase\":\"stopped\"") || hear(watcher, "\"phase\":\"done\""));
    CHECK_STR(organize("d3", "\"do\":\"close\""), "{\"ok\":true,\"reason\":\"\"}");
    CHECK(atomic_load(&closed));
    answer[0] = '\0';
    end();
    CHECK(hear(watcher, NULL));
    CHECK(strstr(answer, "event: over\ndata: {\"text\":\"The exhibition is over.\"}\n\n") != NULL);
    close(watcher);
}

/* What is pressed is answered for what there is at that moment; a stopped exhibition goes on, with the same links. */
static void test_starting_and_going_on(void)
{
    char path[80];
    begin("boards 1 journal on.journal", 1);
    CHECK_STR(organize("g1", "\"do\":\"resume\""), "{\"ok\":false,\"reason\":\"the exhibition is not paused\"}");
    CHECK_STR(organize("g2", "\"do\":\"start\""), "{\"ok\":true,\"reason\":\"\"}");
    CHECK_STR(organize("g3", "\"do\":\"start\""), "{\"ok\":false,\"reason\":\"the exhibition has begun already\"}");
    const int seat = open_seat(1);
    CHECK(hear(seat, "\"can\":[\"move\""));
    CHECK_STR(organize("g4", "\"do\":\"abort\""), "{\"ok\":true,\"reason\":\"\"}");
    CHECK(hear(seat, "\"phase\":\"stopped\""));
    CHECK_STR(organize("g5", "\"do\":\"start\""), "{\"ok\":false,\"reason\":\"the exhibition has stopped: resume goes on with it\"}");
    CHECK_STR(organize("g6", "\"do\":\"resume\""), "{\"ok\":true,\"reason\":\"\"}");
    CHECK(atomic_load(&gone_on));
    answer[0] = '\0';
    command("resume"); /* as the program does then */
    CHECK(hear(seat, "\"can\":[\"move\""));
    CHECK_STR(play_at(1, "g7", "move", "e5", 2, 1), "{\"ok\":true,\"reason\":\"\"}");
    web_attach(atomic_load(&web), NULL);
    CHECK_STR(organize("g8", "\"do\":\"pause\""), "{\"ok\":false,\"reason\":\"there is no exhibition just now\"}");
    CHECK_STR(organize("g9", "\"do\":\"start\""), "{\"ok\":false,\"reason\":\"there is no exhibition just now\"}");
    snprintf(path, sizeof path, "/organizer/%s/events", organizer);
    const int master = open_stream(path);
    web_say_error(atomic_load(&web), "it cannot go on: no disk");
    CHECK(hear(master, "event: note\ndata: {\"event\":\"error\",\"text\":\"it cannot go on: no disk\"}"));
    close(master);
    close(seat);
    end();
    remove("on.journal");
}

/* What the exhibition has come to by its end is told before the last word is. */
static void test_last_state(void)
{
    begin("boards 1 journal none", 1);
    const int watcher = open_stream("/events");
    CHECK_STR(organize("s", "\"do\":\"start\""), "{\"ok\":true,\"reason\":\"\"}");
    CHECK(hear(watcher, "\"phase\":\"running\""));
    answer[0] = '\0';
    command("adjudicate 1 1-0");
    end();
    CHECK(hear(watcher, NULL));
    const char *result = strstr(answer, "\"result\":\"1-0\"");
    const char *done = strstr(answer, "\"phase\":\"done\"");
    const char *over = strstr(answer, "event: over\n");
    CHECK_MSG(result != NULL && done != NULL && over != NULL && result < over && done < over, "%s", answer);
    close(watcher);
}

/* Whoever opens a page later has no more time than who opened it before, though nothing has changed meanwhile. */
static void test_time_left(void)
{
    long now[2];
    begin("boards 1 journal none reply-people 20000", 1);
    CHECK_STR(organize("s", "\"do\":\"start\""), "{\"ok\":true,\"reason\":\"\"}");
    const int seat = open_seat(1);
    CHECK(hear(seat, "\"here\":true"));
    for (int i = 0; i < 2; i++) {
        const int watcher = open_stream("/events");
        CHECK(hear(watcher, "event: hall\n") && hear(watcher, "\"exhibitor\""));
        const char *hall = strstr(answer, "event: hall\n");
        const char *time = hall != NULL ? strstr(hall, "\"now\":") : NULL;
        now[i] = time != NULL ? atol(time + 6) : 0;
        close(watcher);
        usleep(i == 0 ? 300000 : 0);
    }
    CHECK_MSG(now[1] >= now[0] + 300 && now[1] < now[0] + 3000, "%ld, then %ld ms", now[0], now[1]);
    close(seat);
    end();
}

/* A key opens eight streams, not more: the oldest goes. */
static void test_streams_of_a_key(void)
{
    int streams[9];
    begin("boards 1 journal none", 1);
    for (int i = 0; i < 9; i++)
        streams[i] = open_seat(1);
    answer[0] = '\0';
    CHECK(hear(streams[0], NULL));
    CHECK_STR(organize("y", "\"do\":\"start\""), "{\"ok\":true,\"reason\":\"\"}");
    answer[0] = '\0';
    CHECK(hear(streams[1], "\"phase\":\"running\""));
    for (int i = 0; i < 9; i++)
        close(streams[i]);
    end();
}

/* One address has so many connections that only watch: the oldest makes room; a seat's stays. */
static void test_limits(void)
{
    int streams[6];
    begin("boards 1 web-per-address 4 journal none", 1);
    const int seat = open_seat(1);
    for (int i = 0; i < 6; i++)
        streams[i] = open_stream("/events");
    answer[0] = '\0';
    CHECK(hear(streams[0], NULL)); /* closed */
    answer[0] = '\0';
    CHECK(hear(streams[1], NULL));
    CHECK_STR(organize("y", "\"do\":\"start\""), "{\"ok\":true,\"reason\":\"\"}");
    answer[0] = '\0';
    CHECK(hear(seat, "\"phase\":\"running\"")); /* still there */
    answer[0] = '\0';
    CHECK(hear(streams[5], "\"phase\":\"running\""));
    for (int i = 0; i < 6; i++)
        close(streams[i]);
    close(seat);
    end();
}

/* A page plays A. What it is refused the other side does not hear, and a move is taken back only from where A stands. */
static void test_exhibitor(void)
{
    begin_with("boards 2 journal none", 2, "exhibitor browser");
    const int seat = open_seat(1);
    CHECK_STR(organize("s", "\"do\":\"start\""), "{\"ok\":true,\"reason\":\"\"}");
    CHECK(hear(seat, "\"board\":1,\"round\":1"));
    CHECK_STR(play_as_a("t0", "\"do\":\"takeback\",\"board\":1,\"round\":1,\"ply\":0"),
              "{\"ok\":false,\"reason\":\"A's last move is final\"}");
    CHECK_STR(play_as_a("m1", "\"do\":\"move\",\"text\":\"e4\",\"board\":1,\"round\":1,\"ply\":0"), "{\"ok\":true,\"reason\":\"\"}");
    CHECK_STR(play_as_a("t1", "\"do\":\"takeback\""), "{\"ok\":false,\"reason\":\"an order says its board, round and ply\"}");
    CHECK_STR(play_as_a("t2", "\"do\":\"takeback\",\"board\":1,\"round\":1,\"ply\":1"),
              "{\"ok\":false,\"reason\":\"A is at board 2; yours is next\"}");
    CHECK_STR(play_as_a("t3", "\"do\":\"takeback\",\"board\":2,\"round\":1,\"ply\":1"),
              "{\"ok\":false,\"reason\":\"too late: the game has gone on since\"}");
    CHECK_STR(play_as_a("t4", "\"do\":\"takeback\",\"board\":2,\"round\":1,\"ply\":0"), "{\"ok\":true,\"reason\":\"\"}");
    CHECK(hear(seat, "\"event\":\"takeback\",\"board\":1"));
    CHECK(strstr(answer, "refused") == NULL);
    close(seat);
    end();
}

/* Another journal is loaded under open pages: links of before open nothing, and show nobody the new ones. */
static void test_another_exhibition(void)
{
    char old[33];
    char path[80];
    char names[128];
    begin("boards 1 journal one.journal", 1);
    snprintf(old, sizeof old, "%s", seats[0]);
    CHECK_STR(organize("s", "\"do\":\"start\""), "{\"ok\":true,\"reason\":\"\"}");
    const int first = open_seat(1);
    CHECK(hear(first, "\"here\":true"));
    close(first);
    end();

    begin("boards 2 journal none", 2);
    snprintf(path, sizeof path, "/organizer/%s/events", organizer);
    const int master = open_stream(path);
    const int seat[2] = {open_seat(1), open_seat(2)};
    const int watcher = open_stream("/events");
    CHECK(!web_missing(atomic_load(&web), names, sizeof names));
    CHECK_STR(organize("s", "\"do\":\"start\""), "{\"ok\":true,\"reason\":\"\"}");
    CHECK(hear(watcher, "\"phase\":\"running\""));
    command("abort");
    CHECK(hear(watcher, "\"phase\":\"stopped\"") || hear(watcher, "\"phase\":\"done\""));
    command("load one.journal");
    answer[0] = '\0';
    CHECK(hear(watcher, "event: state\n"));
    for (int i = 0; i < 3; i++) {
        answer[0] = '\0';
        CHECK(hear(i < 2 ? seat[i] : master, NULL));
        CHECK(strstr(answer,
                     "event: over\ndata: {\"text\":\"Another exhibition is shown here now: this link is not valid any more.\"}\n\n") !=
              NULL);
        CHECK(strstr(answer, old) == NULL);
        close(i < 2 ? seat[i] : master);
    }
    CHECK(web_missing(atomic_load(&web), names, sizeof names));
    CHECK_STR(names, "board 1 <P1>");
    snprintf(path, sizeof path, "/seat/%s", old);
    CHECK_INT(get(path), 200);
    close(watcher);
    end();
    remove("one.journal");
}

/* What is settled before its time is up leaves no question behind: the next deadline asks anew whether all has been read. */
static void test_unread(void)
{
    const SimulAnnouncement arrival = {.kind = SIMUL_SAYS_ARRIVE, .board = 1};
    begin("boards 1 journal none", 1); /* not started: nobody else asks */
    CHECK(web_unread(atomic_load(&web)));
    usleep(100000); /* the web's thread has looked */
    web_announce(atomic_load(&web), &arrival);
    CHECK(web_unread(atomic_load(&web)));
    usleep(100000);
    CHECK(!web_unread(atomic_load(&web)));
    end();
}

/* Two requests in one go are answered in order, and what cannot be understood ends the connection. */
static void test_connections(void)
{
    char request[512];
    const int connection = dial();
    snprintf(request, sizeof request,
             "HEAD /icon.svg HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\nGET /nothing HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\nWHAT\r\n\r\n", port,
             port);
    answer[0] = '\0';
    tell(connection, request);
    CHECK(hear(connection, NULL));
    close(connection);
    const char *first = strstr(answer, "HTTP/1.1 200 OK");
    const char *second = strstr(answer, "HTTP/1.1 404 Not Found");
    const char *third = strstr(answer, "HTTP/1.1 400 Bad Request");
    CHECK(first == answer && second > first && third > second);
    CHECK(strstr(answer, "<svg") == NULL); /* HEAD */
}

static void test_bad_settings(void)
{
    static const struct {
        const char *listen, *url, *message;
    } CASES[] = {
        {"here", "", "listen takes [ADDRESS:]PORT, like 8080 or 0.0.0.0:8080, not \"here\""},
        {"localhost:80", "", "listen takes [ADDRESS:]PORT, like 8080 or 0.0.0.0:8080, not \"localhost:80\""},
        {"70000", "", "listen takes [ADDRESS:]PORT, like 8080 or 0.0.0.0:8080, not \"70000\""},
        {"192.0.2.1:0", "", "listen: cannot listen at 192.0.2.1, port 0: Cannot assign requested address"},
        {"0", "chess.example", "url takes http:// or https:// and a host, like https://chess.example, not \"chess.example\""},
    };
    const WebListener listener = {.close = on_close};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        SimulSettings settings;
        char message[SIMUL_MESSAGE_SIZE] = "";
        simul_settings_default(&settings);
        snprintf(settings.listen, sizeof settings.listen, "%s", CASES[i].listen);
        snprintf(settings.url, sizeof settings.url, "%s", CASES[i].url);
        CHECK(web_open(&settings, &listener, message) == NULL);
        CHECK_STR(message, CASES[i].message);
    }
}

/* A browser leaves out a scheme's own port, and so do links. */
static void test_urls(void)
{
    static const char *const CASES[][2] = {{"https://chess.example:443", "https://chess.example/"},
                                           {"http://chess.example:80/", "http://chess.example/"},
                                           {"https://chess.example:80", "https://chess.example:80/"},
                                           {"https://chess.example:8443", "https://chess.example:8443/"},
                                           {"https://[2001:db8::443]", "https://[2001:db8::443]/"}};
    const WebListener listener = {.close = on_close};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        SimulSettings settings;
        char message[SIMUL_MESSAGE_SIZE];
        char url[WEB_URL_SIZE];
        simul_settings_default(&settings);
        snprintf(settings.listen, sizeof settings.listen, "0");
        snprintf(settings.url, sizeof settings.url, "%s", CASES[i][0]);
        Web *opened = web_open(&settings, &listener, message);
        if (!CHECK(opened != NULL))
            continue;
        web_url(opened, url);
        CHECK_STR(url, CASES[i][1]);
        web_close(opened, "");
    }
}

int main(void)
{
    struct stat info;
    char folder[] = "/tmp/carousel-web-XXXXXX";
    system_ignore_broken_pipes();
    chess_init();
    if (mkdtemp(folder) == NULL || chdir(folder) != 0)
        return 1;
    test_bad_settings();
    test_urls();
    begin("boards 2 journal web.journal", 2);
    CHECK(stat("web.journal", &info) == 0 && (info.st_mode & 0777) == 0600); /* it holds keys */
    test_headers();
    test_hosts();
    test_keys();
    test_connections();
    test_orders_of_others();
    test_playing();
    test_resigning_and_ending();
    test_starting_and_going_on();
    test_last_state();
    test_time_left();
    test_streams_of_a_key();
    test_limits();
    test_exhibitor();
    test_another_exhibition();
    test_unread();
    remove("web.journal");
    if (chdir("/") != 0 || rmdir(folder) != 0)
        perror(folder);
    return test_end("web/web");
}
