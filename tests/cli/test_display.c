/* SPDX-License-Identifier: GPL-3.0-only */
/* The live table: what it knows from announcements, which boards a page shows, what a frame sends to the terminal. */
#include "test.h"

#include "cli/display.h"
#include "system/descriptor.h"

#include <stdlib.h>
#include <unistd.h>

static void say_board(DisplayState *state, int board, const char *name, Color color)
{
    const SimulAnnouncement said = {.kind = SIMUL_SAYS_BOARD, .board = board, .name = name, .color = color, .text = ""};
    display_state_take(state, &said);
}

static void say_move(DisplayState *state, SimulAnnouncementKind kind, int board, const char *san, int ply, int64_t ms)
{
    SimulAnnouncement said = {
        .kind = kind, .board = board, .ply = ply, .ms = ms, .has_score = kind == SIMUL_SAYS_MOVE, .score = 10 * ply, .depth = 5};
    snprintf(said.san, sizeof said.san, "%s", san);
    display_state_take(state, &said);
}

static void say(DisplayState *state, SimulAnnouncementKind kind, int board, const char *text)
{
    const SimulAnnouncement said = {.kind = kind, .board = board, .text = text, .state = "made", .round = 3, .due_reply = true, .ms = 500};
    display_state_take(state, &said);
}

static void say_end(DisplayState *state, int board, GameResult result)
{
    const SimulAnnouncement said = {
        .kind = SIMUL_SAYS_END, .board = board, .result = result, .termination = "normal", .text = "so it ended"};
    display_state_take(state, &said);
}

static void test_rows(void)
{
    DisplayState state;
    DisplayHall hall;
    DisplayBoard rows[8];
    int first;
    display_state_init(&state);
    say_board(&state, 1, "Anna", WHITE);
    say_board(&state, 3, "Ben", BLACK);
    say_move(&state, SIMUL_SAYS_MOVE, 1, "e4", 1, 40);
    say(&state, SIMUL_SAYS_ARRIVE, 1, NULL);
    CHECK_INT(display_state_page(&state, 8, &hall, rows, &first), 3);
    CHECK_INT(first, 1);
    CHECK_INT(hall.boards, 3);
    CHECK_INT(hall.board, 1);
    CHECK_INT(hall.round, 3);
    CHECK(hall.due_reply);
    CHECK_INT(hall.limit_ms, 500);
    CHECK_STR(rows[0].name, "Anna");
    CHECK_INT(rows[0].reply_ms, -1);
    CHECK_INT(rows[1].board, 2);
    CHECK_INT(rows[2].color, BLACK);

    say_move(&state, SIMUL_SAYS_REPLY, 1, "e5", 2, 120);
    say_move(&state, SIMUL_SAYS_MOVE, 1, "Nf3", 3, 50);
    say_move(&state, SIMUL_SAYS_REPLY, 1, "Nc6", 4, 80);
    display_state_page(&state, 8, &hall, rows, &first);
    CHECK(!hall.due_reply);
    CHECK_STR(rows[0].san[0], "e5");
    CHECK_STR(rows[0].san[2], "Nc6");
    CHECK_INT(rows[0].ply, 4);
    CHECK_INT(rows[0].reply_ms, 80);
    CHECK_INT(rows[0].score, 30);
    say(&state, SIMUL_SAYS_TAKEBACK, 1, NULL);
    display_state_page(&state, 8, &hall, rows, &first);
    CHECK_STR(rows[0].san[2], "Nf3");
    CHECK_INT(rows[0].ply, 3);

    say(&state, SIMUL_SAYS_OFFER, 3, NULL);
    display_state_page(&state, 8, &hall, rows, &first);
    CHECK_INT(rows[2].attention, ATTENTION_OFFER);
    say_end(&state, 1, RESULT_WHITE_WINS);
    say_end(&state, 3, RESULT_WHITE_WINS);
    say_end(&state, 2, RESULT_DRAW);
    display_state_page(&state, 8, &hall, rows, &first);
    CHECK_INT(hall.wins, 1);
    CHECK_INT(hall.losses, 1);
    CHECK_INT(hall.draws, 1);
    CHECK(rows[2].ended);
    CHECK_INT(rows[2].attention, 0);
    CHECK_STR(rows[2].reason, "so it ended");

    /* The next opponent of a waiting list starts afresh. */
    say_board(&state, 1, "Carl", WHITE);
    display_state_page(&state, 8, &hall, rows, &first);
    CHECK_STR(rows[0].name, "Carl");
    CHECK(!rows[0].ended);
    CHECK_INT(rows[0].ply, 0);
    display_state_destroy(&state);
}

static void test_pages(void)
{
    enum { BOARDS = 100, ROOM = 12 };
    DisplayState state;
    DisplayHall hall;
    DisplayBoard rows[ROOM];
    int first;
    display_state_init(&state);
    for (int board = 1; board <= BOARDS; board++)
        say_board(&state, board, "x", WHITE);
    say(&state, SIMUL_SAYS_LATE, 90, NULL);
    say(&state, SIMUL_SAYS_OFFER, 7, NULL);
    say(&state, SIMUL_SAYS_ARRIVE, 34, NULL);
    CHECK_INT(display_state_page(&state, ROOM, &hall, rows, &first), ROOM);
    CHECK_INT(rows[0].board, 7);
    CHECK_INT(rows[1].board, 90);
    CHECK_INT(first, 31);
    CHECK_INT(rows[2].board, 31);
    CHECK_INT(rows[ROOM - 1].board, 40);
    say(&state, SIMUL_SAYS_ARRIVE, 41, NULL);
    display_state_page(&state, ROOM, &hall, rows, &first);
    CHECK_INT(first, 41);
    say(&state, SIMUL_SAYS_ARRIVE, 100, NULL);
    CHECK_INT(display_state_page(&state, ROOM, &hall, rows, &first), ROOM);
    CHECK_INT(rows[ROOM - 1].board, 100);
    display_state_destroy(&state);
}

static void test_log(void)
{
    DisplayState state;
    char lines[DISPLAY_LOG][DISPLAY_LOG_SIZE];
    display_state_init(&state);
    CHECK_INT(display_state_log(&state, 5, lines), 0);
    char text[32];
    for (int i = 1; i <= DISPLAY_LOG + 3; i++) {
        snprintf(text, sizeof text, "line %d", i);
        display_state_note(&state, text);
    }
    CHECK_INT(display_state_log(&state, 2, lines), 2);
    CHECK_STR(lines[0], "line 66");
    CHECK_STR(lines[1], "line 67");
    CHECK_INT(display_state_log(&state, DISPLAY_LOG, lines), DISPLAY_LOG);
    CHECK_STR(lines[0], "line 4");
    display_state_destroy(&state);
}

static size_t take(int descriptor, char *buffer, size_t size)
{
    size_t done = 0;
    descriptor_read(descriptor, buffer, size - 1, &done);
    buffer[done] = '\0';
    return done;
}

/* A frame sends the lines that have changed and nothing else; names cannot steer the terminal. */
static void test_frames(void)
{
    int ends[2];
    int columns;
    int rows;
    static char sent[1 << 16];
    CHECK(descriptor_pipe(ends, NULL));
    CHECK(descriptor_set_nonblocking(ends[0], NULL));
    Output *output = output_create(ends[1]);
    Screen *screen = screen_open(output, -1, ends[1]);
    for (int frame = 0; frame < 3; frame++) {
        screen_begin(screen, &columns, &rows);
        CHECK_INT(columns, 80);
        CHECK_INT(rows, 24);
        screen_text(screen, STYLE_PLAIN, "always the same");
        screen_newline(screen);
        screen_field(screen, STYLE_PLAIN, 6, "%s", "abcdefghij");
        screen_field(screen, STYLE_PLAIN, -4, "%d", frame == 2 ? 1 : 0);
        screen_field(screen, STYLE_PLAIN, 5, "%s", "\x1b[2Jé");
        screen_show(screen);
        const size_t length = take(ends[0], sent, sizeof sent);
        if (frame == 0) {
            CHECK(strstr(sent, "always the same") != NULL);
            CHECK(strstr(sent, "abcdef   0 [2Jé") != NULL);
        } else if (frame == 1) {
            CHECK_INT(length, 0);
        } else {
            CHECK_STR(sent, "\033[2;1Habcdef   1 [2Jé\033[K");
        }
    }
    screen_close(screen);
    CHECK_INT(take(ends[0], sent, sizeof sent) > 0, 1);
    CHECK(strstr(sent, "\033[?1049l") != NULL);
    output_destroy(output, 1000);
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
    system_ignore_broken_pipes();
    test_rows();
    test_pages();
    test_log();
    test_frames();
    return test_end("cli/display");
}
