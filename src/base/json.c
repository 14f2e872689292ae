/* SPDX-License-Identifier: GPL-3.0-only */
#include "base/json.h"

size_t json_write_text(const char *text, char *to, size_t size)
{
    size_t written = 0, whole = 0;
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        const size_t length = c == '"' || c == '\\' ? 2 : 1;
        if (written == whole && whole + length < size) {
            if (length == 2)
                to[written++] = '\\';
            to[written++] = c < 0x20 || c == 0x7f ? ' ' : (char)c;
        }
        whole += length;
    }
    if (size > 0)
        to[written] = '\0';
    return whole;
}
