/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The engine conversation: what each command does. Runs on the input thread; searches, long jobs and exhibitions
 * run on threads of their own and answer through the same output.
 */
#ifndef CAROUSEL_UCI_CONVERSATION_H
#define CAROUSEL_UCI_CONVERSATION_H

#include "base/text.h"
#include "system/input.h"
#include "system/output.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct UciConversation UciConversation;

/* NULL if memory ran out. `input`, which its lines come from, and `output` stay the caller's and must outlive it. */
UciConversation *uci_conversation_create(Output *output, Input *input);

/* One line, read at `stamp_ns`. False once the conversation is to end. */
bool uci_conversation_line(UciConversation *conversation, Text line, int64_t stamp_ns);

/* True while a bench or perft runs. */
bool uci_conversation_busy(UciConversation *conversation);

/* Only the exhibition: it is aborted and saved, its seats are closed. For the program's end while a job runs. */
void uci_conversation_leave(UciConversation *conversation);

/* Finishes a job, stops a search, which still answers, aborts an exhibition, and frees everything. */
void uci_conversation_destroy(UciConversation *conversation);

#endif
