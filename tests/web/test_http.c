/* SPDX-License-Identifier: GPL-3.0-only */
/* Requests read: what browsers send, and everything else refused with its status. */
#include "test.h"
#include "web/http.h"
#include "web/json.h"

#include <stdlib.h>

static HttpRequest request;

/* The status of a refusal; 0: complete; -1: more is needed. */
static int parse(const char *text)
{
    int status = 0;
    switch (http_parse(text, strlen(text), &request, &status)) {
    case HTTP_DONE: return 0;
    case HTTP_MORE: return -1;
    case HTTP_REFUSED: return status;
    }
    return -2;
}

static void check_text(Text text, const char *expected)
{
    char copy[256];
    text_copy(text, copy, sizeof copy);
    CHECK_STR(copy, expected);
}

static void test_good_requests(void)
{
    CHECK_INT(parse("GET /events?x=1 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nAccept: */*\r\n\r\nGET"), 0);
    check_text(request.path, "/events");
    check_text(request.host, "127.0.0.1:8080");
    CHECK(request.method == HTTP_GET && request.keep_alive && request.origin.data == NULL);
    CHECK_INT(request.length, 63);
    CHECK_INT(
        parse(
            "POST /a HTTP/1.1\r\nhOST:x\r\nOrigin:  null \r\nContent-Type: application/json\r\nContent-Length: 4\r\nConnection: a, Close\r\n\r\n{\"\"}"),
        0);
    check_text(request.body, "{\"\"}");
    check_text(request.origin, "null");
    check_text(request.content_type, "application/json");
    CHECK(request.method == HTTP_POST && !request.keep_alive);
    CHECK_INT(parse("HEAD / HTTP/1.0\r\n\r\n"), 0);
    CHECK(request.method == HTTP_HEAD && !request.keep_alive);
}

static void test_parts_of_requests(void)
{
    static const char WHOLE[] = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc";
    for (size_t length = 0; length < sizeof WHOLE - 1; length++) {
        int status;
        CHECK(http_parse(WHOLE, length, &request, &status) == HTTP_MORE);
    }
    CHECK_INT(parse(WHOLE), 0);
}

static void test_bad_requests(void)
{
    static const struct {
        const char *text;
        int status;
    } CASES[] = {
        {"GET / HTTP/1.1\r\n\r\n", 400}, /* no host */
        {"GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400},
        {"GET / HTTP/1.1\nHost: a\n\n", 400}, /* bare line ends */
        {"GET / HTTP/1.1\r\nHost: a\r\r\n\r\n", 400},
        {"GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"GET / HTTP/1.1 \r\nHost: a\r\n\r\n", 400},
        {"GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"GET /\x80 HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"GET /#a HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400},         /* blank before the colon */
        {"GET / HTTP/1.1\r\nHost: a\r\n b: c\r\n\r\n", 400}, /* a folded line */
        {"GET / HTTP/1.1\r\nHost: a\r\nnothing\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx", 400}, /* a body that means nothing */
        {"G\x01T / HTTP/1.1\r\n", 400},
        {"\x16\x03\x01", 400}, /* TLS */
        {"DELETE / HTTP/1.1\r\nHost: a\r\n\r\n", 405},
        {"get / HTTP/1.1\r\nHost: a\r\n\r\n", 405},
        {"POST / HTTP/1.1\r\nHost: a\r\n\r\n", 411},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4097\r\n\r\n", 413},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 413},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\nabc", 400},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 3\r\n\r\nabc", 400},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc", 400},
        {"POST / HTTP/1.1\r\nHost: a\r\nOrigin: b\r\nOrigin: c\r\nContent-Length: 0\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n", 417},
        {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 501},
        {"GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505},
        {"GET / ABC\r\nHost: a\r\n\r\n", 400},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const int status = parse(CASES[i].text);
        CHECK_MSG(status == CASES[i].status, "%d, not %d: %s", status, CASES[i].status, CASES[i].text);
    }
}

/* GET /aaaa… with so many headers, each of so many bytes. */
static int parse_large(size_t target, int headers, size_t header)
{
    const size_t size = target + (size_t)headers * (header + 16) + 128;
    char *text = malloc(size);
    size_t length = (size_t)snprintf(text, size, "GET /");
    memset(text + length, 'a', target - 1);
    length += target - 1;
    length += (size_t)snprintf(text + length, size - length, " HTTP/1.1\r\nHost: a\r\n");
    for (int i = 0; i < headers; i++) {
        length += (size_t)snprintf(text + length, size - length, "X: ");
        memset(text + length, 'b', header);
        length += header;
        length += (size_t)snprintf(text + length, size - length, "\r\n");
    }
    snprintf(text + length, size - length, "\r\n");
    const int status = parse(text);
    free(text);
    return status;
}

static void test_limits(void)
{
    CHECK_INT(parse_large(HTTP_TARGET_MAX, 0, 0), 0);
    CHECK_INT(parse_large(HTTP_TARGET_MAX + 1, 0, 0), 414);
    CHECK_INT(parse_large(1, HTTP_HEADERS_MAX - 1, 1), 0);
    CHECK_INT(parse_large(1, HTTP_HEADERS_MAX, 1), 431);
    CHECK_INT(parse_large(1, 1, 8000), 0);
    CHECK_INT(parse_large(1, 1, 9000), 431);
}

static bool json(const char *text, JsonObject *object)
{
    return json_read(text_of(text), object);
}

static void test_json(void)
{
    static const char *const WRONG[] = {"",
                                        "{",
                                        "[]",
                                        "{}x",
                                        "{\"a\":1,}",
                                        "{\"a\":1,\"a\":2}",
                                        "{\"a\":{}}",
                                        "{\"a\":[1]}",
                                        "{\"a\":null}",
                                        "{\"a\":1.5}",
                                        "{\"a\":\"\\x\"}",
                                        "{\"a\":\"\n\"}",
                                        "{\"a\":\"\\u0000\"}",
                                        "{\"a\":\"\\ud800\"}",
                                        "{\"a\" 1}",
                                        "{a:1}",
                                        "{\"0123456789abcdef\":1}",
                                        "{\"a\":99999999999}"};
    JsonObject object;
    int number = 0;
    CHECK(json(" { \"do\" : \"mo\\\"ve\\u00e9\" , \"board\":12, \"yes\":true } ", &object));
    CHECK_STR(json_string(&object, "do"), "mo\"veé");
    CHECK(json_number(&object, "board", 1, 20, &number) && number == 12);
    CHECK(!json_number(&object, "board", 1, 11, &number) && !json_number(&object, "do", 0, 99, &number) &&
          !json_number(&object, "no", 0, 99, &number));
    CHECK_STR(json_string(&object, "board"), "");
    CHECK(json("{}", &object));
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        CHECK_MSG(!json(WRONG[i], &object), "taken: %s", WRONG[i]);
}

int main(void)
{
    test_good_requests();
    test_parts_of_requests();
    test_bad_requests();
    test_limits();
    test_json();
    return test_end("web/http");
}
