/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The live table of an exhibition on a terminal: when it is drawn, and what is typed below it.
 */
#include "cli/simul_show_state.h"

#include "cli/crosstable.h"
#include "cli/sentences.h"
#include "cli/simul_json.h"
#include "desk/view.h"
#include "system/clock.h"
#include "system/terminal_keys.h"

#include <stdio.h>
#include <string.h>

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
    char line[SHOW_LINE_SIZE];
    simul_core_status(core, &status);
    snprintf(line, sizeof line, "Round %d, A at board %d, %s; %d boards, %d in play, +%d =%d -%d; %lld visits, %lld incidents",
             status.round, status.board, view_phase_name(&status), status.boards, status.in_play, status.wins, status.draws, status.losses,
             (long long)status.visits, (long long)status.incidents);
    display_panel_add(&show->panel, line);
}

static void say_results(void *context, const SimulCore *core)
{
    simul_json_results(core, ((Show *)context)->output);
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
    if (text_is(word, "help") && !more) {
        for (int i = 0; sentence_of_help(i) != NULL; i++)
            display_panel_add(&show->panel, sentence_of_help(i));
    } else if (text_is(word, "board") && more && text_to_int(second, &board) && board >= 0 && board <= INT32_MAX) {
        BoardShown shown = {show, (int)board};
        return show_inspect(show, show_board, &shown);
    } else if (text_is(word, "status") && !more) {
        return show_inspect(show, show_status, show);
    } else if (text_is(word, "score") && !more) {
        return show_inspect(show, show_score, show);
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
    show_inspect(show, see_exhibitor, &person);
    return person;
}

/* An exhibition that goes on, or another one, takes back the end of the last beforehand: the next end may come at any moment. */
static void give_desk(Show *show, Text line)
{
    Text rest = line;
    Text word;
    const bool begins = text_next(&rest, &word) && (text_is(word, "start") || text_is(word, "resume") || text_is(word, "load"));
    const bool anew = begins && atomic_exchange(&show->ended, false);
    const bool done = desk_command(show->desk, line, show->input.stamp_ns);
    if (anew && done) {
        atomic_store(&show->closing, false);
        show->interrupts = 0;
    } else if (anew) {
        atomic_store(&show->ended, true);
    }
}

void show_take_line(Show *show, Text line, int begun_visit)
{
    char text[TYPED_SIZE];
    const DisplayHall hall = display_state_hall(&show->state);
    const bool late = begun_visit >= 0 && begun_visit != (int)hall.visits;
    const TypedKind kind = typed_complete(&hall, line, text);
    show->panel.count = 0;
    if (show_take_pages_line(show, line))
        return;
    if (show->asked[0] != '\0') {
        const Text answer = text_trim(line);
        const bool yes = text_is(answer, "y") || text_is(answer, "yes");
        if (yes && show->asked_visit == (int)hall.visits)
            desk_command(show->desk, text_of(show->asked), show->input.stamp_ns);
        else
            show_answer(show, "notice The game goes on.");
        show->asked[0] = '\0';
        return;
    }
    switch (kind) {
    case TYPED_NOTHING: return;
    case TYPED_TOO_LONG: show_answer(show, "error that line is too long to be a command"); return;
    case TYPED_MOVE:
        if (!exhibitor_types(show)) {
            show_answer(show, "error that is no command (`help` lists them), and no move is awaited here now: replies are typed while A "
                              "stands at the board");
            return;
        }
        break;
    case TYPED_HERE:
    case TYPED_REPLY_HERE:
    case TYPED_COMMAND: break;
    }
    if (kind != TYPED_COMMAND && late) {
        show_answer(show, "error A has gone on since that line was begun: it is not played; `3 e5` would be for board 3");
        return;
    }
    if (begun_visit >= 0 && typed_resigns(text)) {
        snprintf(show->asked, sizeof show->asked, "%s", text);
        show->asked_visit = (int)hall.visits;
        return;
    }
    if (show->look == LOOK_JSON && text_is(text_trim(text_of(text)), "score") && show_inspect(show, say_results, show))
        return;
    if (show->look != LOOK_TABLE || !answered_here(show, text_of(text)))
        give_desk(show, text_of(text));
}

void show_take_key(Show *show, unsigned char byte)
{
    const bool empty = show->editor.length == 0;
    switch (line_editor_key(&show->editor, byte)) {
    case LINE_EDITOR_LINE: {
        char line[LINE_EDITOR_SIZE];
        snprintf(line, sizeof line, "%s", show->editor.text);
        line_editor_clear(&show->editor);
        show->hint[0] = '\0';
        show_take_line(show, text_of(line), show->begun_visit);
        break;
    }
    case LINE_EDITOR_END: snprintf(show->hint, sizeof show->hint, "Ctrl-C stops after A's move and saves; `quit` at once."); break;
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
    snprintf(show->exhibitor, sizeof show->exhibitor, "%.*s", DISPLAY_NAME_SIZE - 1, person_exhibitor_name(&status));
    person_turn_look(&show->turn, core);
    person_turn_missing(core, show->missing, sizeof show->missing);
    display_state_look(&show->state, core);
}

void show_draw(Show *show)
{
    char prompt[DISPLAY_NAME_SIZE + 32];
    if (terminal_was_suspended())
        screen_redraw(show->screen);
    show_inspect(show, look_in, show);
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

void show_turn_plainly(Show *show)
{
    if (!show_inspect(show, look_in, show))
        return;
    const PersonTurn *turn = &show->turn;
    const int visit = (int)display_state_hall(&show->state).visits;
    if (turn->board == 0 || (visit == show->plain_visit && turn->plies == show->plain_plies))
        return;
    show->plain_visit = visit;
    show->plain_plies = turn->plies;
    for (int i = 0; i < DIAGRAM_LINES; i++)
        output_line(show->output, turn->diagram[i]);
    if (turn->illegal_limit > 0 && turn->illegal + 1 >= turn->illegal_limit)
        output_printf(show->output, "Illegal moves count here: %d so far, the next one loses.", turn->illegal);
    output_printf(show->output, "%s (%d): your move. You have %s against %s.%s%s", turn->person, turn->board,
                  turn->color == WHITE ? "White" : "Black", turn->other, turn->last[0] != '\0' ? " Played: " : "", turn->last);
}
