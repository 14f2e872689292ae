/* SPDX-License-Identifier: GPL-3.0-only */
#include "web/http.h"

#include "base/number.h"

#include <string.h>

/* What is being read. */
typedef struct Reading {
    HttpRequest *request;
    bool old; /* HTTP/1.0 */
    bool has_host, has_length, has_type;
    int64_t body_length;
    int status; /* 0: all is well so far */
} Reading;

static bool refuse(Reading *reading, int status)
{
    if (reading->status == 0)
        reading->status = status;
    return false;
}

/* RFC 9110's token characters. */
static bool is_token(Text text)
{
    for (size_t i = 0; i < text.length; i++) {
        const char c = text.data[i];
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || strchr("!#$%&'*+-.^_`|~", c) != NULL) ||
            c == '\0')
            return false;
    }
    return text.length > 0;
}

bool http_is(Text text, const char *word)
{
    return text.length == strlen(word) && memcmp(text.data, word, text.length) == 0;
}

/* Up to the next `separator` off the front; the rest is what follows. False if there is none. */
static bool cut(Text *rest, char separator, Text *part)
{
    const char *at = rest->length > 0 ? memchr(rest->data, separator, rest->length) : NULL;
    if (at == NULL)
        return false;
    *part = (Text){rest->data, (size_t)(at - rest->data)};
    rest->length -= part->length + 1;
    rest->data = at + 1;
    return true;
}

static bool read_method(Reading *reading, Text word)
{
    if (http_is(word, "GET"))
        reading->request->method = HTTP_GET;
    else if (http_is(word, "HEAD"))
        reading->request->method = HTTP_HEAD;
    else if (http_is(word, "POST"))
        reading->request->method = HTTP_POST;
    else
        return refuse(reading, is_token(word) ? 405 : 400);
    return true;
}

static bool read_target(Reading *reading, Text target)
{
    if (target.length > HTTP_TARGET_MAX)
        return refuse(reading, 414);
    if (target.length == 0 || target.data[0] != '/')
        return refuse(reading, 400);
    for (size_t i = 0; i < target.length; i++)
        if (target.data[i] <= ' ' || target.data[i] >= 0x7f || target.data[i] == '#')
            return refuse(reading, 400);
    Text rest = target;
    if (!cut(&rest, '?', &reading->request->path))
        reading->request->path = target;
    return true;
}

static bool read_request_line(Reading *reading, Text line)
{
    Text method;
    Text target;
    if (!cut(&line, ' ', &method) || !cut(&line, ' ', &target))
        return refuse(reading, 400);
    if (!read_method(reading, method) || !read_target(reading, target))
        return false;
    reading->old = http_is(line, "HTTP/1.0");
    if (!reading->old && !http_is(line, "HTTP/1.1"))
        return refuse(reading, line.length == 8 && memcmp(line.data, "HTTP/", 5) == 0 ? 505 : 400);
    reading->request->keep_alive = !reading->old;
    return true;
}

/* Is `word` in a list with commas? */
static bool lists(Text list, const char *word)
{
    Text part;
    bool found = false;
    while (cut(&list, ',', &part))
        found = found || text_is(text_trim(part), word);
    return found || text_is(text_trim(list), word);
}

static bool take_once(Reading *reading, bool *seen, Text *field, Text value)
{
    if (*seen)
        return refuse(reading, 400);
    *seen = true;
    *field = value;
    return true;
}

static bool take_length(Reading *reading, Text value)
{
    if (reading->has_length)
        return refuse(reading, 400);
    reading->has_length = true;
    for (size_t i = 0; i < value.length; i++)
        if (value.data[i] < '0' || value.data[i] > '9')
            return refuse(reading, 400);
    switch (number_parse_span(value.data, value.length, 0, HTTP_BODY_MAX, &reading->body_length)) {
    case NUMBER_OK: return true;
    case NUMBER_OUT_OF_RANGE: return refuse(reading, 413);
    default: return refuse(reading, 400);
    }
}

static bool read_header(Reading *reading, Text line)
{
    HttpRequest *request = reading->request;
    Text name;
    bool origin_seen = request->origin.data != NULL;
    if (!cut(&line, ':', &name) || !is_token(name))
        return refuse(reading, 400);
    const Text value = text_trim(line);
    if (text_is(name, "host"))
        return take_once(reading, &reading->has_host, &request->host, value);
    if (text_is(name, "origin"))
        return take_once(reading, &origin_seen, &request->origin, value);
    if (text_is(name, "content-type"))
        return take_once(reading, &reading->has_type, &request->content_type, value);
    if (text_is(name, "content-length"))
        return take_length(reading, value);
    if (text_is(name, "transfer-encoding"))
        return refuse(reading, 501);
    if (text_is(name, "expect"))
        return refuse(reading, 417);
    if (text_is(name, "connection") && lists(value, "close"))
        request->keep_alive = false;
    return true;
}

/* Where the headers end, after their empty line; 0: not yet. No byte may be there that headers do not have. */
static size_t head_length(Reading *reading, const char *data, size_t length)
{
    const size_t most = length < HTTP_HEAD_MAX ? length : HTTP_HEAD_MAX;
    for (size_t i = 0; i < most; i++) {
        const unsigned char c = (unsigned char)data[i];
        const bool after_return = i > 0 && data[i - 1] == '\r';
        if ((c == '\n') != after_return || (c < ' ' && c != '\t' && c != '\r' && c != '\n') || c == 0x7f) {
            refuse(reading, 400);
            return 0;
        }
        if (i >= 3 && c == '\n' && data[i - 2] == '\n')
            return i + 1;
    }
    if (length >= HTTP_HEAD_MAX)
        refuse(reading, 431);
    return 0;
}

static bool read_head(Reading *reading, Text head)
{
    Text line;
    int headers = 0;
    cut(&head, '\n', &line);
    line.length--; /* its carriage return */
    if (!read_request_line(reading, line))
        return false;
    while (cut(&head, '\n', &line) && line.length > 1) {
        line.length--;
        if (++headers > HTTP_HEADERS_MAX)
            return refuse(reading, 431);
        if (line.data[0] == ' ' || line.data[0] == '\t')
            return refuse(reading, 400); /* a folded line */
        if (!read_header(reading, line))
            return false;
    }
    if (!reading->has_host && !reading->old)
        return refuse(reading, 400);
    if (reading->request->method == HTTP_POST)
        return reading->has_length || refuse(reading, 411);
    return reading->body_length == 0 || refuse(reading, 400);
}

HttpResult http_parse(const char *data, size_t length, HttpRequest *request, int *status)
{
    memset(request, 0, sizeof *request);
    Reading reading = {.request = request};
    const size_t head = head_length(&reading, data, length);
    if (head == 0 || !read_head(&reading, (Text){data, head})) {
        *status = reading.status;
        return reading.status == 0 ? HTTP_MORE : HTTP_REFUSED;
    }
    request->length = head + (size_t)reading.body_length;
    if (length < request->length)
        return HTTP_MORE;
    request->body = (Text){data + head, (size_t)reading.body_length};
    return HTTP_DONE;
}

const char *http_reason(int status)
{
    static const struct {
        int status;
        const char *reason;
    } REASONS[] = {
        {200, "OK"},
        {400, "Bad Request"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {408, "Request Timeout"},
        {411, "Length Required"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {415, "Unsupported Media Type"},
        {417, "Expectation Failed"},
        {421, "Misdirected Request"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < sizeof REASONS / sizeof *REASONS; i++)
        if (REASONS[i].status == status)
            return REASONS[i].reason;
    return "Unknown";
}
