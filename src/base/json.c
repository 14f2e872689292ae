/* SPDX-License-Identifier: GPL-3.0-only */
#include "base/json.h"

#include "base/words.h"

#include <string.h>

size_t json_write_text(const char *text, char *to, size_t size)
{
    size_t written = 0, whole = 0;
    for (size_t left = strlen(text); left > 0;) {
        const size_t character = words_utf8_length(text, left);
        const size_t step = character > 0 ? character : 1;
        const unsigned char c = (unsigned char)*text;
        const bool escaped = c == '"' || c == '\\';
        const size_t length = step + escaped;
        if (written == whole && whole + length < size) {
            if (escaped)
                to[written++] = '\\';
            if (step > 1)
                memcpy(to + written, text, step);
            else
                to[written] = character == 0 ? '?' : c < 0x20 || c == 0x7f ? ' ' : (char)c;
            written += step;
        }
        whole += length;
        text += step;
        left -= step;
    }
    if (size > 0)
        to[written] = '\0';
    return whole;
}
