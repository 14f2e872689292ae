/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/simul_show_state.h"

#include "base/command_line.h"
#include "base/units.h"
#include "cli/crosstable.h"
#include "cli/match_table.h"
#include "cli/sentences.h"
#include "cli/simul_json.h"
#include "simul/match_tally.h"
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/file.h"
#include "system/shell.h"
#include "system/signals.h"
#include "system/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME_MS = 100, LOOK_MS = 200, READER_PATIENCE_MS = 5000, HURRIED_PATIENCE_MS = 400 };

/* --- what the exhibition says --- */

/* A person may be to move after these. */
static bool changes_turn(SimulAnnouncementKind kind)
{
    return kind == SIMUL_SAYS_ARRIVE || kind == SIMUL_SAYS_REPLY || kind == SIMUL_SAYS_MOVE || kind == SIMUL_SAYS_TAKEBACK ||
           kind == SIMUL_SAYS_PASS;
}

static void take_files(Show *show, const SimulAnnouncement *files)
{
    show->files_said = true;
    show->incomplete = files->incomplete;
    snprintf(show->pgn, sizeof show->pgn, "%s", files->pgn);
    snprintf(show->journal, sizeof show->journal, "%s", files->journal);
    snprintf(show->unfinished, sizeof show->unfinished, "%s", files->unfinished_pgn);
}

static void on_announce(void *context, const SimulAnnouncement *announcement)
{
    Show *show = context;
    char line[SHOW_LINE_SIZE];
    Web *web = atomic_load(&show->web);
    if (web != NULL)
        web_announce(web, announcement);
    if (announcement->kind == SIMUL_SAYS_FILES)
        take_files(show, announcement);
    if (announcement->kind == SIMUL_SAYS_MATCH &&
        (announcement->match->state == SPRT_ACCEPTS_ELO0 || announcement->match->state == SPRT_ACCEPTS_ELO1))
        show->test_decided = true;
    display_state_take(&show->state, announcement);
    switch (show->look) {
    case LOOK_TABLE: return;
    case LOOK_JSON: simul_json_announcement(announcement, show->output); break;
    case LOOK_PLAIN:
        simul_announcement_text(announcement, line, sizeof line);
        output_line(show->output, line);
        break;
    }
    if (output_broken(show->output) || (show->people_watch && changes_turn(announcement->kind)))
        wake_signal(&show->wake); /* nobody reads any more, or somebody's board is to be shown: run() sees to it */
}

static void on_ended(void *context, bool remain)
{
    Show *show = context;
    show->remain = remain;
    atomic_store(&show->ended, true);
    wake_signal(&show->wake);
}

static bool unread(void *context)
{
    Show *show = context;
    Web *web = atomic_load(&show->web);
    return input_unread(&show->input) || (web != NULL && web_unread(web));
}

static void say_exhibition(void *context, const SimulCore *core)
{
    Show *show = context;
    simul_json_exhibition(core, show->resumed, show->output);
}

/* Before anything else is said. */
static void on_attach(void *context, Controller *controller)
{
    Show *show = context;
    if (controller != NULL)
        atomic_store(&show->ended, false); /* that was the one before */
    show_attach(context, controller);
    if (controller != NULL && show->look == LOOK_JSON)
        controller_inspect(controller, say_exhibition, show);
}

/* The table's screen goes at the end: what matters then is said once more. */
static void keep_for_the_end(Show *show, const char *text)
{
    snprintf(show->last_words[show->last_count++ % LAST_LINES], SHOW_LINE_SIZE, "%s", text);
}

void show_answer(void *context, const char *line)
{
    Show *show = context;
    char text[SHOW_LINE_SIZE];
    Web *web = atomic_load(&show->web);
    if (show->from_page && web != NULL && strncmp(line, "error ", 6) == 0)
        web_say_error(web, line + 6);
    switch (show->look) {
    case LOOK_TABLE: {
        const char *sentence = sentence_of_answer(line, text, sizeof text);
        display_panel_add(&show->panel, sentence);
        if (strncmp(line, "error ", 6) == 0 || strncmp(line, "notice ", 7) == 0)
            keep_for_the_end(show, sentence);
        break;
    }
    case LOOK_PLAIN: output_line(show->output, line); break;
    case LOOK_JSON: simul_json_answer(line, show->output); break;
    }
}

bool show_inspect(const Show *show, void (*inspect)(void *context, const SimulCore *core), void *context)
{
    Controller *controller = desk_controller(show->desk);
    if (controller != NULL)
        controller_inspect(controller, inspect, context);
    return controller != NULL;
}

/* --- running --- */

/* Can anybody still give an order? On a terminal by a key, from the organizer's page, else as long as input has not come to its end. */
static bool somebody_there(Show *show)
{
    return show->on_terminal || atomic_load(&show->web) != NULL || input_is_open(&show->input);
}

/* Where nobody can say how it is to go on, an exhibition that waits for that ends, saved. */
static void end_if_abandoned(Show *show)
{
    Controller *controller = desk_controller(show->desk);
    if (show->abandoned || somebody_there(show) || controller == NULL || !controller_waits(controller))
        return;
    show->abandoned = true;
    show_answer(show, "error an order is awaited and nobody is left to give it: the exhibition ends here, saved");
    desk_leave(show->desk);
}

static void look_whether_begun(void *context, const SimulCore *core)
{
    SimulStatus status;
    simul_core_status(core, &status);
    *(bool *)context = status.phase != SIMUL_SETUP;
}

/* Ctrl-C is the organizer's: it ends the exhibition as `stop` and `abort` do. Other signals end the program. */
static void interrupt(Show *show, int number)
{
    show->interrupts++;
    const bool gently = number == REQUEST_INTERRUPT && show->interrupts == 1;
    snprintf(show->hint, sizeof show->hint, gently ? "Stopping after A's move. Ctrl-C again: now." : "Stopping now.");
    if (show->look == LOOK_PLAIN)
        output_line(show->output, show->hint);
    bool begun = false;
    show_inspect(show, look_whether_begun, &begun);
    if (!begun) /* it waits for `start`: there is nothing to stop or to save */
        atomic_store(&show->ended, true);
    else if (number == REQUEST_INTERRUPT)
        desk_command(show->desk, text_of(gently ? "stop" : "abort"), 0);
    else
        desk_leave(show->desk);
}

/* It has ended; pages stay until somebody has had enough. */
static bool is_over(Show *show)
{
    return atomic_load(&show->ended) && (atomic_load(&show->web) == NULL || atomic_load(&show->closing) || show->interrupts > 0);
}

static void run(Show *show)
{
    int64_t frame_ns = system_now_ns();
    while (!is_over(show) && !output_broken(show->output)) {
        Text text;
        const int64_t look_ns = somebody_there(show) ? WAIT_FOREVER : system_now_ns() + LOOK_MS * NS_PER_MS;
        switch (input_next(&show->input, show->screen != NULL ? frame_ns : look_ns, &text)) {
        case INPUT_LINE: show_take_line(show, text, -1); break;
        case INPUT_KEYS:
            for (size_t i = 0; i < text.length; i++)
                show_take_key(show, (unsigned char)text.data[i]);
            frame_ns = system_now_ns();
            break;
        case INPUT_TOO_LONG: show_answer(show, "error the line was too long and has been ignored"); break;
        case INPUT_END: input_close(&show->input); break;
        case INPUT_SIGNAL: interrupt(show, signals_take()); break;
        case INPUT_WAKE:
            wake_drain(&show->wake);
            show_go_on(show);
            break;
        case INPUT_TIMEOUT: break;
        }
        end_if_abandoned(show);
        if (show->screen == NULL && show->people_watch)
            show_turn_plainly(show);
        if (show->screen != NULL && system_now_ns() >= frame_ns) {
            show_draw(show);
            frame_ns = system_now_ns() + FRAME_MS * NS_PER_MS;
        }
    }
}

/* --- the end --- */

typedef struct Report {
    Show *show;
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
    if (report->show->look == LOOK_JSON && report->begun)
        simul_json_results(core, report->show->output);
    if (report->show->look != LOOK_JSON && report->begun) {
        output_line(report->show->output, "");
        crosstable_write(core, person_exhibitor_name(&status), report_line, report->show->output);
        match_table_write(core, report_line, report->show->output);
    }
}

static void report_files(Show *show, const Report *report)
{
    const char *pgn = show->files_said ? show->pgn : report->pgn;
    const char *journal = show->files_said ? show->journal : report->journal;
    if (pgn[0] != '\0')
        output_printf(show->output, "Score sheets: %s", pgn);
    if (show->unfinished[0] != '\0' && file_exists(show->unfinished))
        output_printf(show->output, "Unfinished games: %s", show->unfinished);
    if (show->remain && journal[0] != '\0') {
        char quoted[SIMUL_PATH_SIZE * 2];
        command_quote(journal, system_shell(), quoted, sizeof quoted);
        output_printf(show->output, "It can go on: carousel simul --resume %s", quoted);
    }
}

/* The exhibition is over; its files are closed before they are named. */
static int finish(Show *show)
{
    Report report = {.show = show};
    Controller *controller = desk_controller(show->desk);
    if (controller == NULL)
        return 1;
    controller_inspect(controller, look_at_end, &report);
    desk_destroy(show->desk);
    show->desk = NULL;
    web_close(atomic_exchange(&show->web, NULL), show->remain ? "The exhibition is saved and can be resumed." : "The exhibition is over.");
    if (show->look != LOOK_JSON && report.begun)
        report_files(show, &report);
    const bool done = report.complete || (show->test_decided && show->interrupts == 0);
    return done && !show->incomplete ? 0 : show->interrupts > 0 ? 130 : 1;
}

static void fill_state(void *context, const SimulCore *core)
{
    display_state_fill(context, core);
}

static bool start(Show *show, const SimulShow *wanted)
{
    bool started;
    if (wanted->resume != NULL) {
        started = desk_load(show->desk, wanted->resume) && show_reopen_pages(show, wanted);
    } else {
        const bool waits = show_waits_for_people(wanted->plan);
        const bool harsh = waits && wanted->plan->choices.settings.late == SIMUL_LATE_FORFEIT;
        desk_take_plan(show->desk, wanted->plan);
        started = waits ? desk_prepare(show->desk) : desk_start(show->desk);
        if (started && waits)
            show_answer(show, "notice people play by pages: the exhibition waits for `start`");
        if (started && harsh)
            show_answer(show, "notice late forfeit: whoever is late once, by a slow or closed page too, loses; `late pass` is milder");
    }
    if (started && show->look == LOOK_TABLE)
        show_inspect(show, fill_state, &show->state);
    return started;
}

/* The table, or, where there can be none, plain lines. */
static void open_screen(Show *show)
{
    const bool typed = terminal_is(show->input.descriptor);
    show->panel.count = 0;
    show->screen = screen_open(show->output, typed ? show->input.descriptor : NO_DESCRIPTOR, STANDARD_OUTPUT);
    if (show->screen == NULL)
        show->look = LOOK_PLAIN;
    show->input.keys = show->screen != NULL && typed;
}

/* Back on the normal screen: what was said last, then the crosstable. */
static void close_screen(Show *show)
{
    char lines[LAST_LINES][DISPLAY_LOG_SIZE];
    if (show->screen == NULL)
        return;
    screen_close(show->screen);
    show->screen = NULL;
    show->look = LOOK_PLAIN;
    const int logged = display_state_log(&show->state, LAST_LINES, lines);
    for (int i = 0; i < logged; i++)
        output_line(show->output, lines[i]);
    const int kept = show->last_count < LAST_LINES ? show->last_count : LAST_LINES;
    for (int i = show->last_count - kept; i < show->last_count; i++)
        output_line(show->output, show->last_words[i % LAST_LINES]);
}

int simul_show(const SimulShow *wanted)
{
    Show *show = calloc(1, sizeof *show);
    int status = 1;
    if (show == NULL)
        return 1;
    const bool reads = terminal_foreground(STANDARD_INPUT);
    const bool table = wanted->mode == SHOW_AUTO && terminal_draws(STANDARD_OUTPUT);
    show->look = table ? LOOK_TABLE : wanted->mode == SHOW_JSON ? LOOK_JSON : LOOK_PLAIN;
    show->people_watch = show->look == LOOK_PLAIN && reads && terminal_is(STANDARD_INPUT);
    show->on_terminal = terminal_is(STANDARD_INPUT) || terminal_is(STANDARD_OUTPUT) || terminal_is(STANDARD_ERROR);
    show->began_ns = system_now_ns();
    show->resumed = wanted->resume != NULL;
    atomic_init(&show->ended, false);
    atomic_init(&show->web, NULL);
    atomic_init(&show->closing, false);
    atomic_init(&show->going_on, false);
    display_state_init(&show->state);
    const DeskListener listener = {.answer = show_answer,
                                   .announce = on_announce,
                                   .ended = on_ended,
                                   .unread = unread,
                                   .open_pages = show_open_pages,
                                   .attach = on_attach,
                                   .context = show};
    show->output = output_create(STANDARD_OUTPUT);
    show->desk = show->output == NULL ? NULL : desk_create(&listener);
    if (show->desk != NULL && wake_init(&show->wake, NULL)) {
        input_init(&show->input, reads ? STANDARD_INPUT : NO_DESCRIPTOR, signals_open());
        show->input.wake = show->wake.reader;
        if (start(show, wanted)) {
            show_say_pages(show);
            if (table)
                open_screen(show);
            run(show);
            close_screen(show);
            status = finish(show);
        } else {
            for (int i = 0; i < show->panel.count; i++)
                fprintf(stderr, "carousel simul: %s\n", show->panel.lines[i]);
        }
        desk_destroy(show->desk);
        web_close(atomic_exchange(&show->web, NULL), "The exhibition did not begin.");
        input_destroy(&show->input);
        wake_destroy(&show->wake);
    } else {
        fprintf(stderr, "carousel simul: out of memory\n");
    }
    output_destroy(show->output, show->interrupts > 0 ? HURRIED_PATIENCE_MS : READER_PATIENCE_MS);
    display_state_destroy(&show->state);
    free(show);
    return status;
}
