/* SPDX-License-Identifier: GPL-3.0-only */
/* Command line arguments and the whole numbers in them. */
#include "test.h"

#include "base/number.h"
#include "cli/arguments.h"

typedef struct Result {
    bool divide;
    int threads;
    const char *file;
    bool hashed;
    const char *hash; /* NULL: without a value */
    const char *operands[8];
    int operand_count;
    Arguments arguments;
} Result;

#define READ(...) read_arguments((char *[]){(char *)"count", __VA_ARGS__, NULL})

static bool is_yes(const char *text)
{
    return strcmp(text, "yes") == 0;
}

static Result read_arguments(char **argv)
{
    int argc = 0;
    while (argv[argc] != NULL)
        argc++;
    Result result = {.threads = 1};
    result.arguments = arguments_begin(argc, argv);
    while (arguments_next(&result.arguments)) {
        const char *operand;
        if (arguments_flag(&result.arguments, "divide"))
            result.divide = true;
        else if (arguments_optional(&result.arguments, "hash", is_yes, &result.hash))
            result.hashed = true;
        else if (arguments_int(&result.arguments, "threads", 1, 256, &result.threads) ||
                 arguments_text(&result.arguments, "epd", &result.file))
            continue;
        else if (arguments_operand(&result.arguments, &operand))
            result.operands[result.operand_count++] = operand;
        else
            arguments_unknown(&result.arguments);
    }
    return result;
}

static void test_options(void)
{
    Result result = READ((char *)"startpos", (char *)"--threads", (char *)"4", (char *)"--divide", (char *)"--epd=a=b", (char *)"6");
    CHECK(!result.arguments.failed);
    CHECK(result.divide);
    CHECK_INT(result.threads, 4);
    CHECK_STR(result.file, "a=b");
    CHECK_INT(result.operand_count, 2);
    CHECK_STR(result.operands[0], "startpos");
    CHECK_STR(result.operands[1], "6");

    result = READ((char *)"-", (char *)"-3", (char *)"--", (char *)"--divide", (char *)"-h");
    CHECK(!result.arguments.failed && !result.divide && !arguments_help_wanted(&result.arguments));
    CHECK_INT(result.operand_count, 4);
    CHECK_STR(result.operands[2], "--divide");

    result = READ((char *)"--hash", (char *)"yes", (char *)"4");
    CHECK(result.hashed && result.hash != NULL && result.operand_count == 1);
    result = READ((char *)"--hash", (char *)"4");
    CHECK(result.hashed && result.hash == NULL && result.operand_count == 1);
    result = READ((char *)"--hash=4");
    CHECK_STR(result.hash, "4");
    result = READ((char *)"--hash");
    CHECK(result.hashed && result.hash == NULL && !result.arguments.failed);

    result = READ((char *)"--divide", (char *)"--help", (char *)"--nonsense");
    CHECK(arguments_help_wanted(&result.arguments));
    CHECK(result.divide);
}

static void test_mistakes(void)
{
    static const struct {
        const char *words[3];
        const char *message;
    } cases[] = {
        {{"--threads", "0"}, "--threads must be from 1 to 256, not 0"},
        {{"--threads=257"}, "--threads must be from 1 to 256, not 257"},
        {{"--threads", "many"}, "--threads must be a whole number, not 'many'"},
        {{"--threads="}, "--threads must be a whole number, not ''"},
        {{"--threads", "4x"}, "--threads must be a whole number, not '4x'"},
        {{"--threads"}, "--threads needs a value"},
        {{"--divide=yes"}, "--divide takes no value"},
        {{"--thread", "4"}, "unknown option --thread"},
        {{"-x"}, "unknown option -x"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Result result = READ((char *)cases[i].words[0], (char *)cases[i].words[1]);
        CHECK(result.arguments.failed);
        CHECK_STR(result.arguments.message, cases[i].message);
        CHECK_INT(result.threads, 1);
    }
    Result result = READ((char *)"--bad", (char *)"--threads", (char *)"x");
    CHECK_STR(result.arguments.message, "unknown option --bad");
}

static void test_numbers(void)
{
    static const struct {
        const char *text;
        NumberError error;
        int64_t value;
    } cases[] = {
        {"0", NUMBER_OK, 0},
        {"-0", NUMBER_OK, 0},
        {"+7", NUMBER_OK, 7},
        {"0012", NUMBER_OK, 12},
        {"-12", NUMBER_OK, -12},
        {"9223372036854775807", NUMBER_OK, INT64_MAX},
        {"-9223372036854775808", NUMBER_OK, INT64_MIN},
        {"9223372036854775808", NUMBER_OUT_OF_RANGE, 0},
        {"-9223372036854775809", NUMBER_OUT_OF_RANGE, 0},
        {"99999999999999999999999", NUMBER_OUT_OF_RANGE, 0},
        {"99999999999999999999999x", NUMBER_NOT_WHOLE, 0},
        {"", NUMBER_EMPTY, 0},
        {"-", NUMBER_NOT_WHOLE, 0},
        {" 1", NUMBER_NOT_WHOLE, 0},
        {"1 ", NUMBER_NOT_WHOLE, 0},
        {"1.5", NUMBER_NOT_WHOLE, 0},
        {"1e3", NUMBER_NOT_WHOLE, 0},
        {"0x10", NUMBER_NOT_WHOLE, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int64_t value = 4711;
        const NumberError error = number_parse(cases[i].text, INT64_MIN, INT64_MAX, &value);
        CHECK_MSG(error == cases[i].error, "'%s' gives error %d", cases[i].text, (int)error);
        CHECK_INT(value, error == NUMBER_OK ? cases[i].value : 4711);
    }
    int64_t value;
    CHECK_INT(number_parse("11", 1, 10, &value), NUMBER_OUT_OF_RANGE);
    CHECK_INT(number_parse("10", 1, 10, &value), NUMBER_OK);
    CHECK_INT(number_parse_span("123", 2, 1, 100, &value), NUMBER_OK);
    CHECK_INT(value, 12);
}

int main(void)
{
    test_options();
    test_mistakes();
    test_numbers();
    return test_end("cli/arguments");
}
