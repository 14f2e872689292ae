/* SPDX-License-Identifier: GPL-3.0-only */
/* Memory runs out at each allocation in turn while an exhibition is put together: said, nothing lost that stood before. */
#include "failing_allocator.h"
#include "test.h"

#include "chess/chess.h"
#include "desk/desk.h"
#include "desk/exhibition_file.h"
#include "desk/openings_file.h"
#include "system/file.h"
#include "uci/conversation.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static char directory[] = "/tmp/carousel-memory-XXXXXX";
static char file_path[256];
static char said[2048];
static char message[SIMUL_MESSAGE_SIZE];

static void take_line(void *context, const char *line)
{
    (void)context;
    snprintf(said, sizeof said, "%s", line);
}

static bool names_memory(const char *text)
{
    return strstr(text, "memory") != NULL;
}

/* Every way to add to a plan. A failing step leaves what stood: Anna at board 1. */
static bool take_step(Plan *plan, int step)
{
    static const ViewLines lines = {take_line, NULL};
    bool taken = false;
    switch (step) {
    case 0: return plan_settings(plan, text_of("movetime 250 late pass event \"Club evening\""), message);
    case 1: return plan_seat(plan, text_of("2-3 name \"Ben\" moves \"e2e4 e7e5\" builtin elo 1500"), message);
    case 2: return plan_add(plan, text_of("engine \"option.Hash=3\" stockfish"), message);
    case 3: return plan_exhibitor(plan, text_of("name \"The Master\" engine stockfish"), message);
    case 4:
        taken = exhibition_file_read(plan, file_path, &lines);
        snprintf(message, sizeof message, "%.300s", said);
        return taken;
    default: return plan_finish(plan, message);
    }
}

static void test_plans(void)
{
    for (int step = 0; step <= 5; step++) {
        unsigned long n = 1;
        for (; n < 100000; n++) {
            Plan plan;
            plan_init(&plan);
            CHECK(plan_seat(&plan, text_of("1 name \"Anna\" manual"), message));
            CHECK(step < 5 || plan_settings(&plan, text_of("boards 4 pgn none journal none"), message));
            if (step == 5) {
                char words[300];
                snprintf(words, sizeof words, "openings %s/openings.epd deal random", directory);
                CHECK(plan_settings(&plan, text_of(words), message));
            }
            message[0] = said[0] = '\0';
            failing_allocator_set(n, 1);
            const bool taken = take_step(&plan, step);
            const unsigned long refused = failing_allocator_refused();
            failing_allocator_set(0, 0);
            CHECK_MSG(taken == (refused == 0), "step %d, allocation %lu: %s", step, n, message);
            CHECK_MSG(taken || names_memory(message), "step %d, allocation %lu says: %s", step, n, message);
            CHECK_STR(plan.boards[0].setup.name, "Anna");
            CHECK_STR(plan.boards[0].setup.spec, "manual");
            plan_destroy(&plan);
            if (refused == 0)
                break;
        }
        CHECK_MSG(n > 1 || step == 0, "step %d asks for no memory", step);
    }
}

static void test_conversation(void)
{
    Output *output = output_create(open("/dev/null", O_WRONLY));
    Input input;
    input_init(&input, -1, -1);
    unsigned long n = 1;
    for (; n < 1000; n++) {
        failing_allocator_set(n, 1);
        UciConversation *conversation = uci_conversation_create(output, &input);
        if (conversation != NULL)
            uci_conversation_line(conversation, text_of("simul new boards 2 pgn none journal none"), 0);
        const unsigned long refused = failing_allocator_refused();
        failing_allocator_set(0, 0);
        if (conversation != NULL)
            CHECK(uci_conversation_line(conversation, text_of("simul seat 1 manual"), 0));
        uci_conversation_destroy(conversation);
        if (refused == 0)
            break;
    }
    CHECK(n > 1 && n < 1000);
    input_destroy(&input);
    output_destroy(output, 1000);
}

int main(void)
{
    static const char FILE_TEXT[] = "misses 7\nseat 2 builtin elo 1200\nopponent engine stockfish\nexhibitor builtin hash 8\n";
    static const char EPD[] = "4k3/8/8/8/8/8/3P4/4K3 w - - id \"one\";\n4k3/8/8/8/8/8/4P3/4K3 w - -\n";
    char path[256];
    chess_init();
    if (!CHECK(mkdtemp(directory) != NULL))
        return 1;
    snprintf(file_path, sizeof file_path, "%s/club.simul", directory);
    snprintf(path, sizeof path, "%s/openings.epd", directory);
    CHECK(file_replace(file_path, FILE_TEXT, strlen(FILE_TEXT), NULL));
    CHECK(file_replace(path, EPD, strlen(EPD), NULL));
    test_plans();
    test_conversation();
    unlink(file_path);
    unlink(path);
    rmdir(directory);
    return test_end("desk/memory");
}
