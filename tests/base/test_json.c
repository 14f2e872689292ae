/* SPDX-License-Identifier: GPL-3.0-only */
/* Text inside JSON strings. */
#include "test.h"

#include "base/json.h"

int main(void)
{
    char text[32];
    CHECK_INT(json_write_text("say \"e4\\e5\"\t\x7f\xc3\xa4", text, sizeof text), 18);
    CHECK_STR(text, "say \\\"e4\\\\e5\\\"  \xc3\xa4");
    CHECK_INT(json_write_text("", text, sizeof text), 0);
    CHECK_STR(text, "");
    /* Cut off, but never within an escape, nor going on after a gap. */
    CHECK_INT(json_write_text("ab\"cd", text, 4), 6);
    CHECK_STR(text, "ab");
    CHECK_INT(json_write_text("abc", text, 4), 3);
    CHECK_STR(text, "abc");
    CHECK_INT(json_write_text("abcd", text, 1), 4);
    CHECK_STR(text, "");
    CHECK_INT(json_write_text("abcd", text, 0), 4);
    CHECK_INT(json_write_text("\xc3\xa4\xc3\xb6", text, 4), 4);
    CHECK_STR(text, "\xc3\xa4");
    /* What is no UTF-8 does not get through: a byte alone, overlong, a surrogate, cut off. */
    CHECK_INT(json_write_text("a\xff"
                              "b\xc0\xaf\xed\xa0\x80z\xe2\x82",
                              text, sizeof text),
              11);
    CHECK_STR(text, "a?b?????z??");
    return test_end("base/json");
}
