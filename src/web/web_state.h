/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What the files of the pages share. web.c is its thread and what other threads ask of it, place.c where it is served and
 * links.c who gets which link; look.c takes over what has changed, streams.c is what browsers are told, routes.c what they
 * ask for, seat_orders.c what they order. Private.
 */
#ifndef CAROUSEL_WEB_WEB_STATE_H
#define CAROUSEL_WEB_WEB_STATE_H

#include "system/thread.h"
#include "web/draw.h"
#include "web/json.h"
#include "web/server.h"
#include "web/web.h"

#include <stdatomic.h>

enum { BEAT_MS = 10000, WEB_HOST_SIZE = 80, ORDER_ID_SIZE = 48, ANSWER_SIZE = 384, ANSWERS_KEPT = 512, NOTES_KEPT = 256 };

typedef enum Role { ROLE_WATCHER, ROLE_SEAT, ROLE_EXHIBITOR, ROLE_ORGANIZER } Role;

/* Who opened a stream. */
typedef struct Stream {
    Connection *connection;
    struct Stream *before, *after;
    Role role;
    int board;          /* a seat's */
    char key[KEY_SIZE]; /* that opened it */
} Stream;

/* Something said to those whom it concerns, once: it is no part of the state. */
typedef struct Note {
    struct Note *next;
    int board; /* 0: for the organizer */
    char json[];
} Note;

/* An order that was answered, so that the same one, sent again, gets the same answer. */
typedef struct Answer {
    char key[KEY_SIZE];
    char id[ORDER_ID_SIZE];
    bool accepted;
    char reason[ANSWER_SIZE];
} Answer;

struct Web {
    WebListener listener;
    int socket;
    int port;
    char host[64]; /* listened at */
    char url[128]; /* `url`, without a '/' at its end; "": none */
    int most_of_address;
    Reactor *reactor;
    Server *server;
    Thread thread;
    WakePipe wake;
    Watch wake_watch;

    /* The web thread's own: */
    HallCopy copy;
    int64_t taken_ns; /* when the time in it was right */
    char organizer_key[KEY_SIZE];
    char exhibitor_key[KEY_SIZE];
    Stream *streams;
    Timer beat, refresh;
    Blob *state; /* of a watching page; NULL: to be drawn anew */
    Blob *page;  /* the same for browsers without scripts */
    Blob *pgn;
    Blob *people; /* the event that organizers were told last */
    Answer answers[ANSWERS_KEPT];
    int answer_count; /* so far */
    int64_t stamp_ns; /* when the order at hand had been read */

    /* Held while the controller is used, so that it does not go meanwhile. Taken before `mutex`. */
    Mutex controller_mutex;
    Controller *controller;

    /* Between threads, under `mutex`: */
    Mutex mutex;
    bool changed;         /* something about the hall */
    bool forget;          /* another exhibition: the copy is to be made from scratch */
    unsigned char *dirty; /* by board - 1 */
    int dirty_size;
    Note *notes, *last_note;
    int note_count;
    unsigned looks_wanted, looks_done; /* who wants the next look counts up and waits until the thread has followed */
    Condition looked;
    size_t seats_need; /* descriptors, of the exhibition that is attached */
    bool quit;
    char last_words[128];
    unsigned char *opened; /* by board: its page has been opened; [0] the exhibitor's */
    int opened_size;

    /* web_unread(): whoever asks counts up, the thread follows when it has found nothing more to be read. */
    atomic_uint asked, heard;
    bool asking; /* the controller thread's own */
    int64_t asking_since_ns;

    /* On the controller's thread, while an order is carried out: */
    struct OrderWork *work;
};

/* ---- streams.c ---- */

void streams_open(Web *web, Connection *connection, Role role, int board, Text key);
void streams_gone(void *context, Connection *connection, void *owner);

/* The whole state, to one. */
void streams_send_state(Web *web, const Stream *stream);

void stream_send(const Stream *stream, Blob *event); /* NULL is fine */

/* Who sits where with which link, and is there: an event for organizers. NULL if memory ran out. */
Blob *streams_people(Web *web);

void streams_beat(void *context);
void streams_end(Web *web);

/* An event with its data, which are empty afterwards. NULL if memory ran out. */
Blob *stream_event(const char *name, PageText *data);
void stream_add_event(PageText *text, const char *name, PageText *data);

/* ---- look.c ---- */

/* Tells everybody what has changed since the last time. False if memory ran out: the next look begins from scratch. */
bool look_and_tell(Web *web);

/* ---- place.c ---- */

/* "[ADDRESS:]PORT", an address of IPv6 in brackets. */
bool place_read(const char *text, char host[64], int *port);
void place_write(const char *host, int port, char *text, size_t size);

/* `url`, without what browsers leave out. False with one sentence. */
bool place_read_url(const char *text, char url[128], char message[SIMUL_MESSAGE_SIZE]);

/* ---- routes.c ---- */

void routes_request(void *context, Connection *connection, const HttpRequest *request, int64_t stamp_ns);

/* The board whose key this is; 0 if it is nobody's. Takes as long whoever it is. */
int seat_of_key(const Web *web, Text key);

/* ---- seat_orders.c ---- */

/* Carries out an order, or says why not. `board`: a seat's; 0 for the others. */
void order_answer(Web *web, Role role, int board, Text key, const JsonObject *order, Answer *answer);

/* While an order is carried out: is this its answer? */
void order_hear(Web *web, const SimulAnnouncement *announcement);

/* As many connections as there are descriptors for, beside what engines and files need. */
int web_connections(Web *web);

/* Runs `inspect` on the controller's thread, if there is an exhibition. */
bool web_inspect(Web *web, void (*inspect)(void *context, const SimulCore *core), void *context);

#endif
