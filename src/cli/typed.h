/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What people type at the table, made into the desk's words: they need not type more than they must. A move is for the board
 * where A stands, `3 e5` is for board 3, a command that wants a board's number and has none is for the board where A stands.
 * Pure.
 */
#ifndef CAROUSEL_CLI_TYPED_H
#define CAROUSEL_CLI_TYPED_H

#include "base/text.h"
#include "cli/display_state.h"

enum { TYPED_SIZE = 2048 };

typedef enum TypedKind {
    TYPED_NOTHING,
    TYPED_COMMAND,    /* says itself which board it is for, or is for none */
    TYPED_HERE,       /* is for the board where A stands, and for this visit */
    TYPED_REPLY_HERE, /* the same: a reply */
    TYPED_MOVE,       /* no command, and no reply is due: A's move, if A is a person */
    TYPED_TOO_LONG    /* more than TYPED_SIZE */
} TypedKind;

/* `text`: the desk's command. */
TypedKind typed_complete(const DisplayHall *hall, Text line, char text[TYPED_SIZE]);

/* Giving up a game is asked for once more. */
bool typed_resigns(const char *text);

#endif
