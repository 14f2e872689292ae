/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Every line that `carousel simul --json` prints is valid UTF-8, is JSON, and is as src/doc/events.schema.json says, whatever
 * names and moves come from outside.
 */
#include "test.h"

#include "base/words.h"
#include "system/file.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- JSON, read where it stands: values are found by their text --- */

static const char *skip(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* The end of the value that begins at `at`; NULL if there is none. */
static const char *value_end(const char *at)
{
    if (*at == '"') {
        for (at++; *at != '"'; at++) {
            if ((unsigned char)*at < 0x20 || (*at == '\\' && strchr("\"\\/bfnrtu", *++at) == NULL))
                return NULL;
        }
        return at + 1;
    }
    if (*at == '{' || *at == '[') {
        const bool object = *at == '{';
        const char close = object ? '}' : ']';
        at = skip(at + 1);
        if (*at == close)
            return at + 1;
        for (;;) {
            if (object) {
                if (*at != '"' || (at = value_end(at)) == NULL || *(at = skip(at)) != ':')
                    return NULL;
                at = skip(at + 1);
            }
            if ((at = value_end(at)) == NULL)
                return NULL;
            at = skip(at);
            if (*at == close)
                return at + 1;
            if (*at != ',')
                return NULL;
            at = skip(at + 1);
        }
    }
    static const char *const WORDS[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++)
        if (strncmp(at, WORDS[i], strlen(WORDS[i])) == 0)
            return at + strlen(WORDS[i]);
    char *end;
    strtod(at, &end);
    return end > at && strchr("-0123456789", *at) != NULL ? end : NULL;
}

/* Goes through an object's members or an array's elements: `*at` from its bracket on. False at its end. */
static bool next_member(const char **at, const char **key, const char **value)
{
    const char *here = skip(*at + 1);
    if (*here == '}' || *here == ']')
        return false;
    *key = here;
    if (*here == '"') {
        const char *end = skip(value_end(here));
        if (*end == ':')
            here = skip(end + 1);
    }
    *value = here;
    *at = skip(value_end(here));
    return true;
}

/* Two texts of values that are the same. */
static bool same(const char *a, const char *b)
{
    const size_t length = (size_t)(value_end(a) - a);
    return length == (size_t)(value_end(b) - b) && memcmp(a, b, length) == 0;
}

/* A member of an object by its name with quotes; NULL if it has none. */
static const char *member(const char *object, const char *name)
{
    const char *at = object;
    const char *key;
    const char *value;
    while (*object == '{' && (at == object || *at == ',') && next_member(&at, &key, &value))
        if (same(key, name))
            return value;
    return NULL;
}

static bool contains(const char *array, const char *wanted)
{
    const char *at = array;
    const char *key;
    const char *value;
    while ((at == array || *at == ',') && next_member(&at, &key, &value))
        if (same(value, wanted))
            return true;
    return false;
}

/* --- the part of JSON Schema that is used --- */

static bool has_type(const char *value, const char *type)
{
    char *end;
    switch (type[1]) {
    case 's': return *value == '"';
    case 'o': return *value == '{';
    case 'a': return *value == '[';
    case 'b': return *value == 't' || *value == 'f';
    case 'n':
        if (strncmp(type, "\"null\"", 6) == 0)
            return strncmp(value, "null", 4) == 0;
        return strchr("-0123456789", *value) != NULL;
    default: /* integer */
        strtoull(value + (*value == '-'), &end, 10);
        return strchr("-0123456789", *value) != NULL && end == value_end(value);
    }
}

static bool fails(const char *what, const char *value)
{
    return CHECK_MSG(false, "%s: %.*s", what, (int)(value_end(value) - value), value);
}

static bool meets(const char *schema, const char *value);

static bool meets_members(const char *schema, const char *value)
{
    const char *at;
    const char *key;
    const char *item;
    const char *properties = member(schema, "\"properties\"");
    const char *others = member(schema, "\"additionalProperties\"");
    const char *required = member(schema, "\"required\"");
    for (at = value; (at == value || *at == ',') && next_member(&at, &key, &item);) {
        const char *own = properties != NULL ? member(properties, key) : NULL;
        if (own == NULL && others != NULL && *others == 'f')
            return fails("a member that the schema does not have", key);
        if (own == NULL)
            own = others;
        if (own != NULL && *own == '{' && !meets(own, item))
            return false;
    }
    for (at = required; required != NULL && (at == required || *at == ',') && next_member(&at, &key, &item);)
        if (member(value, item) == NULL)
            return fails("a member is missing", item);
    return true;
}

static bool meets(const char *schema, const char *value)
{
    const char *at;
    const char *key;
    const char *item;
    const char *type = member(schema, "\"type\"");
    const char *constant = member(schema, "\"const\"");
    const char *words = member(schema, "\"enum\"");
    const char *items = member(schema, "\"items\"");
    const char *least = member(schema, "\"minimum\"");
    bool typed = type == NULL || (*type == '"' && has_type(value, type));
    for (at = type; type != NULL && *type == '[' && (at == type || *at == ',') && next_member(&at, &key, &item);)
        typed = typed || has_type(value, item);
    if (!typed)
        return fails("a value of another type", value);
    if ((constant != NULL && !same(constant, value)) || (words != NULL && !contains(words, value)))
        return fails("a word that is not in the schema", value);
    if (least != NULL && strtod(value, NULL) < strtod(least, NULL))
        return fails("a number that is too small", value);
    for (at = value; items != NULL && *value == '[' && (at == value || *at == ',') && next_member(&at, &key, &item);)
        if (!meets(items, item))
            return false;
    return *value != '{' || meets_members(schema, value);
}

/* --- the lines --- */

static char *definitions;
static char seen[4096];

static void check_line(char *line)
{
    line[strcspn(line, "\n")] = '\0';
    for (size_t i = 0, left = strlen(line), step; left > 0; i += step, left -= step) {
        step = words_utf8_length(line + i, left);
        if (!CHECK_MSG(step > 0, "no UTF-8: %s", line))
            return;
    }
    const char *end = value_end(line);
    if (!CHECK_MSG(line[0] == '{' && end != NULL && *end == '\0', "no JSON object: %s", line))
        return;
    const char *event = member(line, "\"event\"");
    const char *definition = event != NULL ? member(definitions, event) : NULL;
    if (!CHECK_MSG(definition != NULL, "no event of the schema: %s", line))
        return;
    CHECK_MSG(meets(definition, line), "not as the schema says: %s", line);
    snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%.*s ", (int)(value_end(event) - event) - 2, event + 1);
}

/* Runs the program, which ends with `status`; what it prints is checked line by line. */
static void run(const char *arguments, const char *input, int status)
{
    char command[1024];
    const char *program = getenv("CAROUSEL");
    /* What is typed comes once A waits for the reply at board 1. */
    snprintf(command, sizeof command, "(sleep %d; printf '%s') | %s simul --json --pgn none --seed 7 %s", input[0] != '\0', input,
             program != NULL ? program : "./carousel", arguments);
    FILE *output = popen(command, "r");
    char *line = NULL;
    size_t room = 0;
    seen[0] = '\0';
    if (!CHECK(output != NULL))
        return;
    while (getline(&line, &room, output) > 0)
        if (strlen(seen) + 64 < sizeof seen)
            check_line(line);
    free(line);
    const int ended = pclose(output);
    CHECK_MSG(WIFEXITED(ended) && WEXITSTATUS(ended) == status, "it ended with %d, expected %d", ended, status);
}

static bool saw(const char *event)
{
    char word[64];
    snprintf(word, sizeof word, "%s ", event);
    return strstr(seen, word) != NULL;
}

int main(void)
{
    Error error;
    size_t size;
    char *schema = file_read_text("src/doc/events.schema.json", &size, &error);
    if (!CHECK_MSG(schema != NULL, "%s", error.message))
        return test_end("cli/event_schema");
    const char *end = value_end(schema);
    CHECK(end != NULL && *skip(end) == '\0');
    definitions = (char *)(uintptr_t)member(schema, "\"$defs\"");
    if (!CHECK(definitions != NULL))
        return test_end("cli/event_schema");

    run("--opponent \"builtin nodes 20\" --nodes 100 --maxmoves 3 --games 2 --repeat --sprt \"elo0 0 elo1 5\"", "", 0);
    CHECK(strncmp(seen, "exhibition files board ", 23) == 0);
    CHECK(saw("arrive") && saw("reply") && saw("move") && saw("depart") && saw("end") && saw("done") && saw("match"));
    CHECK(strcmp(seen + strlen(seen) - 8, "results ") == 0);
    /* Names that are no UTF-8, quotes, backslashes; moves that are refused; orders and questions. */
    run("--manual \"\xff\xc3\" --seat \"2 name \\\"a\\\\\\\\\xe2\x82 b\\\" manual\" --nodes 100 --reply-people 60s",
        "e7\\\\\xc0\xaf\\n1 b8d7\\nscore\\nboard 1\\nboard 77\\nstatus\\noffer 1\\npause\\nresume\\nresign 1\\nnonsense\xff\\nresign 2\\n",
        0);
    CHECK(saw("refused") && saw("results") && saw("notice") && saw("error") && saw("offer") && saw("paused") && saw("resumed") &&
          saw("end"));
    free(schema);
    return test_end("cli/event_schema");
}
