/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Files that fail when a test says so. The linker puts this between every test program (what it links of the program
 * included) and file_write, file_sync, file_truncate, file_rename and file_sync_directory. Any thread; the count is the
 * process's.
 */
#ifndef CAROUSEL_TESTS_FAILING_FILES_H
#define CAROUSEL_TESTS_FAILING_FILES_H

/* Lets the `nth` of the following operations (1: the next) and all after it fail with errno's `code`, a write after half
 * its bytes; 0 ends it. Returns how many there were since the last call. */
int failing_files_set(int nth, int code);

#endif
