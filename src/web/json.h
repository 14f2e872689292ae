/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What pages send: one flat JSON object of strings, whole numbers, true and false; anything else is refused. Pure.
 */
#ifndef CAROUSEL_WEB_JSON_H
#define CAROUSEL_WEB_JSON_H

#include "base/text.h"

enum { JSON_FIELDS_MAX = 12, JSON_KEY_SIZE = 16, JSON_VALUE_SIZE = 256 };

typedef struct JsonField {
    char key[JSON_KEY_SIZE];
    char value[JSON_VALUE_SIZE]; /* a string's text, or the number or word as written */
    bool string;
} JsonField;

typedef struct JsonObject {
    int count;
    JsonField fields[JSON_FIELDS_MAX];
} JsonObject;

/* False if it is no such object, says a key twice, or something does not fit. */
bool json_read(Text text, JsonObject *object);

/* "" if the object has no such string. */
const char *json_string(const JsonObject *object, const char *key);

/* False if it has no such number from `least` to `most`. */
bool json_number(const JsonObject *object, const char *key, int least, int most, int *number);

#endif
