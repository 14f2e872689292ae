/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Files: appended, cut, locked, replaced whole; failures reported, injected ones included. Paths, as this system has them.
 */
#include "failing_files.h"
#include "system/clock.h"
#include "system/file.h"
#include "system/shell.h"
#include "test.h"

#include <errno.h>
#include <stdlib.h>

static char path[64];

static void expect_content(const char *expected)
{
    size_t size = 0;
    char *text = file_read_all(path, &size, NULL);
    CHECK_STR(text != NULL ? text : "(none)", expected);
    free(text);
}

/* A byte order mark is no part of a text. */
static void test_text(void)
{
    static const struct {
        const char *content, *text;
    } cases[] = {{"\xef\xbb\xbfone\n", "one\n"}, {"\xef\xbb\xbf", ""}, {"\xef\xbb", "\xef\xbb"}, {"two\xef\xbb\xbf", "two\xef\xbb\xbf"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t size = 0;
        CHECK(file_replace(path, cases[i].content, strlen(cases[i].content), NULL));
        char *text = file_read_text(path, &size, NULL);
        CHECK_STR(text != NULL ? text : "(none)", cases[i].text);
        CHECK_INT(size, strlen(cases[i].text));
        free(text);
        expect_content(cases[i].content);
        CHECK(file_remove(path, NULL));
    }
}

static void test_life(void)
{
    File file, second;
    Error error;
    uint64_t size = 0;
    CHECK(!file_exists(path));
    CHECK(!file_open(&file, path, FILE_CHANGE, &error));
    CHECK_INT(error.code, ENOENT);
    CHECK(file_open(&file, path, FILE_NEW, &error));
    CHECK(!file_open(&second, path, FILE_NEW, &error));
    CHECK_INT(error.code, EEXIST);
    CHECK(file_write(&file, "one\ntwo\n", 8, &error));
    CHECK(file_sync(&file, &error));
    CHECK(file_close(&file, &error));
    CHECK(file_open(&file, path, FILE_CHANGE, &error));
    CHECK(file_lock(&file, &error));
    CHECK(file_open(&second, path, FILE_APPEND, &error));
    CHECK(!file_lock(&second, &error)); /* another opening counts as another process */
    CHECK(strstr(error.message, "is in use by another process") != NULL);
    CHECK(file_truncate(&file, 4, &error));
    CHECK(file_write(&file, "three\n", 6, &error));
    CHECK(file_size(&file, &size, &error));
    CHECK_INT(size, 10);
    CHECK(file_close(&second, &error));
    CHECK(file_close(&file, &error));
    CHECK(file_close(&file, &error));
    expect_content("one\nthree\n");
    CHECK(file_replace(path, "new", 3, &error));
    expect_content("new");
    CHECK(file_remove(path, &error));
    CHECK(!file_exists(path));
}

/* Each of the operations fails in turn: the old or the new content stands, whole, and nothing beside it. */
static void test_failing_replace(void)
{
    char beside[80];
    Error error;
    snprintf(beside, sizeof beside, "%s.new", path);
    CHECK(file_replace(path, "old content", 11, &error));
    failing_files_set(0, 0);
    CHECK(file_replace(path, "old content", 11, &error));
    int operations = failing_files_set(0, 0);
    CHECK_INT(operations, 4); /* write, sync, rename, sync of the directory */
    for (int nth = 1; nth <= operations; nth++) {
        failing_files_set(nth, ENOSPC);
        CHECK(!file_replace(path, "new content", 11, &error));
        CHECK_INT(error.code, ENOSPC);
        failing_files_set(0, 0);
        expect_content(nth < 4 ? "old content" : "new content");
        CHECK(!file_exists(beside));
        CHECK(file_replace(path, "old content", 11, &error));
    }
    failing_files_set(0, 0);
    File file;
    CHECK(file_open(&file, path, FILE_APPEND, &error));
    failing_files_set(1, EIO);
    CHECK(!file_write(&file, "12345678", 8, &error)); /* half of it */
    CHECK(!file_sync(&file, &error));
    failing_files_set(0, 0);
    CHECK(file_close(&file, &error));
    expect_content("old content1234");
    CHECK(file_remove(path, &error));
}

/* What cannot be opened is said with its name and the reason. */
static void test_refusals(void)
{
    static char longest[400];
    File file;
    Error error;
    memset(longest, 'x', sizeof longest - 1);
    CHECK(!file_open(&file, longest, FILE_NEW, &error));
    CHECK_INT(error.code, ENAMETOOLONG);
    CHECK(strstr(error.message, "cannot open 'xxx") == error.message);
    CHECK(!file_open(&file, "/no/such/folder/x", FILE_NEW, &error));
    CHECK_STR(error.message, "cannot open '/no/such/folder/x': No such file or directory");
    CHECK(!file_remove("/no/such/folder/x", &error));
    CHECK_STR(error.message, "cannot remove '/no/such/folder/x': No such file or directory");
}

static void test_paths(void)
{
    CHECK_STR(path_base_name("a/b.pgn"), "b.pgn");
    CHECK_STR(path_base_name("b.pgn"), "b.pgn");
    CHECK_STR(path_base_name("a/"), "");
    CHECK(path_is_absolute(text_of("/a")));
    CHECK(!path_is_absolute(text_of("a/b")));
    CHECK(!path_is_absolute(text_of("")));
    const bool windows = system_shell() == SHELL_WINDOWS;
    CHECK_STR(path_base_name("C:\\a\\b.pgn"), windows ? "b.pgn" : "C:\\a\\b.pgn");
    CHECK_INT(path_is_absolute(text_of("C:\\a")), windows);
    CHECK_INT(path_is_absolute(text_of("\\\\server\\a")), windows);
}

int main(void)
{
    /* No name is only English. */
    snprintf(path, sizeof path, "/tmp/carousel-Gr\xc3\xbcnfeld-\xe6\xa3\x8b-%" PRId64, system_now_ns());
    test_paths();
    test_refusals();
    test_text();
    test_life();
    test_failing_replace();
    return test_end("system/file");
}
