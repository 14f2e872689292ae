/* SPDX-License-Identifier: GPL-3.0-only */
#include "web/page_text.h"

#include "base/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void page_text_destroy(PageText *text)
{
    free(text->text);
    *text = (PageText){0};
}

static bool reserve(PageText *text, size_t length)
{
    if (!text->failed && text->capacity - text->length < length + 1) {
        size_t capacity = text->capacity == 0 ? 1024 : text->capacity;
        while (capacity - text->length < length + 1)
            capacity *= 2;
        char *grown = realloc(text->text, capacity);
        text->failed = grown == NULL;
        if (grown != NULL) {
            text->text = grown;
            text->capacity = capacity;
        }
    }
    return !text->failed;
}

void page_add(PageText *text, const char *bytes, size_t length)
{
    if (!reserve(text, length))
        return;
    memcpy(text->text + text->length, bytes, length);
    text->length += length;
    text->text[text->length] = '\0';
}

void page_add_string(PageText *text, const char *string)
{
    page_add(text, string, strlen(string));
}

void page_addf(PageText *text, const char *format, ...)
{
    va_list arguments;
    va_list again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    if (length >= 0 && reserve(text, (size_t)length)) {
        vsnprintf(text->text + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
    va_end(arguments);
}

/* A printable copy, to be freed; NULL, and a failed text, if memory ran out. */
static char *printable(PageText *text, const char *string)
{
    const size_t length = strlen(string);
    char *copy = text->failed ? NULL : malloc(length + 1);
    if (copy == NULL) {
        text->failed = true;
        return NULL;
    }
    memcpy(copy, string, length + 1);
    words_make_printable(copy, length);
    return copy;
}

static const char *json_escape(char c)
{
    switch (c) {
    case '"': return "\\\"";
    case '\\': return "\\\\";
    case '<': return "\\u003c";
    case '>': return "\\u003e";
    case '&': return "\\u0026";
    default: return NULL;
    }
}

static const char *html_escape(char c)
{
    switch (c) {
    case '"': return "&quot;";
    case '\'': return "&#39;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '&': return "&amp;";
    default: return NULL;
    }
}

static void add_escaped(PageText *text, const char *string, const char *(*escape)(char c))
{
    char *copy = printable(text, string);
    for (const char *c = copy; c != NULL && *c != '\0'; c++) {
        const char *escaped = escape(*c);
        if (escaped != NULL)
            page_add_string(text, escaped);
        else
            page_add(text, c, 1);
    }
    free(copy);
}

void page_add_json(PageText *text, const char *string)
{
    page_add(text, "\"", 1);
    add_escaped(text, string, json_escape);
    page_add(text, "\"", 1);
}

void page_add_html(PageText *text, const char *string)
{
    add_escaped(text, string, html_escape);
}

Blob *blob_borrow(const char *bytes, size_t length)
{
    Blob *blob = malloc(sizeof *blob);
    if (blob != NULL)
        *blob = (Blob){.length = length, .holders = 1, .bytes = bytes};
    return blob;
}

Blob *blob_create(const char *bytes, size_t length)
{
    Blob *blob = malloc(sizeof *blob + length);
    if (blob == NULL)
        return NULL;
    char *copy = (char *)(blob + 1);
    memcpy(copy, bytes, length);
    *blob = (Blob){.length = length, .holders = 1, .bytes = copy};
    return blob;
}

Blob *blob_of_text(PageText *text)
{
    Blob *blob = text->failed ? NULL : blob_create(text->text == NULL ? "" : text->text, text->length);
    page_text_destroy(text);
    return blob;
}

bool blob_equal(const Blob *a, const Blob *b)
{
    return a != NULL && b != NULL && a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

Blob *blob_hold(Blob *blob)
{
    blob->holders++;
    return blob;
}

void blob_drop(Blob *blob)
{
    if (blob != NULL && --blob->holders == 0)
        free(blob);
}
