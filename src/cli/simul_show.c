/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/simul_show.h"

#include "base/units.h"
#include "cli/crosstable.h"
#include "cli/display.h"
#include "desk/view.h"
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/input.h"
#include "system/output.h"
#include "system/signals.h"
#include "system/terminal.h"
#include "system/wait.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME_MS = 100, LOOK_MS = 200, READER_PATIENCE_MS = 5000, LINE_SIZE = 2048 };

typedef enum ShowLook { LOOK_PLAIN, LOOK_JSON, LOOK_TABLE } ShowLook;

typedef struct Stage {
    ShowLook look;
    Output *output;
    Desk *desk;
    Input input;
    WakePipe wake;
    Screen *screen;        /* TABLE */
    DisplayState state;    /* TABLE */
    DisplayPanel panel;
    char hint[128];
    int64_t began_ns;
    atomic_bool ended;
    bool remain;           /* games stand; read once it has ended */
    int interrupts;
    bool on_terminal;      /* keys reach us */
    bool abandoned;        /* nobody was there */
    bool failed;           /* an answer said so before the start */
    int shown_board;       /* whose diagram the panel shows, for a person who is to move; 0: none */
    size_t shown_plies;
} Stage;

/* --- what the exhibition says --- */

static void on_announce(void *context, const SimulAnnouncement *announcement)
{
    Stage *stage = context;
    char line[LINE_SIZE];
    display_state_take(&stage->state, announcement);
    switch (stage->look) {
    case LOOK_TABLE: return;
    case LOOK_JSON: simul_announcement_json(announcement, line, sizeof line); break;
    case LOOK_PLAIN: simul_announcement_text(announcement, line, sizeof line); break;
    }
    output_line(stage->output, line);
    if (output_broken(stage->output))
        wake_signal(&stage->wake); /* nobody reads any more: run() ends */
}

static void on_ended(void *context, bool remain)
{
    Stage *stage = context;
    stage->remain = remain;
    atomic_store(&stage->ended, true);
    wake_signal(&stage->wake);
}

static bool unread(void *context)
{
    return input_unread(&((Stage *)context)->input);
}

/* An answer as an event of its own: "error" or "notice". */
static void answer_json(Stage *stage, const char *line)
{
    static const char prefix[] = "error ";
    const bool error = strncmp(line, prefix, sizeof prefix - 1) == 0;
    char text[LINE_SIZE];
    size_t length = 0;
    for (const char *c = error ? line + sizeof prefix - 1 : line; *c != '\0' && length + 2 < sizeof text; c++) {
        if (*c == '"' || *c == '\\')
            text[length++] = '\\';
        text[length++] = (unsigned char)*c < ' ' ? ' ' : *c;
    }
    text[length] = '\0';
    output_printf(stage->output, "{\"event\":\"%s\",\"text\":\"%s\"}", error ? "error" : "notice", text);
}

/* "show board 3 …": who looks at the table has asked for it and sees which board it is. */
static void answer_in_panel(Stage *stage, const char *line)
{
    static const char prefix[] = "show board ";
    if (strncmp(line, prefix, sizeof prefix - 1) == 0) {
        const char *text = strchr(line + sizeof prefix - 1, ' ');
        line = text != NULL && strncmp(text, " name ", 6) != 0 ? text + 1 : line + 5;
    }
    display_panel_add(&stage->panel, line);
}

static void on_answer(void *context, const char *line)
{
    Stage *stage = context;
    switch (stage->look) {
    case LOOK_TABLE: answer_in_panel(stage, line); break;
    case LOOK_PLAIN: output_line(stage->output, line); break;
    case LOOK_JSON: answer_json(stage, line); break;
    }
}

/* --- what is typed --- */

/* People need not type more than they must: a move is for the board A stands at, `3 e5` is for board 3, a command that
 * wants a board's number and has none is for the board A stands at. True if what is no command has been taken for a move by A. */
static bool complete(const DisplayHall *hall, Text line, char text[LINE_SIZE])
{
    Text rest = line;
    Text word;
    Text second;
    int64_t number;
    bool board = false;
    const int length = (int)line.length;
    text_next(&rest, &word);
    Text peek = rest;
    const bool numbered = text_next(&peek, &second) && text_to_int(second, &number);
    if (text_to_int(word, &number))
        snprintf(text, LINE_SIZE, "reply %.*s", length, line.data);
    else if (text_is(word, "quit") || text_is(word, "exit"))
        snprintf(text, LINE_SIZE, "abort");
    else if (desk_knows(word, &board) && board && !numbered && hall->board > 0)
        snprintf(text, LINE_SIZE, "%.*s %d%.*s", (int)word.length, word.data, hall->board, (int)rest.length, rest.data);
    else if (desk_knows(word, &board))
        snprintf(text, LINE_SIZE, "%.*s", length, line.data);
    else if (hall->due_reply)
        snprintf(text, LINE_SIZE, "reply %d %.*s", hall->board, length, line.data);
    else
        return snprintf(text, LINE_SIZE, "move %.*s", length, line.data) > 0;
    return false;
}

static void see_exhibitor(void *context, const SimulCore *core)
{
    *(bool *)context = simul_core_settings(core)->exhibitor_person;
}

static bool person_plays_a(const Stage *stage)
{
    bool person = false;
    if (desk_controller(stage->desk) != NULL)
        controller_inspect(desk_controller(stage->desk), see_exhibitor, &person);
    return person;
}

static void take_line(Stage *stage, Text line)
{
    char text[LINE_SIZE];
    Text rest = text_trim(line);
    Text word;
    if (stage->screen != NULL)
        screen_typed(stage->screen);
    stage->panel.count = 0;
    stage->shown_board = 0;
    line = rest;
    if (text_next(&rest, &word) && text_is(word, "simul"))
        line = text_trim(rest);
    if (line.length == 0)
        return;
    const DisplayHall hall = display_state_hall(&stage->state);
    if (complete(&hall, line, text) && !person_plays_a(stage))
        on_answer(stage, "error that is no command (`help` lists them), and no move is awaited here now: replies are typed while A stands at the board");
    else
        desk_command(stage->desk, text_of(text));
}

/* --- drawing --- */

typedef struct Awaited {
    Stage *stage;
    char exhibitor[SIMUL_TEXT_SIZE];
    int board;    /* a person is to move here; 0: nobody */
    size_t plies;
} Awaited;

/* When a person is to move, the panel shows the board. */
static void look_for_person(void *context, const SimulCore *core)
{
    Awaited *awaited = context;
    SimulStatus status;
    SimulBoardView view;
    simul_core_status(core, &status);
    const char *name = status.exhibitor_name != NULL ? status.exhibitor_name : "A";
    snprintf(awaited->exhibitor, sizeof awaited->exhibitor, "%.100s", name);
    if (status.phase != SIMUL_RUNNING || status.board == 0 || !simul_core_view(core, status.board, &view) || view.game == NULL)
        return;
    const bool reply = status.stage == SIMUL_STAGE_REPLY || status.stage == SIMUL_STAGE_EXCHANGE;
    const bool think = status.stage == SIMUL_STAGE_THINK || status.stage == SIMUL_STAGE_CONSENT;
    const bool manual = simul_core_settings(core)->exhibitor_person;
    if ((reply && view.person) || (think && manual)) {
        awaited->board = status.board;
        awaited->plies = view.game->move_count;
    }
    Stage *stage = awaited->stage;
    if (awaited->board == 0 || (awaited->board == stage->shown_board && awaited->plies == stage->shown_plies))
        return;
    stage->shown_board = awaited->board;
    stage->shown_plies = awaited->plies;
    stage->panel.count = 0;
    const SimulSay say = {on_answer, stage};
    view_board(core, awaited->board, &say);
}

static void draw(Stage *stage)
{
    Awaited awaited = {.stage = stage};
    controller_inspect(desk_controller(stage->desk), look_for_person, &awaited);
    if (stage->shown_board > 0 && awaited.board == 0) {
        stage->shown_board = 0;
        stage->panel.count = 0;
    }
    display_draw(stage->screen, &stage->state, &stage->panel, awaited.exhibitor, stage->hint,
                 system_now_ns() - stage->began_ns);
}

/* --- running --- */

/* Can anybody still give an order? On a terminal by a key, else as long as input has not come to its end. */
static bool somebody_there(Stage *stage)
{
    return stage->on_terminal || input_is_open(&stage->input);
}

/* Where nobody can say how it is to go on, an exhibition that waits for that ends, saved. */
static void end_if_abandoned(Stage *stage)
{
    if (stage->abandoned || somebody_there(stage) || !controller_waits(desk_controller(stage->desk)))
        return;
    stage->abandoned = true;
    on_answer(stage, "error nobody is there to give an order, which is waited for: the exhibition ends here, as it is saved");
    desk_command(stage->desk, text_of("abort"));
}

static void interrupt(Stage *stage, int number)
{
    stage->interrupts++;
    const bool gently = number == REQUEST_INTERRUPT && stage->interrupts == 1;
    snprintf(stage->hint, sizeof stage->hint, gently ? "Stopping after A's move. Ctrl-C again: now." : "Stopping now.");
    if (stage->look == LOOK_PLAIN)
        output_line(stage->output, stage->hint);
    desk_command(stage->desk, text_of(gently ? "stop" : "abort"));
}

static void run(Stage *stage)
{
    int64_t frame_ns = system_now_ns();
    while (!atomic_load(&stage->ended) && !output_broken(stage->output)) {
        Text line;
        const int64_t look_ns = somebody_there(stage) ? WAIT_FOREVER : system_now_ns() + LOOK_MS * NS_PER_MS;
        switch (input_next(&stage->input, stage->screen != NULL ? frame_ns : look_ns, &line)) {
        case INPUT_LINE: take_line(stage, line); break;
        case INPUT_TOO_LONG: break;
        case INPUT_END: input_close(&stage->input); break;
        case INPUT_SIGNAL: interrupt(stage, signals_take()); break;
        case INPUT_WAKE: wake_drain(&stage->wake); break;
        case INPUT_TIMEOUT: break;
        }
        end_if_abandoned(stage);
        if (stage->screen != NULL && system_now_ns() >= frame_ns) {
            draw(stage);
            frame_ns = system_now_ns() + FRAME_MS * NS_PER_MS;
        }
    }
}

/* --- the end --- */

typedef struct Report {
    Stage *stage;
    bool begun;
    bool complete; /* every game has come to its end */
    char pgn[SIMUL_PATH_SIZE];
    char journal[SIMUL_PATH_SIZE];
} Report;

static void report_line(void *context, const char *line)
{
    output_line(context, line);
}

static void look_at_end(void *context, const SimulCore *core)
{
    Report *report = context;
    SimulStatus status;
    simul_core_status(core, &status);
    report->complete = status.phase == SIMUL_DONE && status.in_play == 0 && status.unfinished == 0;
    snprintf(report->pgn, sizeof report->pgn, "%s", simul_core_settings(core)->pgn_path);
    snprintf(report->journal, sizeof report->journal, "%s", simul_core_settings(core)->journal_path);
    report->begun = status.round > 0;
    if (report->stage->look != LOOK_JSON && report->begun) {
        output_line(report->stage->output, "");
        crosstable_write(core, status.exhibitor_name != NULL ? status.exhibitor_name : "A", report_line, report->stage->output);
    }
}

static int finish(Stage *stage)
{
    Report report = {.stage = stage};
    Controller *controller = desk_controller(stage->desk);
    if (controller == NULL)
        return 1;
    controller_inspect(controller, look_at_end, &report);
    if (stage->look != LOOK_JSON && report.begun) {
        if (report.pgn[0] != '\0')
            output_printf(stage->output, "Score sheets: %s", report.pgn);
        if (stage->remain && report.journal[0] != '\0')
            output_printf(stage->output, "It can go on: carousel simul --resume '%s'", report.journal);
    }
    return report.complete ? 0 : stage->interrupts > 0 ? 130 : 1;
}

static void fill_state(void *context, const SimulCore *core)
{
    display_state_fill(context, core);
}

static bool start(Stage *stage, const SimulShow *show)
{
    bool started;
    if (show->resume != NULL) {
        started = desk_load(stage->desk, show->resume);
    } else {
        desk_take_plan(stage->desk, show->plan);
        started = desk_start(stage->desk);
    }
    if (started && stage->look == LOOK_TABLE)
        controller_inspect(desk_controller(stage->desk), fill_state, &stage->state);
    return started;
}

int simul_show(const SimulShow *show)
{
    Stage *stage = calloc(1, sizeof *stage);
    int status = 1;
    if (stage == NULL)
        return 1;
    const bool reads = terminal_foreground(STANDARD_INPUT);
    const bool table = show->mode == SHOW_AUTO && terminal_is(STANDARD_OUTPUT);
    stage->look = show->mode == SHOW_JSON ? LOOK_JSON : LOOK_PLAIN;
    stage->on_terminal = terminal_is(STANDARD_INPUT) || terminal_is(STANDARD_OUTPUT) || terminal_is(STANDARD_ERROR);
    stage->began_ns = system_now_ns();
    atomic_init(&stage->ended, false);
    display_state_init(&stage->state);
    const DeskListener listener = {.answer = on_answer, .announce = on_announce, .ended = on_ended, .unread = unread, .context = stage};
    stage->output = output_create(STANDARD_OUTPUT);
    stage->desk = stage->output == NULL ? NULL : desk_create(&listener);
    if (stage->desk != NULL && wake_init(&stage->wake, NULL)) {
        input_init(&stage->input, reads ? STANDARD_INPUT : NO_DESCRIPTOR, signals_open());
        stage->input.wake = stage->wake.reader;
        if (table)
            stage->look = LOOK_TABLE;
        if (start(stage, show)) {
            stage->panel.count = 0;
            if (table)
                stage->screen = screen_open(stage->output, STANDARD_OUTPUT, reads && terminal_is(STANDARD_INPUT));
            run(stage);
            screen_close(stage->screen);
            stage->screen = NULL;
            if (table)
                stage->look = LOOK_PLAIN;
            status = finish(stage);
        } else {
            for (int i = 0; i < stage->panel.count; i++)
                fprintf(stderr, "carousel simul: %s\n", stage->panel.lines[i]);
        }
        desk_destroy(stage->desk);
        input_destroy(&stage->input);
        wake_destroy(&stage->wake);
    } else {
        fprintf(stderr, "carousel simul: out of memory\n");
    }
    output_destroy(stage->output, READER_PATIENCE_MS);
    display_state_destroy(&stage->state);
    free(stage);
    return status;
}
