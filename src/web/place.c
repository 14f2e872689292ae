/* SPDX-License-Identifier: GPL-3.0-only */
/* Where pages are served, and how browsers reach them. */
#include "web/web_state.h"

#include "base/number.h"
#include "system/socket.h"

#include <stdio.h>
#include <string.h>

bool place_read(const char *text, char host[64], int *port)
{
    const char *colon = strrchr(text, ':');
    const char *digits = colon != NULL ? colon + 1 : text;
    int64_t number;
    if (number_parse(digits, 0, 65535, &number) != NUMBER_OK)
        return false;
    *port = (int)number;
    if (colon == NULL) {
        snprintf(host, 64, "127.0.0.1");
        return true;
    }
    size_t length = (size_t)(colon - text);
    if (length >= 2 && text[0] == '[' && text[length - 1] == ']') {
        text++;
        length -= 2;
    }
    if (length >= 64)
        return false;
    memcpy(host, text, length);
    host[length] = '\0';
    return socket_is_address(host);
}

bool place_read_url(const char *text, char url[128], char message[SIMUL_MESSAGE_SIZE])
{
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '/')
        length--;
    const size_t scheme = strncmp(text, "https://", 8) == 0 ? 8 : strncmp(text, "http://", 7) == 0 ? 7 : 0;
    const bool plain = strspn(text + scheme, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]") == length - scheme;
    if (length > 0 && (scheme == 0 || length == scheme || !plain || length >= 128)) {
        snprintf(message, SIMUL_MESSAGE_SIZE, "url takes http:// or https:// and a host, like https://chess.example, not \"%.60s\"", text);
        return false;
    }
    /* Browsers leave out a scheme's own port. */
    const char *standard = scheme == 8 ? ":443" : ":80";
    if (scheme != 0 && length > scheme + strlen(standard) && memcmp(text + length - strlen(standard), standard, strlen(standard)) == 0)
        length -= strlen(standard);
    memcpy(url, text, length);
    url[length] = '\0';
    return true;
}

void place_write(const char *host, int port, char *text, size_t size)
{
    snprintf(text, size, strchr(host, ':') != NULL ? "[%s]:%d" : "%s:%d", host, port);
}

void web_url(Web *web, char url[WEB_URL_SIZE])
{
    char host[SOCKET_HOST_SIZE];
    char place[96];
    const bool any = strcmp(web->host, "0.0.0.0") == 0 || strcmp(web->host, "::") == 0;
    if (!any || !socket_own_address(host))
        snprintf(host, sizeof host, "%s", any ? "127.0.0.1" : web->host);
    place_write(host, web->port, place, sizeof place);
    if (web->url[0] != '\0')
        snprintf(url, WEB_URL_SIZE, "%s/", web->url);
    else
        snprintf(url, WEB_URL_SIZE, "http://%s/", place);
}
