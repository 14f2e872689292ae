/* SPDX-License-Identifier: GPL-3.0-only */
/* Files in memory: what stands in them, and what is no file to be mapped. */
#include "system/file.h"
#include "system/file_map.h"
#include "test.h"

#include <stdlib.h>
#include <unistd.h>

static void expect_refused(const char *path, const char *expected)
{
    FileMap map;
    Error error = {.message = ""};
    CHECK(!file_map(&map, path, &error));
    CHECK_STR(error.message, expected);
    CHECK(map.data == NULL);
    file_unmap(&map);
}

int main(void)
{
    char folder[] = "/tmp/carousel-map-XXXXXX", path[64], expected[160];
    FileMap map;
    Error error;
    if (!CHECK(mkdtemp(folder) != NULL))
        return test_end("system/file_map");
    snprintf(path, sizeof(path), "%s/file", folder);
    CHECK(file_replace(path, "five\n", 5, &error));
    CHECK(file_map(&map, path, &error));
    CHECK_INT(map.size, 5);
    CHECK(map.data != NULL && memcmp(map.data, "five\n", 5) == 0);
    file_unmap(&map);
    CHECK(map.data == NULL);
    CHECK(file_replace(path, "", 0, &error));
    snprintf(expected, sizeof(expected), "cannot read '%s': the file is empty or too large", path);
    expect_refused(path, expected);
    CHECK(file_remove(path, &error));
    snprintf(expected, sizeof(expected), "cannot open '%s': No such file or directory", path);
    expect_refused(path, expected);
    snprintf(expected, sizeof(expected), "cannot read '%s': it is no file", folder);
    expect_refused(folder, expected);
    rmdir(folder);
    return test_end("system/file_map");
}
