/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Memory runs out for good somewhere in a running exhibition: it is said, the exhibition comes to an end for now, and it goes
 * on from its journal as soon as there is memory again, with every game to its end.
 */
#include "failing_allocator.h"
#include "test.h"

#include "chess/chess.h"
#include "desk/desk.h"
#include "system/clock.h"
#include "system/file.h"
#include "system/thread.h"

#include <stdlib.h>
#include <unistd.h>

/* An answer lost for want of memory is made up for by the longest deadline, 20 s below: patience is longer. */
enum { PATIENCE_S = 60, BOARDS = 2 };

/* Written on the controller's thread as well, which must not need memory for it. */
static Mutex mutex;
static char said[32768];
static size_t said_length;
static bool ended;

static char directory[] = "/tmp/carousel-running-XXXXXX";
static char journal[256], pgn[256];

static void hear(const char *line)
{
    mutex_lock(&mutex);
    const size_t room = sizeof said - said_length;
    const int length = snprintf(said + said_length, room, "%s\n", line);
    said_length += length > 0 && (size_t)length < room ? (size_t)length : 0;
    mutex_unlock(&mutex);
}

static void on_answer(void *context, const char *line)
{
    (void)context;
    hear(line);
}

static void on_announce(void *context, const SimulAnnouncement *announcement)
{
    char line[1024];
    (void)context;
    simul_announcement_text(announcement, line, sizeof line);
    hear(line);
}

static void on_ended(void *context, bool remain)
{
    (void)context;
    (void)remain;
    mutex_lock(&mutex);
    ended = true;
    mutex_unlock(&mutex);
}

static void forget(void)
{
    mutex_lock(&mutex);
    said[0] = '\0';
    said_length = 0;
    ended = false;
    mutex_unlock(&mutex);
}

static bool wait_for_the_end(void)
{
    const int64_t until_ns = system_now_ns() + PATIENCE_S * INT64_C(1000000000);
    for (;;) {
        mutex_lock(&mutex);
        const bool over = ended;
        mutex_unlock(&mutex);
        if (over || system_now_ns() > until_ns)
            return over;
        system_sleep_until(system_now_ns() + 500000);
    }
}

static int games_in_pgn(void)
{
    size_t size;
    char *text = file_read_all(pgn, &size, NULL);
    int count = 0;
    for (const char *at = text; at != NULL && (at = strstr(at, "[Result \"1/2-1/2\"]")) != NULL; at++)
        count++;
    free(text);
    return count;
}

static void remove_files(void)
{
    file_remove(journal, NULL);
    file_remove(pgn, NULL);
}

/* An exhibition that loses its memory at the nth allocation after the start was ordered. True if none was refused. */
static bool try_exhibition(unsigned long n)
{
    const DeskListener listener = {.answer = on_answer, .announce = on_announce, .ended = on_ended};
    char line[1024];
    remove_files();
    forget();
    Desk *desk = desk_create(&listener);
    snprintf(line, sizeof line, "new boards %d nodes 20 maxmoves 3 reply 20000 hang 20000 journal %s pgn %s", BOARDS, journal, pgn);
    CHECK_MSG(desk_command(desk, text_of(line), 0) && desk_command(desk, text_of("exhibitor builtin hash 1"), 0) &&
                  desk_command(desk, text_of("seat 1-2 builtin nodes 20"), 0),
              "%s", said);
    forget();
    failing_allocator_set(n, ALLOCATIONS_ALL);
    const bool started = desk_command(desk, text_of("start"), 0);
    const bool over = !started || wait_for_the_end();
    const unsigned long refused = failing_allocator_refused();
    failing_allocator_set(0, 0);
    CHECK_MSG(over, "allocation %lu: no end\n%s", n, said);
    CHECK_MSG(refused == 0 || strstr(said, "memory") != NULL, "allocation %lu is refused without a word:\n%s", n, said);
    desk_destroy(desk);
    CHECK_MSG(refused > 0 || games_in_pgn() == BOARDS, "%d games, %s", games_in_pgn(), said);
    if (refused > 0 && file_exists(journal)) {
        forget();
        desk = desk_create(&listener);
        snprintf(line, sizeof line, "load %s", journal);
        if (desk_command(desk, text_of(line), 0))
            CHECK_MSG(wait_for_the_end(), "allocation %lu, afterwards no end\n%s", n, said);
        else
            CHECK_MSG(strstr(said, "is over") != NULL, "allocation %lu, afterwards: %s", n, said);
        desk_destroy(desk);
        CHECK_MSG(games_in_pgn() == BOARDS, "allocation %lu: %d games, %s", n, games_in_pgn(), said);
    }
    return refused == 0;
}

int main(void)
{
    chess_init();
    mutex_init(&mutex);
    if (!CHECK(mkdtemp(directory) != NULL))
        return 1;
    snprintf(journal, sizeof journal, "%s/x.journal", directory);
    snprintf(pgn, sizeof pgn, "%s/x.pgn", directory);
    unsigned long n = 1;
    int tries = 0;
    for (; n < 5000 && !try_exhibition(n); n += 1 + n / 12)
        tries++;
    CHECK_MSG(tries > 10 && n < 5000, "%d tries, %lu allocations", tries, n);
    remove_files();
    rmdir(directory);
    return test_end("desk/memory_running");
}
