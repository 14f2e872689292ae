/* SPDX-License-Identifier: GPL-3.0-only */
#include "record/journal_text.h"

#include "base/number.h"
#include "simul/settings_table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void journal_text_destroy(JournalText *text)
{
    free(text->text);
    memset(text, 0, sizeof *text);
}

void journal_reserve(JournalText *text, size_t length)
{
    if (text->failed || text->capacity - text->length >= length + 1)
        return;
    size_t capacity = text->capacity == 0 ? 1024 : 2 * text->capacity;
    while (capacity - text->length < length + 1)
        capacity *= 2;
    char *grown = realloc(text->text, capacity);
    if (grown == NULL) {
        text->failed = true;
        return;
    }
    text->text = grown;
    text->capacity = capacity;
}

void journal_put(JournalText *text, const char *bytes, size_t length)
{
    journal_reserve(text, length);
    if (text->failed)
        return;
    memcpy(text->text + text->length, bytes, length);
    text->length += length;
    text->text[text->length] = '\0';
}

void journal_put_string(JournalText *text, const char *string)
{
    journal_put(text, string, strlen(string));
}

void journal_put_int(JournalText *text, int64_t value)
{
    char digits[24];
    char *end = digits + sizeof digits, *at = end;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (value < 0)
        *--at = '-';
    journal_put(text, at, (size_t)(end - at));
}

void journal_put_hex(JournalText *text, uint64_t value)
{
    char digits[CHECK_DIGITS];
    for (int i = CHECK_DIGITS - 1; i >= 0; i--, value >>= 4)
        digits[i] = "0123456789abcdef"[value & 15];
    journal_put(text, digits, sizeof digits);
}

void journal_put_escaped(JournalText *text, const char *value)
{
    for (;;) {
        size_t plain = 0;
        while ((unsigned char)value[plain] >= ' ' && value[plain] != '\\' && value[plain] != 0x7f)
            plain++;
        journal_put(text, value, plain);
        value += plain;
        const unsigned char c = (unsigned char)*value;
        if (c == '\0')
            return;
        char escape[8];
        snprintf(escape, sizeof escape, c == '\t' ? "\\t" : c == '\n' ? "\\n" : c == '\\' ? "\\\\" : "\\x%02x", c);
        journal_put_string(text, escape);
        value++;
    }
}

void journal_put_field(JournalText *text, const char *key, const char *value)
{
    journal_put(text, "\t", 1);
    journal_put_string(text, key);
    journal_put(text, "=", 1);
    journal_put_escaped(text, value);
}

void journal_put_number(JournalText *text, const char *key, int64_t value)
{
    journal_put(text, "\t", 1);
    journal_put_string(text, key);
    journal_put(text, "=", 1);
    journal_put_int(text, value);
}

/* FNV-1a (Fowler, Noll, Vo), begun with the line before. */
uint64_t journal_sum(uint64_t previous, const char *bytes, size_t length)
{
    uint64_t sum = previous ^ UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return sum ^ sum >> 32;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool journal_read_hex(const char *digits, size_t length, uint64_t *value)
{
    uint64_t read = 0;
    if (length == 0 || length > CHECK_DIGITS)
        return false;
    for (size_t i = 0; i < length; i++) {
        const int digit = hex_digit(digits[i]);
        if (digit < 0)
            return false;
        read = read << 4 | (unsigned)digit;
    }
    *value = read;
    return true;
}

bool journal_unescape(char *text)
{
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        if (*from != '\\') {
            *to++ = *from;
            continue;
        }
        from++;
        if (*from == 't') {
            *to++ = '\t';
        } else if (*from == 'n') {
            *to++ = '\n';
        } else if (*from == '\\') {
            *to++ = '\\';
        } else if (*from == 'x' && hex_digit(from[1]) >= 0 && hex_digit(from[2]) >= 0) {
            *to++ = (char)(hex_digit(from[1]) << 4 | hex_digit(from[2]));
            from += 2;
        } else {
            return false;
        }
    }
    *to = '\0';
    return true;
}

char *journal_next_field(char **rest)
{
    char *field = *rest;
    if (field == NULL)
        return NULL;
    char *tab = strchr(field, '\t');
    if (tab != NULL)
        *tab = '\0';
    *rest = tab == NULL ? NULL : tab + 1;
    return field;
}

bool journal_split_field(char *field, char **value)
{
    char *equals = strchr(field, '=');
    if (equals == NULL)
        return false;
    *equals = '\0';
    *value = equals + 1;
    return journal_unescape(*value);
}

/* ---- Boards ---- */

static void put_given(JournalText *text, const char *key, const char *value)
{
    if (value != NULL && value[0] != '\0')
        journal_put_field(text, key, value);
}

void journal_put_setup(JournalText *text, const SimulBoardSetup *setup)
{
    journal_put_field(text, "kind", setup->person ? "manual" : "engine"); /* older ones tell programs apart: "builtin" */
    if (setup->remote)
        journal_put_number(text, "remote", 1);
    put_given(text, "name", setup->name);
    put_given(text, "spec", setup->spec);
    put_given(text, "fen", setup->fen);
    put_given(text, "moves", setup->moves);
    put_given(text, "opening", setup->opening);
    size_t count;
    const SimulOverride *overrides = simul_overrides_all(&count);
    for (size_t i = 0; i < count; i++) {
        const int64_t value = simul_override_get(setup, &overrides[i]);
        if (value != SIMUL_INHERIT)
            journal_put_number(text, overrides[i].key, value);
    }
}

bool journal_take_setup_field(SimulBoardSetup *setup, const char *key, const char *value)
{
    if (strcmp(key, "kind") == 0) {
        setup->person = strcmp(value, "manual") == 0;
        return setup->person || strcmp(value, "engine") == 0 || strcmp(value, "builtin") == 0;
    }
    if (strcmp(key, "remote") == 0)
        return setup->remote = true;
    const struct {
        const char *key;
        const char **into;
    } texts[] = {
        {"name", &setup->name}, {"spec", &setup->spec}, {"fen", &setup->fen}, {"moves", &setup->moves}, {"opening", &setup->opening}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(key, texts[i].key) == 0) {
            *texts[i].into = value;
            return true;
        }
    size_t count;
    const SimulOverride *overrides = simul_overrides_all(&count);
    for (size_t i = 0; i < count; i++) {
        int64_t number;
        const bool wide = overrides[i].size == sizeof(int64_t);
        if (strcmp(key, overrides[i].key) != 0)
            continue;
        if (number_parse(value, wide ? INT64_MIN : INT32_MIN, wide ? INT64_MAX : INT32_MAX, &number) != NUMBER_OK)
            return false;
        simul_override_put(setup, &overrides[i], number);
        return true;
    }
    return false;
}
