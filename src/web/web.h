/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The pages: an exhibition served to browsers, on a thread of its own. `/` is for watching, /seat/KEY for playing,
 * /exhibitor/KEY for who plays A, /organizer/KEY for who runs it.
 *
 * The controller's thread only marks what has changed and goes on; orders are stamped when they have been read and given
 * to the controller between two of its events. Nobody who reads a page, or does not, is ever waited for.
 */
#ifndef CAROUSEL_WEB_WEB_H
#define CAROUSEL_WEB_WEB_H

#include "control/controller.h"
#include "simul/settings_table.h"

typedef struct Web Web;

typedef struct WebListener {
    /* The organizer's, on the web's thread; neither may wait. */
    void (*close)(void *context); /* has had enough, after the end */
    void (*go_on)(void *context); /* goes on with an exhibition that has stopped; NULL: that cannot be */
    void *context;
} WebListener;

/* Listens where `settings->listen` says, writes there where that really is, and serves what it is given from then on. NULL with
 * one sentence. */
Web *web_open(SimulSettings *settings, const WebListener *listener, char message[SIMUL_MESSAGE_SIZE]);

/* Every stream gets a last event with this sentence, then all connections are closed. NULL is fine. */
void web_close(Web *web, const char *last_words);

/* The exhibition to show; NULL: it is about to go, and what it has come to stays. That is seen first: half a second at most. */
void web_attach(Web *web, Controller *controller);

/* On the controller's thread, as its ControllerSetup says. */
void web_announce(Web *web, const SimulAnnouncement *announcement);
bool web_unread(Web *web);

/* What could not be done, to the organizer. Any thread. */
void web_say_error(Web *web, const char *sentence);

/* Would pages at `listen` need the port of these? */
bool web_is_at(const Web *web, const char *listen);

/* "http://192.168.1.5:8080/", or what `url` says. */
enum { WEB_URL_SIZE = 160 };
void web_url(Web *web, char url[WEB_URL_SIZE]);

/* The links, line by line: the organizer's, the exhibitor's and every seat's. They hold keys: for eyes that may see them. */
void web_links(Web *web, void (*line)(void *context, const char *line), void *context);

/* Who plays by a page that nobody has opened yet: "board 2 Ben, board 5 Eva"; false if everybody has come. */
bool web_missing(Web *web, char *names, size_t size);

#endif
