/* SPDX-License-Identifier: GPL-3.0-only */
/* What has changed in the exhibition is taken over a part at a time and told to everybody whom it concerns. */
#include "web/web_state.h"

#include "system/clock.h"

#include <stdlib.h>
#include <string.h>

enum { BOARDS_A_LOOK = 64 /* taken over at a time: the controller's thread waits for it */ };

/* What is to be taken over from the exhibition, a part at a time. */
typedef struct Look {
    Web *web;
    int boards[BOARDS_A_LOOK];
    int count;
    bool more;
    bool all; /* every board from `next` on */
    int next;
    bool failed; /* memory ran out */
} Look;

static void take_over(void *context, const SimulCore *core)
{
    Look *look = context;
    HallCopy *copy = &look->web->copy;
    look->failed |= !hall_copy_status(copy, core, controller_time_ns(look->web->controller));
    look->web->taken_ns = system_now_ns();
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

/* The boards that have been taken over, as events. */
static void add_boards(PageText *text, Web *web, const Look *look)
{
    for (int i = 0; i < look->count; i++) {
        const Blob *json = look->boards[i] <= web->copy.count ? draw_board_json(&web->copy, look->boards[i]) : NULL;
        text->failed |= json == NULL && look->boards[i] <= web->copy.count;
        if (json == NULL)
            continue;
        page_add_string(text, "event: board\ndata: ");
        page_add(text, json->bytes, json->length);
        page_add_string(text, "\n\n");
    }
}

/* To a player: his board if it has changed, the hall, and what he may do. To A's page all boards. */
static void tell_player(Web *web, const Stream *stream, const Blob *hall, const Blob *all)
{
    PageText text = {0};
    PageText seat = {0};
    const BoardCopy *board = hall_copy_find(&web->copy, stream->board);
    if (stream->role == ROLE_EXHIBITOR) {
        page_add(&text, all->bytes, all->length);
    } else {
        const Look own = {.boards = {stream->board}, .count = board != NULL && board->news};
        add_boards(&text, web, &own);
        page_add(&text, hall->bytes, hall->length);
    }
    draw_seat_json(&seat, &web->copy, stream->role == ROLE_SEAT ? stream->board : 0);
    stream_add_event(&text, "seat", &seat);
    Blob *event = blob_of_text(&text);
    stream_send(stream, event);
    blob_drop(event);
}

/* To the organizers; who is there only if that has changed. */
static void tell_organizers(Web *web, Blob *all)
{
    Blob *people = NULL;
    for (const Stream *at = web->streams; at != NULL; at = at->after) {
        if (at->role != ROLE_ORGANIZER)
            continue;
        if (people == NULL)
            people = streams_people(web);
        stream_send(at, all);
        if (!blob_equal(people, web->people))
            stream_send(at, people);
    }
    if (people != NULL) {
        blob_drop(web->people);
        web->people = people;
    }
}

/* One message to each: players first. */
static void tell_changes(Web *web, PageText *boards)
{
    PageText hall_data = {0};
    PageText hall_text = {0};
    draw_hall_json(&hall_data, &web->copy);
    stream_add_event(&hall_text, "hall", &hall_data);
    if (hall_text.text != NULL)
        page_add(boards, hall_text.text, hall_text.length);
    boards->failed |= hall_text.failed;
    Blob *hall = blob_of_text(&hall_text);
    Blob *all = blob_of_text(boards);
    for (const Stream *at = web->streams; at != NULL && hall != NULL && all != NULL; at = at->after)
        if (at->role == ROLE_SEAT || at->role == ROLE_EXHIBITOR)
            tell_player(web, at, hall, all);
    tell_organizers(web, all);
    for (const Stream *at = web->streams; at != NULL; at = at->after)
        if (at->role == ROLE_WATCHER)
            stream_send(at, all);
    blob_drop(hall);
    blob_drop(all);
    for (int i = 0; i < web->copy.count; i++)
        web->copy.boards[i].news = false;
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
        stream_send(at, event);
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
                stream_send(at, event);
        blob_drop(event);
        free(notes);
        notes = next;
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
    if (!there || look->failed) { /* it has gone meanwhile: what was seen last stays until there is another */
        hall_copy_destroy(&web->copy);
        web->copy = before;
        return;
    }
    hall_copy_destroy(&before);
    if (!key_same(web->organizer_key, text_of(web->copy.settings.organizer_key)))
        forget_visitors(web);
    memcpy(web->organizer_key, web->copy.settings.organizer_key, sizeof web->organizer_key);
    key_of_words(web->copy.settings.exhibitor_spec, web->exhibitor_key);
    hall_copy_measure(&web->copy);
    server_set_most(web->server, web_connections(web));
    forget_drawn(web);
    end_old_keys(web, "Another exhibition is shown here now: this link is not valid any more.");
    for (const Stream *at = web->streams; at != NULL; at = at->after)
        streams_send_state(web, at);
}

static void tell_what_changed(Web *web, Look *look)
{
    PageText boards = {0};
    int from = 0;
    bool some = take_marked(web, look, &from);
    do {
        if (web_inspect(web, take_over, look))
            add_boards(&boards, web, look);
    } while (some && look->more && (some = take_marked(web, look, &from)));
    hall_copy_measure(&web->copy);
    forget_drawn(web);
    tell_changes(web, &boards);
    end_old_keys(web, "This seat has a new link: ask the organizer for it.");
}

bool look_and_tell(Web *web)
{
    Look look = {.web = web};
    mutex_lock(&web->mutex);
    const bool forget = web->forget;
    web->changed = web->forget = false;
    mutex_unlock(&web->mutex);
    if (forget)
        begin_anew(web, &look);
    else
        tell_what_changed(web, &look);
    tell_notes(web);
    if (look.failed) { /* what has been missed is not known: all of it once more */
        mutex_lock(&web->mutex);
        web->changed = web->forget = true;
        mutex_unlock(&web->mutex);
    }
    return !look.failed;
}
