/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Memory runs out at each allocation in turn while commands are obeyed: it is said, and the conversation goes on; a search
 * always answers.
 */
#include "failing_allocator.h"
#include "test.h"

#include "chess/chess.h"
#include "system/clock.h"
#include "uci/conversation.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const SCRIPTS[][6] = {
    {"uci", "isready", "d", "help"},
    {"position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4", "d"},
    {"position startpos moves e2e4", "go nodes 200"},
    {"setoption name Hash value 2", "setoption name Threads value 2", "isready", "go nodes 200"},
    {"go nodes 100", "setoption name Hash value 3", "isready", "ucinewgame", "go nodes 100"},
    {"setoption name EvalFile value /nowhere/net", "setoption name SyzygyPath value /nowhere", "eval"},
    {"go perft 2"},
    {"go nodes 100", "go perft 2", "eval"},
    {"setoption name Skill Level value 3", "go nodes 50 searchmoves e2e4 d2d4"},
};

enum { SCRIPT_COUNT = sizeof SCRIPTS / sizeof *SCRIPTS, LINE_COUNT = sizeof *SCRIPTS / sizeof **SCRIPTS, TEXT_SIZE = 1 << 16 };

static char text[TEXT_SIZE];

/* What stands in the file so far. */
static void read_back(int file)
{
    const ssize_t length = pread(file, text, sizeof text - 1, 0);
    text[length > 0 ? length : 0] = '\0';
}

/* Waits for the searches and jobs of the lines given so far. */
static void settle(UciConversation *conversation)
{
    while (uci_conversation_busy(conversation))
        system_sleep_until(system_now_ns() + 100000);
}

static int count_of(const char *word)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        count++;
    return count;
}

/* Gives the script with `refusals` allocations refused from the nth on, and then a search that must succeed. How many were
 * refused. One alone may be made up for; when no more are had it is said. */
static unsigned long try_script(int script, unsigned long n, unsigned long refusals)
{
    char path[] = "/tmp/carousel-uci-memory-XXXXXX";
    const int file = mkstemp(path);
    unlink(path);
    Input input;
    Output *output = output_create(file);
    input_init(&input, -1, -1);
    int searches = 0;
    failing_allocator_set(n, refusals);
    UciConversation *conversation = uci_conversation_create(output, &input);
    for (int i = 0; i < LINE_COUNT && SCRIPTS[script][i] != NULL && conversation != NULL; i++) {
        CHECK(uci_conversation_line(conversation, text_of(SCRIPTS[script][i]), system_now_ns()));
        searches += strncmp(SCRIPTS[script][i], "go nodes", strlen("go nodes")) == 0;
        settle(conversation);
    }
    /* A line more: it ends what is still searched. */
    if (conversation != NULL)
        CHECK(uci_conversation_line(conversation, text_of("ucinewgame"), 0));
    const unsigned long refused = failing_allocator_refused();
    failing_allocator_set(0, 0);
    if (conversation == NULL) {
        CHECK(refused > 0);
    } else {
        output_wait(output, 5000);
        read_back(file);
        CHECK_MSG(refused == 0 || refusals == 1 || strstr(text, "memory") != NULL || strstr(text, "be had") != NULL,
                  "script %d, allocation %lu is refused without a word:\n%s", script, n, text);
        CHECK_MSG(count_of("bestmove ") == searches, "script %d, allocation %lu: %d searches\n%s", script, n, searches, text);
        CHECK(uci_conversation_line(conversation, text_of("position startpos"), 0));
        CHECK(uci_conversation_line(conversation, text_of("go depth 1"), system_now_ns()));
        uci_conversation_destroy(conversation);
        output_wait(output, 5000);
        read_back(file);
        CHECK_MSG(count_of("bestmove ") == searches + 1 && strstr(text + strlen(text) - strlen("bestmove a2a3 "), "(none)") == NULL,
                  "script %d, allocation %lu, afterwards:\n%s", script, n, text);
    }
    input_destroy(&input);
    output_destroy(output, 5000);
    close(file);
    return refused;
}

int main(void)
{
    chess_init();
    for (int script = 0; script < SCRIPT_COUNT; script++) {
        unsigned long n = 1;
        while (n < 500 && try_script(script, n, 1) > 0)
            n++;
        CHECK_MSG(n > 2 && n < 500, "script %d: %lu allocations", script, n);
        n = 1;
        while (n < 500 && try_script(script, n, ALLOCATIONS_ALL) > 0)
            n++;
    }
    return test_end("uci/memory");
}
