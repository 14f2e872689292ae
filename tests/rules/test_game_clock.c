/* SPDX-License-Identifier: GPL-3.0-only */
/* Time controls as text, and game clocks. */
#include "test.h"

#include "rules/game_clock.h"

#define S INT64_C(1000000000)
#define MS INT64_C(1000000)

static TimeControl control_of(const char *text)
{
    TimeControl control = {0};
    char error[TIME_CONTROL_ERROR_SIZE];
    CHECK_MSG(time_control_parse(text, &control, error), "%s", error);
    return control;
}

static GameClock clock_of(const char *text)
{
    const TimeControl control = control_of(text);
    GameClock clock;
    clock_init(&clock, &control);
    return clock;
}

static void test_text(void)
{
    /* clang-format off */
    static const char *const both_ways[] = {"-", "300", "300+3", "300d3", "40/5400", "40/5400+30:1800+30", "*15", "8+0.08",
                                            "0.5", "40/7200:20/3600:900+30", "0+1", "1/3", "40/5400d5:1800d5", "0.000000001"};
    /* clang-format on */
    for (size_t i = 0; i < sizeof both_ways / sizeof *both_ways; i++) {
        const TimeControl control = control_of(both_ways[i]);
        char text[TIME_CONTROL_SIZE];
        CHECK_INT(time_control_write(&control, text), strlen(both_ways[i]));
        CHECK_STR(text, both_ways[i]);
    }
    const TimeControl control = control_of("40/5400+30:1800.5");
    CHECK_INT(control.period_count, 2);
    CHECK_INT(control.periods[0].moves, 40);
    CHECK_INT(control.periods[0].base_ns, 5400 * S);
    CHECK_INT(control.periods[0].increment_ns, 30 * S);
    CHECK_INT(control.periods[1].moves, 0);
    CHECK_INT(control.periods[1].base_ns, 1800 * S + 500 * MS);
    CHECK_INT(control_of("?").period_count, 0);
    CHECK(control_of("*15").hourglass);
    CHECK_INT(control_of("60d5").periods[0].delay_ns, 5 * S);
}

static void test_wrong_text(void)
{
    static const struct {
        const char *text, *error;
    } wrong[] = {
        {"", "time control '': seconds expected at character 1"},
        {"abc", "time control 'abc': seconds expected at character 1"},
        {"300+", "time control '300+': seconds expected at character 5"},
        {"300x", "time control '300x': '+', 'd', ':' or the end expected at character 4"},
        {"300 ", "time control '300 ': '+', 'd', ':' or the end expected at character 4"},
        {"300:60", "time control '300:60': nothing expected after a period for all moves at character 4"},
        {"0", "time control '0': some time expected at character 1"},
        {"0/300", "time control '0/300': at least one move expected at character 2"},
        {"4.5/300", "time control '4.5/300': a whole number of moves expected at character 2"},
        {"40/", "time control '40/': seconds expected at character 4"},
        {"3.", "time control '3.': digits expected at character 3"},
        {"*", "time control '*': seconds expected at character 2"},
        {"*15+3", "time control '*15+3': the end expected at character 4"},
        {"*0", "time control '*0': some time expected at character 3"},
        {"99999999999999999999", "time control '99999999999999999999': number too large at character 1"},
        {"1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1",
         "time control '1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1': no more than 8 periods expected at character 33"},
        {"-5", "time control '-5': seconds expected at character 1"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        TimeControl control = {.period_count = 7};
        char error[TIME_CONTROL_ERROR_SIZE];
        CHECK_MSG(!time_control_parse(wrong[i].text, &control, error), "'%s' was read", wrong[i].text);
        CHECK_STR(error, wrong[i].error);
        CHECK_INT(control.period_count, 7);
    }
}

/* Sudden death: a move that uses the time up exactly is in time, one ns more is not. */
static void test_flag(void)
{
    GameClock clock = clock_of("10");
    CHECK_INT(clock_deadline_ns(&clock), CLOCK_NEVER);
    clock_start(&clock, 5 * S);
    clock_start(&clock, 9 * S); /* it runs already */
    CHECK_INT(clock_deadline_ns(&clock), 15 * S);
    CHECK_INT(clock_left_ns(&clock, 8 * S), 7 * S);
    CHECK(!clock_has_fallen(&clock, 15 * S));
    CHECK(clock_has_fallen(&clock, 15 * S + 1));
    GameClock late = clock;
    CHECK_INT(clock_move_made(&clock, 15 * S), 10 * S);
    CHECK_INT(clock.left_ns, 0);
    CHECK(!clock.fallen);
    clock_move_made(&late, 15 * S + 1);
    CHECK(late.fallen && clock_has_fallen(&late, 0));
    CHECK_INT(late.left_ns, -1);
    clock_add(&late, 60 * S);
    CHECK_INT(late.left_ns, -1);
}

static void test_increment_and_pause(void)
{
    GameClock clock = clock_of("60+3");
    clock_start(&clock, 0);
    CHECK_INT(clock_pause(&clock, 10 * S), 10 * S); /* no move: nothing is added */
    CHECK_INT(clock.left_ns, 50 * S);
    clock_start(&clock, 100 * S);
    CHECK_INT(clock_move_made(&clock, 105 * S), 5 * S);
    CHECK_INT(clock.left_ns, 48 * S);
    CHECK_INT(clock.used_ns, 15 * S);
    CHECK_INT(clock.moves, 1);
    clock_add(&clock, 120 * S);
    CHECK_INT(clock.left_ns, 168 * S);
    CHECK_INT(clock_moves_to_go(&clock), 0);
    CHECK_INT(clock_increment_ns(&clock), 3 * S);
    clock_start(&clock, 200 * S);
    CHECK_INT(clock_left_ns(&clock, 190 * S), 168 * S); /* a stamp before the start uses nothing */
}

static void test_delay(void)
{
    GameClock clock = clock_of("60d5");
    clock_start(&clock, 0);
    CHECK_INT(clock_deadline_ns(&clock), 65 * S);
    CHECK_INT(clock_left_ns(&clock, 4 * S), 60 * S);
    clock_move_made(&clock, 4 * S);
    CHECK_INT(clock.left_ns, 60 * S); /* within the delay nothing is used, nothing gained */
    clock_start(&clock, 10 * S);
    clock_pause(&clock, 13 * S); /* two seconds of this move's delay remain */
    clock_start(&clock, 20 * S);
    CHECK_INT(clock_deadline_ns(&clock), 82 * S);
    clock_move_made(&clock, 23 * S);
    CHECK_INT(clock.left_ns, 59 * S);
    CHECK_INT(clock.delay_ns, 5 * S);
}

static void test_periods(void)
{
    GameClock clock = clock_of("2/100+1:1/50:30d2");
    int64_t now = 0;
    static const struct {
        int64_t use, left;
        int to_go;
    } moves[] = {{10, 91, 1}, {20, 122, 1}, {100, 52, 0}, {12, 42, 0}};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        clock_start(&clock, now * S);
        now += moves[i].use;
        clock_move_made(&clock, now * S);
        CHECK_INT(clock.left_ns, moves[i].left * S);
        CHECK_INT(clock_moves_to_go(&clock), moves[i].to_go);
    }
    CHECK_INT(clock.delay_ns, 2 * S);

    clock = clock_of("1/10"); /* the last period repeats */
    for (int i = 0; i < 3; i++) {
        clock_start(&clock, 0);
        clock_move_made(&clock, 4 * S);
    }
    CHECK_INT(clock.left_ns, 28 * S);
    CHECK_INT(clock_moves_to_go(&clock), 1);

    clock = clock_of("2/10:60"); /* the flag falls when the moves are not made */
    clock_start(&clock, 0);
    clock_move_made(&clock, 9 * S);
    clock_start(&clock, 9 * S);
    CHECK(clock_has_fallen(&clock, 11 * S));
}

static void test_no_control(void)
{
    GameClock clock = clock_of("-");
    clock_start(&clock, 0);
    CHECK(!clock_has_fallen(&clock, INT64_MAX));
    CHECK_INT(clock_deadline_ns(&clock), CLOCK_NEVER);
    CHECK_INT(clock_move_made(&clock, 7 * S), 7 * S);
    CHECK_INT(clock.used_ns, 7 * S);
    CHECK_INT(clock_left_ns(&clock, 9 * S), INT64_MAX);
    CHECK_INT(clock_increment_ns(&clock), 0);
}

static void test_hourglass(void)
{
    GameClock a = clock_of("*15"), b = clock_of("*15");
    clock_start(&a, 0);
    clock_add(&b, clock_move_made(&a, 6 * S));
    CHECK_INT(a.left_ns, 9 * S);
    CHECK_INT(b.left_ns, 21 * S);
}

static void test_writing(void)
{
    static const struct {
        const char *control, *text;
    } cases[] = {{"5025", "1:23:45"}, {"299", "4:59"}, {"20", "0:20"},       {"19.99", "19.9"},
                 {"0.05", "0.0"},     {"-", "none"},   {"36000", "10:00:00"}};
    char text[CLOCK_TEXT_SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const GameClock clock = clock_of(cases[i].control);
        CHECK_INT(clock_write(&clock, 0, text), strlen(cases[i].text));
        CHECK_STR(text, cases[i].text);
    }
    GameClock clock = clock_of("1");
    clock_start(&clock, 0);
    clock_write(&clock, 1200 * MS, text);
    CHECK_STR(text, "-0.2");
}

int main(void)
{
    test_text();
    test_wrong_text();
    test_flag();
    test_increment_and_pause();
    test_delay();
    test_periods();
    test_no_control();
    test_hourglass();
    test_writing();
    return test_end("rules/clock");
}
