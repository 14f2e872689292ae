/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Texts that people have written.
 */
#include "system/file.h"

#include <string.h>

char *file_read_text(const char *path, size_t *size, Error *error)
{
    static const char MARK[] = "\xef\xbb\xbf";
    const size_t length = sizeof MARK - 1;
    char *text = file_read_all(path, size, error);
    if (text != NULL && *size >= length && memcmp(text, MARK, length) == 0) {
        *size -= length;
        memmove(text, text + length, *size + 1);
    }
    return text;
}
