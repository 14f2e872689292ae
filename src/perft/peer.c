/* SPDX-License-Identifier: GPL-3.0-only */
#include "perft/peer.h"

#include "base/command_line.h"

#include "base/number.h"
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/shell.h"
#include "system/wait.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define END_TIMEOUT_NS ((int64_t)500 * 1000 * 1000)

__attribute__((format(printf, 2, 3))) static bool fail(Peer *peer, const char *format, ...)
{
    const int length = snprintf(peer->message, sizeof(peer->message), "'%.200s' ", peer->command);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(peer->message + length, sizeof(peer->message) - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

/* The pipe is closed: says how the program ended, if it did. */
static bool fail_ended(Peer *peer)
{
    char how[128] = "closed its output";
    const int64_t deadline_ns = system_now_ns() + END_TIMEOUT_NS;
    while (!process_has_ended(&peer->process) && system_now_ns() < deadline_ns)
        system_sleep_until(system_now_ns() + 1000 * 1000);
    if (peer->process.ended)
        process_describe_end(&peer->process, how, sizeof(how));
    return fail(peer, "%s before it answered", how);
}

static bool send_line(Peer *peer, const char *line, int64_t deadline_ns)
{
    char text[PEER_LINE_SIZE];
    size_t left = (size_t)snprintf(text, sizeof(text), "%s\n", line);
    for (const char *at = text; left > 0;) {
        size_t done = 0;
        const TransferResult result = descriptor_write(peer->process.input, at, left, &done);
        if (result == TRANSFER_END || result == TRANSFER_FAILED)
            return fail_ended(peer);
        if (result == TRANSFER_OK) {
            at += done;
            left -= done;
            continue;
        }
        Channel channel = channel_make(peer->process.input, CHANNEL_WRITE);
        if (system_wait(&channel, 1, deadline_ns) <= 0)
            return fail(peer, "does not read its input");
    }
    return true;
}

/* What the program says on stderr is of no interest, but its pipe must not fill. */
static void drain_errors(Peer *peer)
{
    char buffer[1024];
    size_t done;
    while (descriptor_read(peer->process.errors, buffer, sizeof(buffer), &done) == TRANSFER_OK)
        continue;
}

/* Takes a whole line out of the input, if there is one. A line that does not fit is cut. */
static bool take_line(Peer *peer, char line[PEER_LINE_SIZE])
{
    char *const end = memchr(peer->input, '\n', peer->input_length);
    if (end == NULL && peer->input_length < sizeof(peer->input))
        return false;
    const size_t length = end != NULL ? (size_t)(end - peer->input) : sizeof(peer->input) - 1;
    memcpy(line, peer->input, length);
    line[length] = '\0';
    line[strcspn(line, "\r")] = '\0';
    const size_t used = end != NULL ? length + 1 : peer->input_length;
    memmove(peer->input, peer->input + used, peer->input_length - used);
    peer->input_length -= used;
    return true;
}

static bool read_line(Peer *peer, char line[PEER_LINE_SIZE], int64_t deadline_ns)
{
    bool errors_open = true;
    while (!take_line(peer, line)) {
        size_t done = 0;
        const TransferResult result = descriptor_read(peer->process.output, peer->input + peer->input_length,
                                                      sizeof(peer->input) - peer->input_length, &done);
        peer->input_length += done;
        if (result == TRANSFER_END || result == TRANSFER_FAILED)
            return fail_ended(peer);
        if (result == TRANSFER_OK)
            continue;
        Channel channels[2] = {channel_make(peer->process.output, CHANNEL_READ),
                               channel_make(errors_open ? peer->process.errors : -1, CHANNEL_READ)};
        if (system_wait(channels, 2, deadline_ns) <= 0)
            return fail(peer, "did not answer in time");
        if (channel_ready(&channels[1])) {
            drain_errors(peer);
            errors_open = (channels[1].ready & CHANNEL_LOST) == 0;
        }
    }
    return true;
}

static bool wait_for(Peer *peer, const char *wanted, int64_t deadline_ns)
{
    char line[PEER_LINE_SIZE];
    do {
        if (!read_line(peer, line, deadline_ns))
            return false;
    } while (strcmp(line, wanted) != 0);
    return true;
}

bool peer_open(Peer *peer, const char *command, bool chess960, int64_t timeout_ns)
{
    const int64_t deadline_ns = system_now_ns() + timeout_ns;
    Error error;
    peer->process = PROCESS_NONE;
    peer->command = command;
    peer->input_length = 0;
    peer->message[0] = '\0';
    char **words = command_split(command, system_shell(), &error);
    if (words == NULL) {
        snprintf(peer->message, sizeof(peer->message), "%s", error.message);
        return false;
    }
    const ProcessSpec spec = {.arguments = words};
    const bool started = process_start(&peer->process, &spec, &error);
    command_free(words);
    if (!started) {
        snprintf(peer->message, sizeof(peer->message), "%s", error.message);
        return false;
    }
    return send_line(peer, "uci", deadline_ns) && wait_for(peer, "uciok", deadline_ns) &&
           (!chess960 || send_line(peer, "setoption name UCI_Chess960 value true", deadline_ns)) &&
           send_line(peer, "isready", deadline_ns) && wait_for(peer, "readyok", deadline_ns);
}

/* Reads `MOVE: COUNT` of a division. Other lines are none. */
static bool read_division(const char *line, PeerDivision *division)
{
    const char *colon = strchr(line, ':');
    const size_t length = colon != NULL ? (size_t)(colon - line) : 0;
    if (length < 4 || length > 5)
        return false;
    const char *number = colon + 1 + strspn(colon + 1, " ");
    int64_t nodes;
    if (line[0] < 'a' || line[0] > 'h' || line[1] < '1' || line[1] > '8' ||
        number_parse_span(number, strspn(number, "0123456789"), 0, INT64_MAX, &nodes) != NUMBER_OK)
        return false;
    memcpy(division->move, line, length);
    division->move[length] = '\0';
    division->nodes = (uint64_t)nodes;
    return true;
}

bool peer_count(Peer *peer, const char *fen, int depth, int64_t timeout_ns, PeerCount *result)
{
    static const char total[] = "nodes searched:";
    const int64_t deadline_ns = system_now_ns() + timeout_ns;
    char line[PEER_LINE_SIZE];
    result->count = 0;
    snprintf(line, sizeof(line), "position fen %s", fen);
    if (!send_line(peer, line, deadline_ns) || !send_line(peer, "isready", deadline_ns) || !wait_for(peer, "readyok", deadline_ns))
        return false;
    snprintf(line, sizeof(line), "go perft %d", depth);
    const int64_t start_ns = system_now_ns();
    if (!send_line(peer, line, deadline_ns))
        return false;
    for (;;) {
        if (!read_line(peer, line, deadline_ns))
            return false;
        if (strncmp(line, "bestmove", 8) == 0)
            return fail(peer, "has no 'go perft': it searched instead");
        if (strncasecmp(line, total, sizeof(total) - 1) == 0)
            break;
        if (result->count < MAX_MOVES && read_division(line, &result->moves[result->count]))
            result->count++;
    }
    result->elapsed_ns = system_now_ns() - start_ns;
    const char *number = line + sizeof(total) - 1;
    number += strspn(number, " ");
    int64_t nodes;
    if (number_parse_span(number, strspn(number, "0123456789"), 0, INT64_MAX, &nodes) != NUMBER_OK)
        return fail(peer, "gave no number of nodes: '%.80s'", line);
    result->nodes = (uint64_t)nodes;
    return true;
}

void peer_close(Peer *peer)
{
    if (peer->process.id != 0 && !peer->process.ended) {
        send_line(peer, "quit", system_now_ns());
        const int64_t deadline_ns = system_now_ns() + END_TIMEOUT_NS;
        while (!process_has_ended(&peer->process) && system_now_ns() < deadline_ns)
            system_sleep_until(system_now_ns() + 1000 * 1000);
    }
    process_destroy(&peer->process);
}
