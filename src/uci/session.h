/*
 * The engine conversation: what each command does. Runs on the input thread; searches, counts and exhibitions
 * run on threads of their own and answer through the same output.
 */
#ifndef CAROUSEL_UCI_SESSION_H
#define CAROUSEL_UCI_SESSION_H

#include "system/output.h"
#include "system/text.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct UciSession UciSession;

/* NULL if memory ran out. `output` stays the caller's and must outlive the session. */
UciSession *uci_session_create(Output *output);

/* One line, read at `stamp_ns`. False once the conversation is to end. */
bool uci_session_line(UciSession *session, Text line, int64_t stamp_ns);

/* True while a bench or perft runs. */
bool uci_session_counts(UciSession *session);

/* Finishes counts, stops a search, which still answers, aborts an exhibition, and frees everything. */
void uci_session_destroy(UciSession *session);

#endif
