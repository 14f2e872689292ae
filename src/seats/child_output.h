/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What a child prints, on its way in: cut into lines, its last words on stderr kept, a flood slowed down.
 *
 * child.c's other half, for it alone; what child.h says holds here.
 */
#ifndef CAROUSEL_SEATS_CHILD_OUTPUT_H
#define CAROUSEL_SEATS_CHILD_OUTPUT_H

#include "seats/child.h"

enum { CHILD_READ_DRAIN = 1024 * 1024 }; /* the most a pipe holds */

/* Prepares the watches of its output and errors, and the timer that holds it back. */
void child_output_set_up(Child *child);

/* Reads up to about `most` bytes and passes the lines on while the child is not lost. How many bytes came. */
size_t child_output_read(Child *child, size_t most);

/* Reads its last words to their end and takes the line breaks out, for a reason that is one line. */
void child_output_finish_words(Child *child);

static inline bool child_is_running(const Child *child)
{
    return child->state == CHILD_RUNNING;
}

#endif
