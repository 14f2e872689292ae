/* SPDX-License-Identifier: GPL-3.0-only */
/* What browsers ask for. GET changes nothing; orders are POSTed by our own pages only. */
#include "web/web_state.h"

#include "system/socket.h"
#include "web/pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HTML "text/html; charset=utf-8"
#define PLAIN "text/plain; charset=utf-8"
#define HALL_MARK "<!--hall-->"

/* Without a body memory has run out. */
static void respond(Connection *connection, const HttpRequest *request, int status, const char *type, Blob *body)
{
    const Response response = {.status = body != NULL ? status : 500, .type = type, .secret = true, .body = body};
    connection_respond(connection, request, &response);
}

static void respond_text(Connection *connection, const HttpRequest *request, int status, const char *text)
{
    Blob *body = blob_create(text, strlen(text));
    respond(connection, request, status, PLAIN, body);
    blob_drop(body);
}

/* The same for a page that is not there and a key that is none. */
static void respond_nothing(Connection *connection, const HttpRequest *request)
{
    respond_text(connection, request, 404, "There is nothing here.\n");
}

/* ---- Who may ask ---- */

/* Splits "host:port"; without a port it is `port` that is standard. */
static bool split_authority(Text authority, char host[WEB_HOST_SIZE], int *port)
{
    size_t end = authority.length;
    while (end > 0 && authority.data[end - 1] >= '0' && authority.data[end - 1] <= '9')
        end--;
    int64_t number = 80;
    Text name = authority;
    if (end > 0 && end < authority.length && authority.data[end - 1] == ':') {
        text_to_int((Text){authority.data + end, authority.length - end}, &number);
        name.length = end - 1;
    }
    if (name.length >= 2 && name.data[0] == '[' && name.data[name.length - 1] == ']')
        name = (Text){name.data + 1, name.length - 2};
    if (name.length == 0 || name.length >= WEB_HOST_SIZE || number < 1 || number > 65535)
        return false;
    text_copy(name, host, WEB_HOST_SIZE);
    *port = (int)number;
    return true;
}

/* The host and port of `url`. */
static const char *url_authority(const Web *web)
{
    const char *slashes = strstr(web->url, "//");
    return slashes != NULL ? slashes + 2 : "";
}

/* A name that anybody could point here is not taken: its pages would pass for ours (DNS rebinding). */
static bool host_is_ours(const Web *web, Text host)
{
    char name[WEB_HOST_SIZE];
    int port;
    if (web->url[0] != '\0' && text_is(host, url_authority(web)))
        return true;
    return split_authority(host, name, &port) && port == web->port && (strcmp(name, "localhost") == 0 || socket_is_address(name));
}

static bool origin_is_ours(const Web *web, const HttpRequest *request)
{
    static const char SCHEME[] = "http://";
    const size_t length = sizeof SCHEME - 1;
    const Text origin = request->origin;
    if (origin.data == NULL)
        return false;
    if (web->url[0] != '\0' && text_is(origin, web->url))
        return true;
    return origin.length == length + request->host.length && memcmp(origin.data, SCHEME, length) == 0 &&
           memcmp(origin.data + length, request->host.data, request->host.length) == 0;
}

static bool type_is_json(Text type)
{
    const char *end = memchr(type.data != NULL ? type.data : "", ';', type.length);
    if (end != NULL)
        type.length = (size_t)(end - type.data);
    return text_is(text_trim(type), "application/json");
}

int seat_of_key(const Web *web, Text key)
{
    int found = 0;
    for (int i = 0; i < web->copy.count; i++) {
        const bool same = web->copy.boards[i].browser && key_same(web->copy.boards[i].key, key);
        found = same ? i + 1 : found;
    }
    return found;
}

/* ---- Pages ---- */

static const PageFile *find_file(Text name)
{
    for (const PageFile *file = page_files; file->name != NULL; file++)
        if (http_is(name, file->name))
            return file;
    return NULL;
}

static const char *type_of(const char *name)
{
    static const struct {
        const char *end, *type;
    } TYPES[] = {
        {".html", HTML}, {".css", "text/css; charset=utf-8"}, {".js", "text/javascript; charset=utf-8"}, {".svg", "image/svg+xml"}};
    const char *end = strrchr(name, '.');
    for (size_t i = 0; end != NULL && i < sizeof TYPES / sizeof *TYPES; i++)
        if (strcmp(end, TYPES[i].end) == 0)
            return TYPES[i].type;
    return PLAIN;
}

static void respond_file(Connection *connection, const HttpRequest *request, const PageFile *file, bool secret)
{
    Blob *body = blob_borrow((const char *)file->bytes, file->length);
    const Response response = {.status = body != NULL ? 200 : 500, .type = type_of(file->name), .secret = secret, .body = body};
    connection_respond(connection, request, &response);
    blob_drop(body);
}

/* index.html with the hall in its place, for browsers without scripts. */
static Blob *draw_page(Web *web)
{
    PageText text = {0};
    const PageFile *file = find_file(text_of("index.html"));
    const char *html = (const char *)file->bytes;
    const size_t mark = sizeof HALL_MARK - 1;
    size_t at = 0;
    while (at + mark < file->length && memcmp(html + at, HALL_MARK, mark) != 0)
        at++;
    page_add(&text, html, at);
    draw_hall_html(&text, &web->copy);
    page_add(&text, html + at + mark, file->length - at - mark);
    return blob_of_text(&text);
}

static void respond_page(Web *web, Connection *connection, const HttpRequest *request)
{
    if (web->page == NULL)
        web->page = draw_page(web);
    respond(connection, request, 200, HTML, web->page);
}

static void respond_pgn(Web *web, Connection *connection, const HttpRequest *request)
{
    if (web->pgn == NULL) {
        PageText text = {0};
        draw_games_pgn(&text, &web->copy);
        web->pgn = blob_of_text(&text);
    }
    const Response response = {.status = web->pgn != NULL ? 200 : 500, .type = "application/x-chess-pgn", .secret = true, .body = web->pgn};
    connection_respond(connection, request, &response);
}

static void get_public(Web *web, Connection *connection, const HttpRequest *request)
{
    const Text path = request->path;
    const PageFile *file = find_file((Text){path.data + 1, path.length - 1});
    if (http_is(path, "/"))
        respond_page(web, connection, request);
    else if (http_is(path, "/events") && request->method == HTTP_GET)
        streams_open(web, connection, ROLE_WATCHER, 0, (Text){"", 0});
    else if (http_is(path, "/games.pgn") || http_is(path, "/live.pgn"))
        respond_pgn(web, connection, request);
    else if (file != NULL && strstr(file->name, ".html") == NULL)
        respond_file(connection, request, file, false);
    else
        respond_nothing(connection, request);
}

/* ---- Pages with a key ---- */

typedef struct Door {
    Role role;
    int board;
    Text key;
    Text rest; /* of the path, after the key */
} Door;

/* "/seat/KEY/rest": whose key it is. */
static bool open_door(const Web *web, Text path, Door *door)
{
    static const struct {
        const char *prefix;
        Role role;
    } DOORS[] = {{"/seat/", ROLE_SEAT}, {"/exhibitor/", ROLE_EXHIBITOR}, {"/organizer/", ROLE_ORGANIZER}};
    *door = (Door){.role = ROLE_WATCHER};
    for (size_t i = 0; i < sizeof DOORS / sizeof *DOORS; i++) {
        const size_t length = strlen(DOORS[i].prefix);
        if (path.length < length + KEY_SIZE - 1 || memcmp(path.data, DOORS[i].prefix, length) != 0)
            continue;
        door->role = DOORS[i].role;
        door->key = (Text){path.data + length, KEY_SIZE - 1};
        door->rest = (Text){path.data + length + KEY_SIZE - 1, path.length - length - (KEY_SIZE - 1)};
    }
    switch (door->role) {
    case ROLE_SEAT: return (door->board = seat_of_key(web, door->key)) > 0;
    case ROLE_EXHIBITOR: return key_same(web->exhibitor_key, door->key);
    case ROLE_ORGANIZER: return key_same(web->organizer_key, door->key);
    case ROLE_WATCHER: return false;
    }
    return false;
}

static void answer_order(Web *web, Connection *connection, const HttpRequest *request, const Door *door)
{
    static JsonObject order; /* large, and of one thread */
    Answer answer;
    PageText text = {0};
    if (!json_read(request->body, &order)) {
        respond_text(connection, request, 400, "An order is one flat JSON object.\n");
        return;
    }
    order_answer(web, door->role, door->board, door->key, &order, &answer);
    page_addf(&text, "{\"ok\":%s,\"reason\":", answer.accepted ? "true" : "false");
    page_add_json(&text, answer.reason);
    page_add_string(&text, "}");
    Blob *body = blob_of_text(&text);
    respond(connection, request, 200, "application/json", body);
    blob_drop(body);
}

static void post(Web *web, Connection *connection, const HttpRequest *request)
{
    Door door;
    if (!origin_is_ours(web, request))
        respond_text(connection, request, 403, "Orders are given by our own pages.\n");
    else if (!type_is_json(request->content_type))
        respond_text(connection, request, 415, "Orders are application/json.\n");
    else if (!open_door(web, request->path, &door) || !http_is(door.rest, "/order"))
        respond_nothing(connection, request);
    else {
        connection_trust(connection);
        answer_order(web, connection, request, &door);
    }
}

static void get_door(Web *web, Connection *connection, const HttpRequest *request, const Door *door)
{
    static const char *const FILES[] = {
        [ROLE_SEAT] = "seat.html", [ROLE_EXHIBITOR] = "exhibitor.html", [ROLE_ORGANIZER] = "organizer.html"};
    const PageFile *file = find_file(text_of(FILES[door->role]));
    connection_trust(connection);
    if (door->rest.length == 0 && file != NULL)
        respond_file(connection, request, file, true);
    else if (http_is(door->rest, "/events") && request->method == HTTP_GET)
        streams_open(web, connection, door->role, door->board, door->key);
    else
        respond_nothing(connection, request);
}

void routes_request(void *context, Connection *connection, const HttpRequest *request, int64_t stamp_ns)
{
    Web *web = context;
    Door door;
    web->stamp_ns = stamp_ns;
    if (!host_is_ours(web, request->host))
        respond_text(connection, request, 421, "This is not the address of these pages.\n");
    else if (request->method == HTTP_POST)
        post(web, connection, request);
    else if (open_door(web, request->path, &door))
        get_door(web, connection, request, &door);
    else
        get_public(web, connection, request);
}
