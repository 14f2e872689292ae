/* SPDX-License-Identifier: GPL-3.0-only */
#include "uci/conversation.h"

#include "chess/diagram.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "chess/move_text.h"
#include "desk/desk.h"
#include "engine/engine.h"
#include "engine/network.h"
#include "perft/perft.h"
#include "system/clock.h"
#include "uci/command.h"
#include "uci/go.h"
#include "uci/jobs.h"
#include "uci/options.h"
#include "version.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEN_TEXT_SIZE = 512, WORD_SIZE = 16, ANNOUNCEMENT_SIZE = 2048 };

struct UciConversation {
    Output *output;
    Input *input;        /* where its lines come from */
    UciOptions options;
    UciOptions applied;  /* what the engine has been told */
    bool stale;          /* options wait for the search to end */
    bool forget;         /* so does Clear Hash */
    uint64_t game_seed;  /* of a weakened engine's play in this game */
    const Network *network; /* of EvalFile; NULL: the program's own */
    Engine *engine;      /* made when it is first needed */
    Game game;
    Game draft;          /* a `position` is read into it, then the two change places */
    UciSearch search;
    UciJob count;
    Desk *desk;     /* of exhibitions; made when it is first needed */
};

UciConversation *uci_conversation_create(Output *output, Input *input)
{
    UciConversation *session = calloc(1, sizeof *session);
    if (session == NULL)
        return NULL;
    session->output = output;
    session->input = input;
    session->game_seed = (uint64_t)system_now_ns();
    session->options = session->applied = uci_default_options();
    session->search.output = output;
    session->count.output = output;
    atomic_init(&session->search.running, false);
    atomic_init(&session->count.running, false);
    Position start;
    position_start(&start);
    const bool first = game_init(&session->game, &start);
    if (!first || !game_init(&session->draft, &start)) {
        if (first)
            game_destroy(&session->game);
        free(session);
        return NULL;
    }
    return session;
}

bool uci_conversation_counts(UciConversation *session)
{
    return atomic_load(&session->count.running);
}

static void stop_search(UciConversation *session)
{
    if (session->engine == NULL)
        return;
    if (atomic_load(&session->search.running))
        engine_stop(session->engine);
    engine_wait(session->engine);
}

void uci_conversation_destroy(UciConversation *session)
{
    if (session == NULL)
        return;
    desk_destroy(session->desk);
    uci_job_wait(&session->count);
    stop_search(session);
    engine_destroy(session->engine);
    network_release(session->network);
    game_destroy(&session->draft);
    game_destroy(&session->game);
    free(session);
}

static EngineOptions wanted_options(const UciConversation *session)
{
    EngineOptions wanted = uci_engine_options(&session->options);
    wanted.seed = session->game_seed;
    wanted.network = session->network;
    return wanted;
}

/* The engine, told the latest options. Only while no search runs. NULL if there is no memory even for the defaults. */
static Engine *ready_engine(UciConversation *session)
{
    if (session->engine == NULL) {
        EngineOptions wanted = wanted_options(session);
        session->engine = engine_create(&wanted);
        if (session->engine != NULL)
            session->applied = session->options;
        else
            session->stale = true;
    }
    if (session->engine == NULL) {
        EngineOptions modest = engine_default_options();
        session->engine = engine_create(&modest);
        if (session->engine == NULL) {
            output_line(session->output, "info string no memory for the engine");
            return NULL;
        }
    }
    if (session->stale) {
        engine_wait(session->engine);
        EngineOptions wanted = wanted_options(session);
        if (engine_set_options(session->engine, &wanted)) {
            session->applied = session->options;
        } else {
            output_printf(session->output, "info string Hash %d MB and %d threads cannot be had; it stays at %d MB and %d",
                          session->options.hash_mb, session->options.threads, session->applied.hash_mb,
                          session->applied.threads);
            session->options.hash_mb = session->applied.hash_mb;
            session->options.threads = session->applied.threads;
            wanted = wanted_options(session);
            engine_set_options(session->engine, &wanted);
        }
        session->stale = false;
    }
    if (session->forget) {
        engine_wait(session->engine);
        engine_new_game(session->engine);
        session->forget = false;
    }
    return session->engine;
}

/* What waits for the search to end is done as soon as nothing runs. */
static void settle(UciConversation *session)
{
    if (!atomic_load(&session->search.running) && (session->engine == NULL || session->stale || session->forget))
        ready_engine(session);
}

/* --- exhibitions --- */

static void say_simul(void *context, const char *line)
{
    UciConversation *session = context;
    output_printf(session->output, "info string simul %s", line);
}

/* On the controller's thread. */
static void on_announcement(void *context, const SimulAnnouncement *announcement)
{
    char line[ANNOUNCEMENT_SIZE];
    simul_announcement_text(announcement, line, sizeof line);
    say_simul(context, line);
}

static bool unread(void *context)
{
    return input_unread(((UciConversation *)context)->input);
}

static Desk *ready_desk(UciConversation *session)
{
    const DeskListener listener = {.answer = say_simul, .announce = on_announcement, .unread = unread, .context = session};
    if (session->desk == NULL)
        session->desk = desk_create(&listener);
    if (session->desk == NULL)
        output_line(session->output, "info string simul error out of memory");
    return session->desk;
}

static void do_simul(UciConversation *session, Text words)
{
    Desk *desk = ready_desk(session);
    if (desk != NULL)
        desk_command(desk, words);
}

/* The button of a GUI without a console: begins what SimulFile names. */
static void press_simul_start(UciConversation *session)
{
    Desk *desk = ready_desk(session);
    if (desk != NULL)
        desk_start_file(desk, session->options.simul_file);
}

/* --- commands --- */

static void do_uci(UciConversation *session)
{
    output_line(session->output, "id name " CAROUSEL_NAME);
    output_line(session->output, "id author " CAROUSEL_AUTHOR);
    uci_options_declare(session->output);
    output_line(session->output, "uciok");
}

/* Takes the network that EvalFile names, or the program's own again. A bad file changes nothing. */
static void take_eval_file(UciConversation *session)
{
    const char *path = session->options.eval_file;
    const Network *network = NULL;
    char message[NETWORK_MESSAGE_SIZE];
    if (path[0] != '\0' && (network = network_load(path, message)) == NULL) {
        output_printf(session->output, "info string option EvalFile: %s; the network stays as it is", message);
        return;
    }
    network_release(session->network); /* the engine has a reference of its own */
    session->network = network;
    session->stale = true;
    if (session->engine != NULL)
        settle(session);
}

static void do_setoption(UciConversation *session, const UciCommand *command)
{
    char message[UCI_MESSAGE_SIZE];
    switch (uci_option_set(&session->options, command->name, command->value, message)) {
    case OPTION_REFUSED: output_printf(session->output, "info string %s", message); break;
    case OPTION_TAKEN: break;
    case OPTION_OF_ENGINE:
        session->stale = true;
        if (session->engine != NULL)
            settle(session);
        break;
    case OPTION_EVAL_FILE: take_eval_file(session); break;
    case OPTION_CLEAR_HASH:
        session->forget = session->engine != NULL;
        settle(session);
        break;
    case OPTION_SIMUL_START: press_simul_start(session); break;
    }
}

static bool read_start(UciConversation *session, const UciCommand *command, Position *position)
{
    if (command->start) {
        position_start(position);
        return true;
    }
    char text[FEN_TEXT_SIZE];
    text_copy(command->name, text, sizeof text);
    FenReport report;
    if (!fen_parse(text, FEN_LENIENT, position, &report)) {
        output_printf(session->output, "info string position: %s; the previous position stays", report.message);
        return false;
    }
    if (report.warning[0] != '\0')
        output_printf(session->output, "info string position: %s", report.warning);
    return true;
}

static void do_position(UciConversation *session, const UciCommand *command)
{
    Position start;
    if (command->name.length == 0 && !command->start) {
        output_line(session->output, "info string position: expected startpos or fen FEN; the previous position stays");
        return;
    }
    if (!read_start(session, command, &start))
        return;
    if (session->options.chess960)
        start.chess960 = 1;
    Game *draft = &session->draft;
    game_restart(draft, &start);
    Text rest = command->value;
    Text word;
    for (size_t number = 1; text_next(&rest, &word); number++) {
        char text[WORD_SIZE];
        Move move = MOVE_NONE;
        const size_t length = text_copy(word, text, sizeof text);
        const MoveTextError error = length < word.length ? MOVE_TEXT_UNREADABLE : move_from_text(&draft->current, text, &move);
        if (error != MOVE_TEXT_OK) {
            output_printf(session->output, "info string position: move %zu, \"%s\", is %s; the previous position stays", number,
                          text, move_text_error_name(error));
            return;
        }
        if (!game_play(draft, move)) {
            output_line(session->output, "info string position: out of memory; the previous position stays");
            return;
        }
    }
    const Game taken = *draft;
    *draft = session->game;
    session->game = taken;
    settle(session); /* the engine is made before the clock of the first search runs */
}

static void do_perft(UciConversation *session, int64_t depth)
{
    const int plies = uci_limit(depth, 0, PERFT_MAX_DEPTH);
    if (!uci_job_perft(&session->count, &session->game.current, plies, session->options.threads))
        output_line(session->output, "info string go perft: no thread to be had");
}

static void do_go(UciConversation *session, const UciGo *go, int64_t stamp_ns)
{
    if (go->bad_word.length > 0)
        output_printf(session->output, "info string go: %.*s needs %s; passed over", TEXT_SHOWN(go->bad_word),
                      text_is(go->bad_word, "searchmoves") ? "moves" : "a whole number");
    /* The GUI should have waited; the search it did not wait for answers now. */
    stop_search(session);
    if (go->perft != UCI_ABSENT) {
        do_perft(session, go->perft);
        return;
    }
    uci_job_wait(&session->count);
    Engine *engine = ready_engine(session);
    if (engine == NULL) {
        output_line(session->output, "bestmove (none)");
        return;
    }
    Move moves[MAX_MOVES];
    SearchLimits limits = go->limits;
    limits.start_ns = stamp_ns;
    limits.search_move_count = uci_search_moves(session->output, &session->game.current, go->search_moves, moves);
    limits.search_moves = limits.search_move_count > 0 ? moves : NULL;
    uci_search_start(&session->search, engine, &session->game, &limits, session->options.show_wdl);
}

static void do_display(UciConversation *session)
{
    const Position *position = &session->game.current;
    char lines[DIAGRAM_LINES][DIAGRAM_LINE_SIZE];
    char fen[FEN_SIZE];
    diagram_write(position, WHITE, lines);
    for (int i = 0; i < DIAGRAM_LINES; i++)
        output_line(session->output, lines[i]);
    fen_write(position, fen);
    output_printf(session->output, "Fen: %s", fen);
    output_printf(session->output, "Key: %016" PRIX64, position->key);
    output_printf(session->output, "Side to move: %s%s", position_side_to_move(position) == WHITE ? "white" : "black",
                  position_in_check(position) ? ", in check" : "");
    output_printf(session->output, "Legal moves: %d", movegen_count(&position->board));
}

static void do_eval(UciConversation *session)
{
    const Position *position = &session->game.current;
    if (position_in_check(position)) {
        output_line(session->output, "Evaluation: none, the side to move is in check");
        return;
    }
    const int own = engine_evaluate(session->engine, position);
    const int white = position_side_to_move(position) == WHITE ? own : -own;
    output_printf(session->output, "Evaluation: %+.2f (pawns, from White's side)", white / 100.0);
}

static void do_help(UciConversation *session)
{
    static const char *const LINES[] = {
        "Carousel speaks UCI. Besides the protocol's own commands:",
        "  d                      the board, its FEN and key",
        "  eval                   the static evaluation of the position",
        "  go perft DEPTH         counts move paths, divided by first move",
        "  bench [DEPTH]          searches fixed positions: node count and speed",
        "  simul ...              gives an exhibition; `simul help` lists its commands",
        "  quit",
    };
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++)
        output_line(session->output, LINES[i]);
}

static void do_new_game(UciConversation *session)
{
    stop_search(session);
    session->game_seed = (uint64_t)system_now_ns();
    session->stale = session->forget = session->engine != NULL;
    settle(session);
}

static void do_ready(UciConversation *session)
{
    settle(session);
    output_line(session->output, "readyok");
}

bool uci_conversation_line(UciConversation *session, Text line, int64_t stamp_ns)
{
    UciCommand command;
    uci_command_parse(line, &command);
    switch (command.verb) {
    case UCI_EMPTY:
    case UCI_DEBUG:
    case UCI_REGISTER: break;
    case UCI_UNKNOWN:
        output_printf(session->output, "info string unknown command: %.*s", TEXT_SHOWN(command.name));
        break;
    case UCI_UCI: do_uci(session); break;
    case UCI_ISREADY: do_ready(session); break;
    case UCI_SETOPTION: do_setoption(session, &command); break;
    case UCI_NEW_GAME: do_new_game(session); break;
    case UCI_POSITION: do_position(session, &command); break;
    case UCI_GO: do_go(session, &command.go, stamp_ns); break;
    case UCI_STOP:
        uci_job_stop(&session->count);
        if (session->engine != NULL && atomic_load(&session->search.running))
            engine_stop(session->engine);
        break;
    case UCI_PONDERHIT:
        if (session->engine != NULL && atomic_load(&session->search.running))
            engine_ponderhit(session->engine);
        break;
    case UCI_DISPLAY: do_display(session); break;
    case UCI_EVAL: do_eval(session); break;
    case UCI_BENCH:
        if (!uci_job_bench(&session->count, command.number == UCI_ABSENT ? 0 : uci_limit(command.number, 1, UCI_BENCH_DEPTH_MAX)))
            output_line(session->output, "info string bench: no thread to be had");
        break;
    case UCI_HELP: do_help(session); break;
    case UCI_SIMUL: do_simul(session, command.rest); break;
    case UCI_QUIT: return false;
    }
    return true;
}
