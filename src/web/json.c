/* SPDX-License-Identifier: GPL-3.0-only */
#include "web/json.h"

#include "base/number.h"

#include <string.h>

static void skip_blanks(Text *rest)
{
    while (rest->length > 0 && memchr(" \t\r\n", rest->data[0], 4) != NULL) {
        rest->data++;
        rest->length--;
    }
}

static bool take(Text *rest, char c)
{
    skip_blanks(rest);
    if (rest->length == 0 || rest->data[0] != c)
        return false;
    rest->data++;
    rest->length--;
    return true;
}

/* Four hexadecimal digits; only of the plane that has no pairs, and no NUL. */
static bool take_code(Text *rest, unsigned *code)
{
    *code = 0;
    if (rest->length < 4)
        return false;
    for (int i = 0; i < 4; i++) {
        static const char DIGITS[] = "0123456789abcdef";
        const char *digit = memchr(DIGITS, rest->data[i] | 0x20, 16);
        if (digit == NULL || (rest->data[i] < 'A' && rest->data[i] > '9'))
            return false;
        *code = *code << 4 | (unsigned)(digit - DIGITS);
    }
    rest->data += 4;
    rest->length -= 4;
    return *code != 0 && (*code < 0xd800 || *code > 0xdfff);
}

static size_t put_utf8(unsigned code, char bytes[3])
{
    if (code < 0x80) {
        bytes[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        bytes[0] = (char)(0xc0 | code >> 6);
        bytes[1] = (char)(0x80 | (code & 0x3f));
        return 2;
    }
    bytes[0] = (char)(0xe0 | code >> 12);
    bytes[1] = (char)(0x80 | (code >> 6 & 0x3f));
    bytes[2] = (char)(0x80 | (code & 0x3f));
    return 3;
}

static bool take_escape(Text *rest, char bytes[3], size_t *length)
{
    static const char ESCAPES[] = "\"\\/bfnrt";
    static const char MEANT[] = "\"\\/\b\f\n\r\t";
    unsigned code;
    if (rest->length == 0)
        return false;
    const char c = *rest->data++;
    rest->length--;
    if (c == 'u') {
        if (!take_code(rest, &code))
            return false;
        *length = put_utf8(code, bytes);
        return true;
    }
    const char *at = c == '\0' ? NULL : strchr(ESCAPES, c);
    if (at == NULL)
        return false;
    bytes[0] = MEANT[at - ESCAPES];
    *length = 1;
    return true;
}

static bool take_string(Text *rest, char *to, size_t size)
{
    size_t length = 0;
    if (!take(rest, '"'))
        return false;
    while (rest->length > 0) {
        char bytes[3];
        size_t count = 1;
        bytes[0] = *rest->data++;
        rest->length--;
        if (bytes[0] == '"') {
            to[length] = '\0';
            return true;
        }
        if ((unsigned char)bytes[0] < ' ' || (bytes[0] == '\\' && !take_escape(rest, bytes, &count)) || length + count >= size)
            return false;
        memcpy(to + length, bytes, count);
        length += count;
    }
    return false;
}

static bool take_value(Text *rest, JsonField *field)
{
    skip_blanks(rest);
    field->string = rest->length > 0 && rest->data[0] == '"';
    if (field->string)
        return take_string(rest, field->value, sizeof field->value);
    size_t length = 0;
    while (length < rest->length && memchr(",} \t\r\n", rest->data[length], 6) == NULL)
        length++;
    const Text word = {rest->data, length};
    int64_t number;
    if (number_parse_span(word.data, length, INT32_MIN, INT32_MAX, &number) != NUMBER_OK &&
        !(length == 4 && memcmp(word.data, "true", 4) == 0) && !(length == 5 && memcmp(word.data, "false", 5) == 0))
        return false;
    text_copy(word, field->value, sizeof field->value);
    rest->data += length;
    rest->length -= length;
    return true;
}

static const JsonField *find(const JsonObject *object, const char *key)
{
    for (int i = 0; i < object->count; i++)
        if (strcmp(object->fields[i].key, key) == 0)
            return &object->fields[i];
    return NULL;
}

bool json_read(Text text, JsonObject *object)
{
    object->count = 0;
    if (!take(&text, '{'))
        return false;
    bool more = !take(&text, '}');
    while (more) {
        JsonField *field = &object->fields[object->count];
        if (object->count == JSON_FIELDS_MAX || !take_string(&text, field->key, sizeof field->key) || find(object, field->key) != NULL ||
            !take(&text, ':') || !take_value(&text, field))
            return false;
        object->count++;
        more = take(&text, ',');
        if (!more && !take(&text, '}'))
            return false;
    }
    skip_blanks(&text);
    return text.length == 0;
}

const char *json_string(const JsonObject *object, const char *key)
{
    const JsonField *field = find(object, key);
    return field != NULL && field->string ? field->value : "";
}

bool json_number(const JsonObject *object, const char *key, int least, int most, int *number)
{
    const JsonField *field = find(object, key);
    int64_t value;
    if (field == NULL || field->string || number_parse(field->value, least, most, &value) != NUMBER_OK)
        return false;
    *number = (int)value;
    return true;
}
