/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Text inside a JSON string. Pure; any thread.
 */
#ifndef CAROUSEL_BASE_JSON_H
#define CAROUSEL_BASE_JSON_H

#include <stddef.h>

/* Writes `text` as it stands between a JSON string's quotes: quotes and backslashes escaped, control characters as blanks.
 * UTF-8 stays as it is, each byte that is none becomes '?'. Cuts off what does not fit, never within an escape or a
 * character, and terminates. Returns the length of the
 * whole, as snprintf() does: less than `size` if all fitted. */
size_t json_write_text(const char *text, char *to, size_t size);

#endif
