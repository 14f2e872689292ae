/* SPDX-License-Identifier: GPL-3.0-only */
/* What browsers are told: the whole state first, then what changes, each event drawn once for all who get it. */
#include "web/web_state.h"

#include "base/units.h"
#include "system/clock.h"

#include <stdlib.h>
#include <string.h>

enum { STREAMS_OF_KEY = 8 /* screens at one seat, those included whose end has not been noticed yet */ };

void stream_add_event(PageText *text, const char *name, PageText *data)
{
    page_addf(text, "event: %s\ndata: ", name);
    page_add(text, data->text != NULL ? data->text : "", data->length);
    page_add_string(text, "\n\n");
    text->failed |= data->failed;
    page_text_destroy(data);
}

Blob *stream_event(const char *name, PageText *data)
{
    PageText text = {0};
    stream_add_event(&text, name, data);
    return blob_of_text(&text);
}

/* The time that goes on while nothing changes is right in what is drawn next. */
static void bring_up_to_date(Web *web)
{
    const int64_t now_ns = system_now_ns();
    web->copy.now_ns += now_ns - web->taken_ns;
    web->taken_ns = now_ns;
}

void stream_send(const Stream *stream, Blob *event)
{
    if (event != NULL)
        connection_send(stream->connection, event);
}

static void add_board(PageText *text, Web *web, int board, bool first)
{
    const Blob *json = draw_board_json(&web->copy, board);
    text->failed |= json == NULL;
    if (json == NULL)
        return;
    page_add_string(text, first ? "" : ",");
    page_add(text, json->bytes, json->length);
}

/* How many pages of every seat are open: counts[board - 1], the caller's. NULL if memory ran out. */
static int *count_open(const Web *web)
{
    int *counts = calloc((size_t)web->copy.count + 1, sizeof *counts);
    for (const Stream *at = web->streams; at != NULL && counts != NULL; at = at->after)
        if (at->role == ROLE_SEAT && at->board <= web->copy.count)
            counts[at->board - 1]++;
    return counts;
}

/* Who is there, with his link, for the organizer's eyes only. */
static void add_people(PageText *text, const Web *web)
{
    bool any = false;
    int *counts = count_open(web);
    text->failed |= counts == NULL;
    page_add_string(text, "[");
    for (int i = 1; i <= web->copy.count && counts != NULL; i++) {
        const BoardCopy *board = &web->copy.boards[i - 1];
        if (!board->browser)
            continue;
        page_addf(text, "%s{\"board\":%d,\"open\":%d,\"link\":\"/seat/%s\",\"name\":", any ? "," : "", i, counts[i - 1], board->key);
        page_add_json(text, board->name);
        page_add_string(text, "}");
        any = true;
    }
    page_add_string(text, "]");
    free(counts);
}

Blob *streams_people(Web *web)
{
    PageText text = {0};
    PageText event = {0};
    page_add_string(&text, "{\"people\":");
    add_people(&text, web);
    page_add_string(&text, "}");
    stream_add_event(&event, "people", &text);
    return blob_of_text(&event);
}

static Blob *draw_state(Web *web, const Stream *stream)
{
    PageText text = {0};
    page_add_string(&text, "{\"hall\":");
    draw_hall_json(&text, &web->copy);
    page_add_string(&text, ",\"boards\":[");
    for (int i = 1, count = 0; i <= web->copy.count; i++)
        if (stream->role != ROLE_SEAT || stream->board == i)
            add_board(&text, web, i, count++ == 0);
    page_add_string(&text, "]");
    if (stream->role == ROLE_SEAT || stream->role == ROLE_EXHIBITOR) {
        page_add_string(&text, ",\"seat\":");
        draw_seat_json(&text, &web->copy, stream->role == ROLE_SEAT ? stream->board : 0);
    }
    if (stream->role == ROLE_ORGANIZER) {
        page_add_string(&text, ",\"people\":");
        add_people(&text, web);
    }
    page_add_string(&text, "}");
    return stream_event("state", &text);
}

void streams_send_state(Web *web, const Stream *stream)
{
    PageText text = {0};
    bring_up_to_date(web);
    if (stream->role != ROLE_WATCHER) {
        Blob *state = draw_state(web, stream);
        stream_send(stream, state);
        blob_drop(state);
        return;
    }
    /* A watching page's is drawn once for all until something changes; what is left of a time is right in the hall after it. */
    if (web->state == NULL)
        web->state = draw_state(web, stream);
    stream_send(stream, web->state);
    draw_hall_json(&text, &web->copy);
    Blob *hall = stream_event("hall", &text);
    stream_send(stream, hall);
    blob_drop(hall);
}

static void note_opened(Web *web, int board)
{
    mutex_lock(&web->mutex);
    if (board >= web->opened_size) {
        unsigned char *opened = realloc(web->opened, (size_t)board + 64);
        if (opened != NULL) {
            memset(opened + web->opened_size, 0, (size_t)(board + 64 - web->opened_size));
            web->opened = opened;
            web->opened_size = board + 64;
        }
    }
    if (board < web->opened_size)
        web->opened[board] = 1;
    web->changed = true; /* the organizer sees who is there */
    mutex_unlock(&web->mutex);
    wake_signal(&web->wake);
}

/* One key opens so many streams at a time: the oldest makes room. */
static void limit_streams(Web *web, const Stream *newest)
{
    Stream *oldest = NULL;
    int count = 0;
    for (Stream *at = web->streams; at != NULL; at = at->after) {
        if (at->role != newest->role || strcmp(at->key, newest->key) != 0)
            continue;
        oldest = at; /* the list begins with the newest */
        count++;
    }
    if (count > STREAMS_OF_KEY)
        connection_finish(oldest->connection);
}

void streams_open(Web *web, Connection *connection, Role role, int board, Text key)
{
    Stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL)
        return; /* answered by the server, as nobody else has */
    stream->connection = connection;
    stream->role = role;
    stream->board = board;
    text_copy(key, stream->key, sizeof stream->key);
    stream->after = web->streams;
    if (web->streams != NULL)
        web->streams->before = stream;
    web->streams = stream;
    if (role == ROLE_SEAT || role == ROLE_EXHIBITOR)
        note_opened(web, board);
    if (role != ROLE_WATCHER)
        limit_streams(web, stream);
    connection_stream(connection, stream);
    streams_send_state(web, stream);
}

void streams_gone(void *context, Connection *connection, void *owner)
{
    (void)connection;
    Web *web = context;
    Stream *stream = owner;
    *(stream->before != NULL ? &stream->before->after : &web->streams) = stream->after;
    if (stream->after != NULL)
        stream->after->before = stream->before;
    if (stream->role == ROLE_SEAT || stream->role == ROLE_EXHIBITOR) {
        mutex_lock(&web->mutex);
        web->changed = true;
        mutex_unlock(&web->mutex);
        wake_signal(&web->wake);
    }
    free(stream);
}

/* ---- Beats, and the end ---- */

void streams_beat(void *context)
{
    Web *web = context;
    PageText text = {0};
    page_add_string(&text, "{}");
    Blob *event = stream_event("beat", &text);
    for (const Stream *at = web->streams; at != NULL; at = at->after)
        stream_send(at, event);
    blob_drop(event);
    reactor_set_timer(web->reactor, &web->beat, system_now_ns() + BEAT_MS * NS_PER_MS);
}

void streams_end(Web *web)
{
    PageText text = {0};
    look_and_tell(web);
    page_add_string(&text, "{\"text\":");
    page_add_json(&text, web->last_words);
    page_add_string(&text, "}");
    Blob *event = stream_event("over", &text);
    for (const Stream *at = web->streams; at != NULL; at = at->after) {
        stream_send(at, event);
        connection_finish(at->connection);
    }
    blob_drop(event);
}
