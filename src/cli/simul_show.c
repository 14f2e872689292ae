/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/simul_show.h"

#include "base/units.h"
#include "cli/crosstable.h"
#include "cli/display.h"
#include "cli/line_editor.h"
#include "cli/person_turn.h"
#include "cli/sentences.h"
#include "cli/typed.h"
#include "desk/view.h"
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/file.h"
#include "system/input.h"
#include "system/output.h"
#include "system/signals.h"
#include "system/terminal.h"
#include "system/terminal_keys.h"
#include "system/wait.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME_MS = 100, LOOK_MS = 200, READER_PATIENCE_MS = 5000, LINE_SIZE = 2048, LAST_LINES = 16 };

typedef enum ShowLook { LOOK_PLAIN, LOOK_JSON, LOOK_TABLE } ShowLook;

/* An exhibition as the shell shows it. */
typedef struct Show {
    ShowLook look;
    Output *output;
    Desk *desk;
    Input input;
    WakePipe wake;
    Screen *screen;        /* TABLE */
    DisplayState state;
    DisplayPanel panel;    /* answers to the last line typed */
    LineEditor editor;
    int begun_visit;       /* the visit in which the line being typed was begun */
    char asked[TYPED_SIZE]; /* `resign B`, to be said yes to; "": nothing */
    int asked_visit;
    PersonTurn turn;
    char exhibitor[DISPLAY_NAME_SIZE];
    char missing[128];
    char hint[128];
    char last_words[LAST_LINES][LINE_SIZE]; /* errors and notices for the screen that is there afterwards, a ring */
    int last_count;
    int64_t began_ns;
    bool people_watch;     /* PLAIN: somebody sits at the terminal and may be to move */
    int plain_visit;       /* PLAIN: the turn shown last */
    size_t plain_plies;
    atomic_bool ended;
    bool remain;           /* games stand; read once it has ended */
    bool files_said;       /* where everything is, if not where it was to be: */
    bool incomplete;
    char pgn[SIMUL_PATH_SIZE];
    char journal[SIMUL_PATH_SIZE];
    char unfinished[SIMUL_PATH_SIZE];
    int interrupts;
    bool on_terminal;      /* keys reach us */
    bool abandoned;        /* nobody was there */
} Show;

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
    char line[LINE_SIZE];
    if (announcement->kind == SIMUL_SAYS_FILES)
        take_files(show, announcement);
    display_state_take(&show->state, announcement);
    switch (show->look) {
    case LOOK_TABLE: return;
    case LOOK_JSON: simul_announcement_json(announcement, line, sizeof line); break;
    case LOOK_PLAIN: simul_announcement_text(announcement, line, sizeof line); break;
    }
    output_line(show->output, line);
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
    return input_unread(&((Show *)context)->input);
}

/* An answer as an event of its own: "error" or "notice". */
static void answer_json(Show *show, const char *line)
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
    output_printf(show->output, "{\"event\":\"%s\",\"text\":\"%s\"}", error ? "error" : "notice", text);
}

/* The table's screen goes at the end: what matters then is said once more. */
static void keep_for_the_end(Show *show, const char *text)
{
    snprintf(show->last_words[show->last_count++ % LAST_LINES], LINE_SIZE, "%s", text);
}

static void on_answer(void *context, const char *line)
{
    Show *show = context;
    char text[LINE_SIZE];
    switch (show->look) {
    case LOOK_TABLE: {
        const char *sentence = sentence_of_answer(line, text, sizeof text);
        display_panel_add(&show->panel, sentence);
        if (strncmp(line, "error ", 6) == 0 || strncmp(line, "notice ", 7) == 0)
            keep_for_the_end(show, sentence);
        break;
    }
    case LOOK_PLAIN: output_line(show->output, line); break;
    case LOOK_JSON: answer_json(show, line); break;
    }
}

/* --- what is typed --- */

static void panel_line(void *context, const char *line)
{
    display_panel_add(context, line);
}

typedef struct BoardShown {
    Show *show;
    int board;
} BoardShown;

static void show_board(void *context, const SimulCore *core)
{
    const BoardShown *shown = context;
    person_show_board(core, shown->board, panel_line, &shown->show->panel);
}

static void show_status(void *context, const SimulCore *core)
{
    Show *show = context;
    SimulStatus status;
    char line[LINE_SIZE];
    simul_core_status(core, &status);
    snprintf(line, sizeof line, "Round %d, A at board %d, %s; %d boards, %d in play, +%d =%d -%d; %lld visits, %lld incidents", status.round,
             status.board, simul_phase_name(&status), status.boards, status.in_play, status.wins, status.draws, status.losses,
             (long long)status.visits, (long long)status.incidents);
    display_panel_add(&show->panel, line);
}

static void show_score(void *context, const SimulCore *core)
{
    Show *show = context;
    crosstable_write(core, show->exhibitor, panel_line, &show->panel);
}

/* The table answers questions itself, in words for people. */
static bool answered_here(Show *show, Text line)
{
    Text word;
    Text second;
    int64_t board;
    text_next(&line, &word);
    const bool more = text_next(&line, &second);
    Controller *controller = desk_controller(show->desk);
    if (text_is(word, "help") && !more) {
        for (int i = 0; sentence_of_help(i) != NULL; i++)
            display_panel_add(&show->panel, sentence_of_help(i));
    } else if (text_is(word, "board") && more && text_to_int(second, &board) && board >= 0 && board <= INT32_MAX) {
        BoardShown shown = {show, (int)board};
        controller_inspect(controller, show_board, &shown);
    } else if (text_is(word, "status") && !more) {
        controller_inspect(controller, show_status, show);
    } else if (text_is(word, "score") && !more) {
        controller_inspect(controller, show_score, show);
    } else {
        return false;
    }
    return true;
}

static void see_exhibitor(void *context, const SimulCore *core)
{
    *(bool *)context = person_plays_exhibitor(core);
}

static bool exhibitor_types(const Show *show)
{
    bool person = false;
    controller_inspect(desk_controller(show->desk), see_exhibitor, &person);
    return person;
}

/* `begun_visit`: the visit in which the line was begun, where keys are read one by one; else -1. What is meant for the board where A
 * stands counts only if A stood there already. */
static void take_line(Show *show, Text line, int begun_visit)
{
    char text[TYPED_SIZE];
    const DisplayHall hall = display_state_hall(&show->state);
    const bool late = begun_visit >= 0 && begun_visit != (int)hall.visits;
    const TypedKind kind = typed_complete(&hall, line, text);
    show->panel.count = 0;
    if (show->asked[0] != '\0') {
        const Text answer = text_trim(line);
        const bool yes = text_is(answer, "y") || text_is(answer, "yes");
        if (yes && show->asked_visit == (int)hall.visits)
            desk_command(show->desk, text_of(show->asked));
        else
            on_answer(show, "notice The game goes on.");
        show->asked[0] = '\0';
        return;
    }
    switch (kind) {
    case TYPED_NOTHING: return;
    case TYPED_TOO_LONG: on_answer(show, "error that line is too long to be a command"); return;
    case TYPED_MOVE:
        if (!exhibitor_types(show)) {
            on_answer(show, "error that is no command (`help` lists them), and no move is awaited here now: replies are typed while A "
                            "stands at the board");
            return;
        }
        break;
    case TYPED_HERE:
    case TYPED_REPLY_HERE:
    case TYPED_COMMAND: break;
    }
    if (kind != TYPED_COMMAND && late) {
        on_answer(show, "error A has gone on since that line was begun: it is not played; `3 e5` would be for board 3");
        return;
    }
    if (begun_visit >= 0 && typed_resigns(text)) {
        snprintf(show->asked, sizeof show->asked, "%s", text);
        show->asked_visit = (int)hall.visits;
        return;
    }
    if (show->look != LOOK_TABLE || !answered_here(show, text_of(text)))
        desk_command(show->desk, text_of(text));
}

static void take_key(Show *show, unsigned char byte)
{
    const bool empty = show->editor.length == 0;
    switch (line_editor_key(&show->editor, byte)) {
    case LINE_EDITOR_LINE: {
        char line[LINE_EDITOR_SIZE];
        snprintf(line, sizeof line, "%s", show->editor.text);
        line_editor_clear(&show->editor);
        show->hint[0] = '\0';
        take_line(show, text_of(line), show->begun_visit);
        break;
    }
    case LINE_EDITOR_END:
        snprintf(show->hint, sizeof show->hint, "Ctrl-C stops after A's move and saves; `quit` at once.");
        break;
    case LINE_EDITOR_FULL: snprintf(show->hint, sizeof show->hint, "The line is full."); break;
    case LINE_EDITOR_REDRAW: screen_redraw(show->screen); break;
    case LINE_EDITOR_CHANGED:
    case LINE_EDITOR_NOTHING: break;
    }
    if (empty)
        show->begun_visit = (int)display_state_hall(&show->state).visits;
}

/* --- drawing --- */

static void look_in(void *context, const SimulCore *core)
{
    Show *show = context;
    SimulStatus status;
    simul_core_status(core, &status);
    const bool named = status.exhibitor_name != NULL && status.exhibitor_name[0] != '\0';
    snprintf(show->exhibitor, sizeof show->exhibitor, "%.*s", DISPLAY_NAME_SIZE - 1, named ? status.exhibitor_name : "A");
    person_turn_look(&show->turn, core);
    person_turn_missing(core, show->missing, sizeof show->missing);
    display_state_look(&show->state, core);
}

static void draw(Show *show)
{
    char prompt[DISPLAY_NAME_SIZE + 32];
    if (terminal_was_suspended())
        screen_redraw(show->screen);
    controller_inspect(desk_controller(show->desk), look_in, show);
    if (show->asked[0] != '\0')
        snprintf(prompt, sizeof prompt, "%.40s: really? y/n> ", show->asked);
    else if (show->turn.board > 0)
        snprintf(prompt, sizeof prompt, "%s (%d)> ", show->turn.person, show->turn.board);
    else
        snprintf(prompt, sizeof prompt, "> ");
    const DisplayFrame frame = {
        .exhibitor = show->exhibitor,
        .missing = show->missing,
        .hint = show->hint,
        .panel = &show->panel,
        .turn = &show->turn,
        .prompt = prompt,
        .typed = show->editor.text,
        .cursor = line_editor_column(&show->editor),
        .elapsed_ns = system_now_ns() - show->began_ns,
    };
    display_draw(show->screen, &show->state, &frame);
}

/* Without a table: the board of the person at the terminal whose turn has come, once. */
static void show_turn_plainly(Show *show)
{
    controller_inspect(desk_controller(show->desk), look_in, show);
    const PersonTurn *turn = &show->turn;
    const int visit = (int)display_state_hall(&show->state).visits;
    if (turn->board == 0 || (visit == show->plain_visit && turn->plies == show->plain_plies))
        return;
    show->plain_visit = visit;
    show->plain_plies = turn->plies;
    for (int i = 0; i < DIAGRAM_LINES; i++)
        output_line(show->output, turn->diagram[i]);
    output_printf(show->output, "%s (%d): your move. You have %s against %s.%s%s", turn->person, turn->board,
                  turn->color == WHITE ? "White" : "Black", turn->other, turn->last[0] != '\0' ? " Played: " : "", turn->last);
}

/* --- running --- */

/* Can anybody still give an order? On a terminal by a key, else as long as input has not come to its end. */
static bool somebody_there(Show *show)
{
    return show->on_terminal || input_is_open(&show->input);
}

/* Where nobody can say how it is to go on, an exhibition that waits for that ends, saved. */
static void end_if_abandoned(Show *show)
{
    if (show->abandoned || somebody_there(show) || !controller_waits(desk_controller(show->desk)))
        return;
    show->abandoned = true;
    on_answer(show, "error nobody is there to give an order, which is waited for: the exhibition ends here, as it is saved");
    desk_command(show->desk, text_of("abort"));
}

static void interrupt(Show *show, int number)
{
    show->interrupts++;
    const bool gently = number == REQUEST_INTERRUPT && show->interrupts == 1;
    snprintf(show->hint, sizeof show->hint, gently ? "Stopping after A's move. Ctrl-C again: now." : "Stopping now.");
    if (show->look == LOOK_PLAIN)
        output_line(show->output, show->hint);
    desk_command(show->desk, text_of(gently ? "stop" : "abort"));
}

static void run(Show *show)
{
    int64_t frame_ns = system_now_ns();
    while (!atomic_load(&show->ended) && !output_broken(show->output)) {
        Text text;
        const int64_t look_ns = somebody_there(show) ? WAIT_FOREVER : system_now_ns() + LOOK_MS * NS_PER_MS;
        switch (input_next(&show->input, show->screen != NULL ? frame_ns : look_ns, &text)) {
        case INPUT_LINE: take_line(show, text, -1); break;
        case INPUT_KEYS:
            for (size_t i = 0; i < text.length; i++)
                take_key(show, (unsigned char)text.data[i]);
            frame_ns = system_now_ns();
            break;
        case INPUT_TOO_LONG: on_answer(show, "error the line was too long and has been ignored"); break;
        case INPUT_END: input_close(&show->input); break;
        case INPUT_SIGNAL: interrupt(show, signals_take()); break;
        case INPUT_WAKE: wake_drain(&show->wake); break;
        case INPUT_TIMEOUT: break;
        }
        end_if_abandoned(show);
        if (show->screen == NULL && show->people_watch)
            show_turn_plainly(show);
        if (show->screen != NULL && system_now_ns() >= frame_ns) {
            draw(show);
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
    if (report->show->look != LOOK_JSON && report->begun) {
        output_line(report->show->output, "");
        crosstable_write(core, status.exhibitor_name != NULL ? status.exhibitor_name : "A", report_line, report->show->output);
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
    if (show->remain && journal[0] != '\0')
        output_printf(show->output, "It can go on: carousel simul --resume '%s'", journal);
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
    if (show->look != LOOK_JSON && report.begun)
        report_files(show, &report);
    return report.complete && !show->incomplete ? 0 : show->interrupts > 0 ? 130 : 1;
}

static void fill_state(void *context, const SimulCore *core)
{
    display_state_fill(context, core);
}

static bool start(Show *show, const SimulShow *wanted)
{
    bool started;
    if (wanted->resume != NULL) {
        started = desk_load(show->desk, wanted->resume);
    } else {
        desk_take_plan(show->desk, wanted->plan);
        started = desk_start(show->desk);
    }
    if (started && show->look == LOOK_TABLE)
        controller_inspect(desk_controller(show->desk), fill_state, &show->state);
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
    atomic_init(&show->ended, false);
    display_state_init(&show->state);
    const DeskListener listener = {.answer = on_answer, .announce = on_announce, .ended = on_ended, .unread = unread, .context = show};
    show->output = output_create(STANDARD_OUTPUT);
    show->desk = show->output == NULL ? NULL : desk_create(&listener);
    if (show->desk != NULL && wake_init(&show->wake, NULL)) {
        input_init(&show->input, reads ? STANDARD_INPUT : NO_DESCRIPTOR, signals_open());
        show->input.wake = show->wake.reader;
        if (start(show, wanted)) {
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
        input_destroy(&show->input);
        wake_destroy(&show->wake);
    } else {
        fprintf(stderr, "carousel simul: out of memory\n");
    }
    output_destroy(show->output, READER_PATIENCE_MS);
    display_state_destroy(&show->state);
    free(show);
    return status;
}
