/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The tests' own tool for memory that runs out: it refuses what it was told to refuse, in the test's code and in the
 * program's, and nothing else.
 */
#include "failing_allocator.h"
#include "system/memory.h"
#include "system/reactor.h"
#include "test.h"

#include <stdlib.h>

/* One of each; true if it was had. The pointers go through a volatile, or the compiler leaves the calls out. */
static bool have(int kind)
{
    void *volatile block = NULL;
    switch (kind) {
    case 0: block = malloc(10); break;
    case 1: block = calloc(10, 10); break;
    case 2: block = realloc(NULL, 10); break;
    case 3: block = strdup("text"); break;
    case 4: block = strndup("text", 2); break;
    default: {
        void *volatile large = memory_allocate_large(10);
        memory_free_large(large, 10);
        return large != NULL;
    }
    }
    free(block);
    return block != NULL;
}

enum { KINDS = 6 };

int main(void)
{
    failing_allocator_set(0, 0);
    for (int kind = 0; kind < KINDS; kind++)
        CHECK(have(kind));
    CHECK_INT(failing_allocator_set(2, 3), KINDS);
    const bool expected[KINDS] = {true, false, false, false, true, true};
    for (int kind = 0; kind < KINDS; kind++)
        CHECK_INT(have(kind), expected[kind]);
    CHECK_INT(failing_allocator_refused(), 3);
    CHECK_INT(failing_allocator_set(3, ALLOCATIONS_ALL), KINDS);
    for (int kind = KINDS - 1; kind >= 0; kind--)
        CHECK_INT(have(kind), kind >= 4);
    CHECK_INT(failing_allocator_set(1, 1), KINDS);
    CHECK(reactor_create() == NULL); /* inside the program */
    CHECK_INT(failing_allocator_refused(), 1);
    failing_allocator_set(0, 0);
    CHECK(have(0));
    return test_end("rooms/failing_allocator");
}
