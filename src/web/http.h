/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Requests of HTTP/1.1 (RFC 9112) as they come from a network that cannot be trusted: read strictly, bounded in every
 * dimension, refused with a status rather than guessed at. Of what the standard allows, only what browsers send is taken:
 * GET, HEAD and POST of a path, bodies with a length. Pure; any thread.
 */
#ifndef CAROUSEL_WEB_HTTP_H
#define CAROUSEL_WEB_HTTP_H

#include "base/text.h"

enum {
    HTTP_HEAD_MAX = 8192, /* request line and headers, bytes */
    HTTP_TARGET_MAX = 1024,
    HTTP_HEADERS_MAX = 64,
    HTTP_BODY_MAX = 4096,
    HTTP_REQUEST_MAX = HTTP_HEAD_MAX + HTTP_BODY_MAX
};

typedef enum HttpMethod { HTTP_GET, HTTP_HEAD, HTTP_POST } HttpMethod;

/* Slices of what was read. */
typedef struct HttpRequest {
    HttpMethod method;
    Text path; /* begins with '/'; without the query; never decoded */
    Text host;
    Text origin; /* data NULL: none was sent */
    Text content_type;
    Text body;
    bool keep_alive; /* the connection may be used again */
    size_t length;   /* of the whole: what follows is the next request */
} HttpRequest;

typedef enum HttpResult {
    HTTP_MORE, /* not complete yet */
    HTTP_DONE,
    HTTP_REFUSED /* with `status`; what follows cannot be understood: the connection has to be closed */
} HttpResult;

/* Reads the request at the beginning of `data`. */
HttpResult http_parse(const char *data, size_t length, HttpRequest *request, int *status);

/* Exactly this, letter by letter. */
bool http_is(Text text, const char *word);

/* "Not Found" */
const char *http_reason(int status);

#endif
