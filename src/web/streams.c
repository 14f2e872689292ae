/* SPDX-License-Identifier: GPL-3.0-only */
/* What browsers are told: the whole state first, then what changes, each event drawn once for all who get it. */
#include "web/web_state.h"

#include "base/units.h"
#include "system/clock.h"

#include <stdlib.h>
#include <string.h>

enum { BEAT_MS = 10000, BOARDS_A_LOOK = 64 /* taken over at a time: the controller's thread waits for it */ };

Blob *stream_event(const char *name, PageText *data)
{
    PageText text = {0};
    page_addf(&text, "event: %s\ndata: ", name);
    page_add(&text, data->text != NULL ? data->text : "", data->length);
    page_add_string(&text, "\n\n");
    text.failed |= data->failed;
    page_text_destroy(data);
    return blob_of_text(&text);
}

static void send(const Stream *stream, Blob *event)
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

/* Who is there, with his link, for the organizer's eyes only. */
static void add_people(PageText *text, const Web *web)
{
    bool any = false;
    page_add_string(text, ",\"people\":[");
    for (int i = 1; i <= web->copy.count; i++) {
        const BoardCopy *board = &web->copy.boards[i - 1];
        if (!board->browser)
            continue;
        page_addf(text, "%s{\"board\":%d,\"open\":%d,\"link\":\"/seat/%s\",\"name\":", any ? "," : "", i, streams_of(web, i), board->key);
        page_add_json(text, board->name);
        page_add_string(text, "}");
        any = true;
    }
    page_add_string(text, "]");
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
    if (stream->role == ROLE_ORGANIZER)
        add_people(&text, web);
    page_add_string(&text, "}");
    return stream_event("state", &text);
}

/* A watching page's is drawn once for all. */
static Blob *state_for(Web *web, const Stream *stream)
{
    if (stream->role != ROLE_WATCHER)
        return draw_state(web, stream);
    if (web->state == NULL)
        web->state = draw_state(web, stream);
    return web->state == NULL ? NULL : blob_hold(web->state);
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
    connection_stream(connection, stream);
    Blob *state = state_for(web, stream);
    send(stream, state);
    blob_drop(state);
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

int streams_of(const Web *web, int board)
{
    int count = 0;
    for (const Stream *at = web->streams; at != NULL; at = at->after)
        count += board > 0 ? at->role == ROLE_SEAT && at->board == board : at->role == ROLE_EXHIBITOR;
    return count;
}

/* ---- Changes ---- */

/* What is to be taken over from the exhibition, a part at a time. */
typedef struct Look {
    Web *web;
    int boards[BOARDS_A_LOOK];
    int count;
    bool more;
    bool all; /* every board from `next` on */
    int next;
    bool failed;
} Look;

static void take_over(void *context, const SimulCore *core)
{
    Look *look = context;
    HallCopy *copy = &look->web->copy;
    look->failed |= !hall_copy_status(copy, core, controller_time_ns(look->web->controller));
    if (look->all) {
        look->count = 0;
        while (look->next < copy->count && look->count < BOARDS_A_LOOK)
            look->boards[look->count++] = ++look->next;
        look->more = look->next < copy->count;
    }
    for (int i = 0; i < look->count && !look->failed; i++)
        look->failed |= !hall_copy_board(copy, core, look->boards[i]);
}

/* The next marked boards; false if none are left. */
static bool take_marked(Web *web, Look *look, int *from)
{
    look->count = 0;
    mutex_lock(&web->mutex);
    while (*from < web->dirty_size && look->count < BOARDS_A_LOOK) {
        if (web->dirty[*from] != 0)
            look->boards[look->count++] = *from + 1;
        web->dirty[(*from)++] = 0;
    }
    look->more = *from < web->dirty_size;
    mutex_unlock(&web->mutex);
    return look->count > 0 || look->more;
}

static void forget_drawn(Web *web)
{
    blob_drop(web->state);
    blob_drop(web->page);
    blob_drop(web->pgn);
    web->state = web->page = web->pgn = NULL;
}

static bool concerns(const Stream *stream, int board)
{
    return stream->role != ROLE_SEAT || stream->board == board;
}

static void tell_boards(Web *web, const Look *look)
{
    for (int i = 0; i < look->count; i++) {
        PageText text = {0};
        if (look->boards[i] > web->copy.count)
            continue;
        add_board(&text, web, look->boards[i], true);
        Blob *event = stream_event("board", &text);
        for (const Stream *at = web->streams; at != NULL; at = at->after)
            if (concerns(at, look->boards[i]))
                send(at, event);
        blob_drop(event);
    }
}

static void tell_hall(Web *web)
{
    PageText text = {0};
    draw_hall_json(&text, &web->copy);
    Blob *event = stream_event("hall", &text);
    for (const Stream *at = web->streams; at != NULL; at = at->after)
        send(at, event);
    blob_drop(event);
}

static void tell_seats(Web *web)
{
    for (const Stream *at = web->streams; at != NULL; at = at->after) {
        PageText text = {0};
        if (at->role == ROLE_WATCHER)
            continue;
        if (at->role == ROLE_ORGANIZER) {
            page_add_string(&text, "{\"of\":0");
            add_people(&text, web);
            page_add_string(&text, "}");
        } else {
            draw_seat_json(&text, &web->copy, at->role == ROLE_SEAT ? at->board : 0);
        }
        Blob *event = stream_event(at->role == ROLE_ORGANIZER ? "people" : "seat", &text);
        send(at, event);
        blob_drop(event);
    }
}

static bool still_opens(const Web *web, const Stream *stream)
{
    const BoardCopy *board = hall_copy_find(&web->copy, stream->board);
    switch (stream->role) {
    case ROLE_WATCHER: return true;
    case ROLE_SEAT: return board != NULL && key_same(board->key, text_of(stream->key));
    case ROLE_EXHIBITOR: return key_same(web->exhibitor_key, text_of(stream->key));
    case ROLE_ORGANIZER: return key_same(web->organizer_key, text_of(stream->key));
    }
    return false;
}

/* A key that has been replaced opens nothing any more. */
static void end_old_keys(Web *web, const char *sentence)
{
    for (const Stream *at = web->streams; at != NULL; at = at->after) {
        PageText text = {0};
        if (still_opens(web, at))
            continue;
        page_add_string(&text, "{\"text\":");
        page_add_json(&text, sentence);
        page_add_string(&text, "}");
        Blob *event = stream_event("over", &text);
        send(at, event);
        blob_drop(event);
        connection_finish(at->connection);
    }
}

static void tell_notes(Web *web)
{
    mutex_lock(&web->mutex);
    Note *notes = web->notes;
    web->notes = NULL;
    web->note_count = 0;
    mutex_unlock(&web->mutex);
    while (notes != NULL) {
        PageText text = {0};
        Note *next = notes->next;
        page_add_string(&text, notes->json);
        Blob *event = stream_event("note", &text);
        for (const Stream *at = web->streams; at != NULL; at = at->after)
            if (at->role == ROLE_ORGANIZER || (at->role == ROLE_SEAT && at->board == notes->board) ||
                (at->role == ROLE_EXHIBITOR && notes->board > 0))
                send(at, event);
        blob_drop(event);
        free(notes);
        notes = next;
    }
}

static void tell_all_anew(Web *web)
{
    for (const Stream *at = web->streams; at != NULL; at = at->after) {
        Blob *state = state_for(web, at);
        send(at, state);
        blob_drop(state);
    }
}

/* Whose pages have been opened, and what they were answered, was about another exhibition. */
static void forget_visitors(Web *web)
{
    mutex_lock(&web->mutex);
    if (web->opened_size > 0)
        memset(web->opened, 0, (size_t)web->opened_size);
    mutex_unlock(&web->mutex);
    memset(web->answers, 0, sizeof web->answers);
    web->answer_count = 0;
}

/* The copy is made from scratch: another exhibition, or the same one going on. */
static void begin_anew(Web *web, Look *look)
{
    bool there = true;
    HallCopy before = web->copy;
    memset(&web->copy, 0, sizeof web->copy);
    look->all = true;
    look->next = 0;
    do {
        look->more = false;
        there = web_inspect(web, take_over, look);
    } while (there && look->more && !look->failed);
    if (!there) { /* it has gone meanwhile: what was seen last stays until there is another */
        hall_copy_destroy(&web->copy);
        web->copy = before;
        return;
    }
    hall_copy_destroy(&before);
    if (!key_same(web->organizer_key, text_of(web->copy.settings.organizer_key)))
        forget_visitors(web);
    memcpy(web->organizer_key, web->copy.settings.organizer_key, sizeof web->organizer_key);
    key_of_words(web->copy.settings.exhibitor_spec, web->exhibitor_key);
    forget_drawn(web);
    end_old_keys(web, "Another exhibition is shown here now: this link is not valid any more.");
    tell_all_anew(web);
}

void streams_tell(Web *web)
{
    Look look = {.web = web};
    int from = 0;
    mutex_lock(&web->mutex);
    const bool forget = web->forget;
    web->changed = web->forget = false;
    mutex_unlock(&web->mutex);
    if (forget) {
        begin_anew(web, &look);
    } else {
        bool some = take_marked(web, &look, &from);
        do {
            if (web_inspect(web, take_over, &look))
                tell_boards(web, &look);
        } while (some && look.more && (some = take_marked(web, &look, &from)));
        forget_drawn(web);
        tell_hall(web);
        tell_seats(web);
        end_old_keys(web, "This seat has a new link: ask the organizer for it.");
    }
    tell_notes(web);
}

/* ---- Beats, and the end ---- */

void streams_beat(void *context)
{
    Web *web = context;
    PageText text = {0};
    page_add_string(&text, "{}");
    Blob *event = stream_event("beat", &text);
    for (const Stream *at = web->streams; at != NULL; at = at->after)
        send(at, event);
    blob_drop(event);
    reactor_set_timer(web->reactor, &web->beat, system_now_ns() + BEAT_MS * NS_PER_MS);
}

void streams_end(Web *web)
{
    PageText text = {0};
    streams_tell(web);
    page_add_string(&text, "{\"text\":");
    page_add_json(&text, web->last_words);
    page_add_string(&text, "}");
    Blob *event = stream_event("over", &text);
    for (const Stream *at = web->streams; at != NULL; at = at->after) {
        send(at, event);
        connection_finish(at->connection);
    }
    blob_drop(event);
}
