/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Growing text for pages and events, with the two ways of quoting they need; and blobs, bytes that many connections
 * share and nobody changes. If memory runs out `failed` is set and nothing more is added. One thread at a time.
 */
#ifndef CAROUSEL_WEB_PAGE_TEXT_H
#define CAROUSEL_WEB_PAGE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct PageText {
    char *text; /* owned; ends on '\0'; NULL before anything is added */
    size_t length, capacity;
    bool failed;
} PageText;

void page_text_destroy(PageText *text);

void page_add(PageText *text, const char *bytes, size_t length);
void page_add_string(PageText *text, const char *string);
__attribute__((format(printf, 2, 3))) void page_addf(PageText *text, const char *format, ...);

/* A JSON string, quotes included; what is no UTF-8 becomes '?'. Nothing in it can end a script or an event's line. */
void page_add_json(PageText *text, const char *string);

/* Text for HTML and SVG, in elements and in quoted attributes. */
void page_add_html(PageText *text, const char *string);

/* Bytes that never change, with a count of those who hold them. */
typedef struct Blob {
    size_t length;
    int holders;
    const char *bytes; /* after the struct, or somebody's constant */
} Blob;

/* A copy, held once. NULL if memory ran out. */
Blob *blob_create(const char *bytes, size_t length);

/* Of bytes that outlive it. */
Blob *blob_borrow(const char *bytes, size_t length);

/* What was written, held once; the text is empty afterwards. NULL if memory ran out, also while it was written. */
Blob *blob_of_text(PageText *text);

/* The same bytes? NULL is like nothing. */
bool blob_equal(const Blob *a, const Blob *b);

Blob *blob_hold(Blob *blob);
void blob_drop(Blob *blob); /* NULL is fine */

#endif
