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
    bool run;            /* SimulRun was set: the exhibition is to begin once the GUI has set all its options */
    uint64_t game_seed;  /* of a weakened engine's play in this game */
    const Network *network; /* of EvalFile; NULL: the program's own */
    Engine *engine;      /* made when it is first needed */
    Game game;
    Game draft;          /* a `position` is read into it, then the two change places */
    UciSearch search;
    UciJob job;
    Desk *desk;     /* of exhibitions; made when it is first needed */
};

UciConversation *uci_conversation_create(Output *output, Input *input)
{
    UciConversation *conversation = calloc(1, sizeof *conversation);
    if (conversation == NULL)
        return NULL;
    conversation->output = output;
    conversation->input = input;
    conversation->game_seed = (uint64_t)system_now_ns();
    conversation->options = conversation->applied = uci_default_options();
    conversation->search.output = output;
    conversation->job.output = output;
    atomic_init(&conversation->search.running, false);
    atomic_init(&conversation->job.running, false);
    Position start;
    position_start(&start);
    const bool first = game_init(&conversation->game, &start);
    if (!first || !game_init(&conversation->draft, &start)) {
        if (first)
            game_destroy(&conversation->game);
        free(conversation);
        return NULL;
    }
    return conversation;
}

bool uci_conversation_busy(UciConversation *conversation)
{
    return atomic_load(&conversation->job.running);
}

static void stop_search(UciConversation *conversation)
{
    if (conversation->engine == NULL)
        return;
    if (atomic_load(&conversation->search.running))
        engine_stop(conversation->engine);
    engine_wait(conversation->engine);
}

void uci_conversation_destroy(UciConversation *conversation)
{
    if (conversation == NULL)
        return;
    desk_destroy(conversation->desk);
    uci_job_wait(&conversation->job);
    stop_search(conversation);
    engine_destroy(conversation->engine);
    network_release(conversation->network);
    game_destroy(&conversation->draft);
    game_destroy(&conversation->game);
    free(conversation);
}

static EngineOptions wanted_options(const UciConversation *conversation)
{
    EngineOptions wanted = uci_engine_options(&conversation->options);
    wanted.seed = conversation->game_seed;
    wanted.network = conversation->network;
    return wanted;
}

/* The engine, told the latest options. Only while no search runs. NULL if there is no memory even for the defaults. */
static Engine *ready_engine(UciConversation *conversation)
{
    if (conversation->engine == NULL) {
        EngineOptions wanted = wanted_options(conversation);
        conversation->engine = engine_create(&wanted);
        if (conversation->engine != NULL)
            conversation->applied = conversation->options;
        else
            conversation->stale = true;
    }
    if (conversation->engine == NULL) {
        EngineOptions modest = engine_default_options();
        conversation->engine = engine_create(&modest);
        if (conversation->engine == NULL) {
            output_line(conversation->output, "info string no memory for the engine");
            return NULL;
        }
    }
    if (conversation->stale) {
        engine_wait(conversation->engine);
        EngineOptions wanted = wanted_options(conversation);
        if (engine_set_options(conversation->engine, &wanted)) {
            conversation->applied = conversation->options;
        } else {
            output_printf(conversation->output, "info string Hash %d MB and %d threads cannot be had; it stays at %d MB and %d",
                          conversation->options.engine.hash_mb, conversation->options.engine.threads, conversation->applied.engine.hash_mb,
                          conversation->applied.engine.threads);
            conversation->options.engine.hash_mb = conversation->applied.engine.hash_mb;
            conversation->options.engine.threads = conversation->applied.engine.threads;
            wanted = wanted_options(conversation);
            engine_set_options(conversation->engine, &wanted);
        }
        conversation->stale = false;
    }
    if (conversation->forget) {
        engine_wait(conversation->engine);
        engine_new_game(conversation->engine);
        conversation->forget = false;
    }
    return conversation->engine;
}

/* What waits for the search to end is done as soon as nothing runs. */
static void settle(UciConversation *conversation)
{
    if (!atomic_load(&conversation->search.running) && (conversation->engine == NULL || conversation->stale || conversation->forget))
        ready_engine(conversation);
}

/* --- exhibitions --- */

static void say_simul(void *context, const char *line)
{
    UciConversation *conversation = context;
    output_printf(conversation->output, "info string simul %s", line);
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

static Desk *ready_desk(UciConversation *conversation)
{
    const DeskListener listener = {.answer = say_simul, .announce = on_announcement, .unread = unread, .context = conversation};
    if (conversation->desk == NULL)
        conversation->desk = desk_create(&listener);
    if (conversation->desk == NULL)
        output_line(conversation->output, "info string simul error out of memory");
    return conversation->desk;
}

static void do_simul(UciConversation *conversation, Text words, int64_t stamp_ns)
{
    Desk *desk = ready_desk(conversation);
    if (desk != NULL)
        desk_command(desk, words, stamp_ns);
}

/* The button of a GUI without a console: begins what SimulFile names. */
static void press_simul_start(UciConversation *conversation)
{
    Desk *desk = ready_desk(conversation);
    if (desk != NULL)
        desk_start_file(desk, conversation->options.simul_file);
}

/* --- commands --- */

static void do_uci(UciConversation *conversation)
{
    output_line(conversation->output, "id name " CAROUSEL_NAME);
    output_line(conversation->output, "id author " CAROUSEL_AUTHOR);
    uci_options_declare(conversation->output);
    output_line(conversation->output, "uciok");
}

/* Takes the network that EvalFile names, or the program's own again. A bad file changes nothing. */
static void take_eval_file(UciConversation *conversation)
{
    const char *path = conversation->options.eval_file;
    const Network *network = NULL;
    char message[NETWORK_MESSAGE_SIZE];
    if (path[0] != '\0' && (network = network_load(path, message)) == NULL) {
        output_printf(conversation->output, "info string option EvalFile: %s; the network stays as it is", message);
        return;
    }
    network_release(conversation->network); /* the engine has a reference of its own */
    conversation->network = network;
    conversation->stale = true;
    if (conversation->engine != NULL)
        settle(conversation);
}

static void do_setoption(UciConversation *conversation, const UciCommand *command)
{
    char message[UCI_MESSAGE_SIZE];
    switch (uci_option_set(&conversation->options, command->name, command->value, message)) {
    case OPTION_REFUSED: output_printf(conversation->output, "info string %s", message); break;
    case OPTION_TAKEN: break;
    case OPTION_OF_ENGINE:
        conversation->stale = true;
        if (conversation->engine != NULL)
            settle(conversation);
        break;
    case OPTION_EVAL_FILE: take_eval_file(conversation); break;
    case OPTION_CLEAR_HASH:
        conversation->forget = conversation->engine != NULL;
        settle(conversation);
        break;
    case OPTION_SIMUL_START: press_simul_start(conversation); break;
    case OPTION_SIMUL_RUN: conversation->run = conversation->options.simul_run; break;
    }
}

static bool read_start(UciConversation *conversation, const UciCommand *command, Position *position)
{
    if (command->start) {
        position_start(position);
        return true;
    }
    char text[FEN_TEXT_SIZE];
    text_copy(command->name, text, sizeof text);
    FenReport report;
    if (!fen_parse(text, FEN_LENIENT, position, &report)) {
        output_printf(conversation->output, "info string position: %s; the previous position stays", report.message);
        return false;
    }
    if (report.warning[0] != '\0')
        output_printf(conversation->output, "info string position: %s", report.warning);
    return true;
}

static void do_position(UciConversation *conversation, const UciCommand *command)
{
    Position start;
    if (command->name.length == 0 && !command->start) {
        output_line(conversation->output, "info string position: expected startpos or fen FEN; the previous position stays");
        return;
    }
    if (!read_start(conversation, command, &start))
        return;
    if (conversation->options.chess960)
        start.chess960 = 1;
    Game *draft = &conversation->draft;
    game_restart(draft, &start);
    Text rest = command->value;
    Text word;
    for (size_t number = 1; text_next(&rest, &word); number++) {
        char text[WORD_SIZE];
        Move move = MOVE_NONE;
        const size_t length = text_copy(word, text, sizeof text);
        const MoveTextError error = length < word.length ? MOVE_TEXT_UNREADABLE : move_from_text(&draft->current, text, &move);
        if (error != MOVE_TEXT_OK) {
            output_printf(conversation->output, "info string position: move %zu, \"%s\", is %s; the previous position stays", number,
                          text, move_text_error_name(error));
            return;
        }
        if (!game_play(draft, move)) {
            output_line(conversation->output, "info string position: out of memory; the previous position stays");
            return;
        }
    }
    const Game taken = *draft;
    *draft = conversation->game;
    conversation->game = taken;
    settle(conversation); /* the engine is made before the clock of the first search runs */
}

static void do_perft(UciConversation *conversation, int64_t depth)
{
    const int plies = uci_limit(depth, 0, PERFT_MAX_DEPTH);
    if (!uci_job_perft(&conversation->job, &conversation->game.current, plies, conversation->options.engine.threads))
        output_line(conversation->output, "info string go perft: no thread to be had");
}

static void do_go(UciConversation *conversation, const UciGo *go, int64_t stamp_ns)
{
    if (go->bad_word.length > 0)
        output_printf(conversation->output, "info string go: %.*s needs %s; ignored", TEXT_SHOWN(go->bad_word),
                      text_is(go->bad_word, "searchmoves") ? "moves" : "a whole number");
    /* The GUI should have waited; the search it did not wait for answers now. */
    stop_search(conversation);
    if (go->perft != UCI_ABSENT) {
        do_perft(conversation, go->perft);
        return;
    }
    uci_job_wait(&conversation->job);
    Engine *engine = ready_engine(conversation);
    if (engine == NULL) {
        output_line(conversation->output, "bestmove (none)");
        return;
    }
    Move moves[MAX_MOVES];
    SearchLimits limits = go->limits;
    if (limits.infinite)
        limits = (SearchLimits){.infinite = true, .ponder = limits.ponder}; /* outranks every limit that stands beside it */
    limits.start_ns = stamp_ns;
    limits.search_move_count = uci_search_moves(conversation->output, &conversation->game.current, go->search_moves, moves);
    limits.search_moves = limits.search_move_count > 0 ? moves : NULL;
    uci_search_start(&conversation->search, engine, &conversation->game, &limits, conversation->options.show_wdl);
}

static void do_display(UciConversation *conversation)
{
    const Position *position = &conversation->game.current;
    char lines[DIAGRAM_LINES][DIAGRAM_LINE_SIZE];
    char fen[FEN_SIZE];
    diagram_write(position, WHITE, lines);
    for (int i = 0; i < DIAGRAM_LINES; i++)
        output_line(conversation->output, lines[i]);
    fen_write(position, fen);
    output_printf(conversation->output, "Fen: %s", fen);
    output_printf(conversation->output, "Key: %016" PRIX64, position->key);
    output_printf(conversation->output, "Side to move: %s%s", position_side_to_move(position) == WHITE ? "white" : "black",
                  position_in_check(position) ? ", in check" : "");
    output_printf(conversation->output, "Legal moves: %d", movegen_count(&position->board));
}

static void do_eval(UciConversation *conversation)
{
    const Position *position = &conversation->game.current;
    if (position_in_check(position)) {
        output_line(conversation->output, "Evaluation: none, the side to move is in check");
        return;
    }
    const int own = engine_evaluate(conversation->engine, position);
    const int white = position_side_to_move(position) == WHITE ? own : -own;
    output_printf(conversation->output, "Evaluation: %+.2f (pawns, from White's side)", white / 100.0);
}

static void do_help(UciConversation *conversation)
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
        output_line(conversation->output, LINES[i]);
}

static void do_new_game(UciConversation *conversation)
{
    stop_search(conversation);
    conversation->game_seed = (uint64_t)system_now_ns();
    conversation->stale = conversation->forget = conversation->engine != NULL;
    settle(conversation);
}

static void do_ready(UciConversation *conversation)
{
    settle(conversation);
    output_line(conversation->output, "readyok");
}

/* Options come in any order; after these commands they have all come. */
static void run_simul(UciConversation *conversation, UciVerb verb)
{
    if (!conversation->run || (verb != UCI_ISREADY && verb != UCI_NEW_GAME && verb != UCI_POSITION))
        return;
    conversation->run = false;
    press_simul_start(conversation);
}

bool uci_conversation_line(UciConversation *conversation, Text line, int64_t stamp_ns)
{
    UciCommand command;
    uci_command_parse(line, &command);
    run_simul(conversation, command.verb);
    switch (command.verb) {
    case UCI_EMPTY:
    case UCI_DEBUG:
    case UCI_REGISTER: break;
    case UCI_UNKNOWN:
        output_printf(conversation->output, "info string unknown command: %.*s", TEXT_SHOWN(command.name));
        break;
    case UCI_UCI: do_uci(conversation); break;
    case UCI_ISREADY: do_ready(conversation); break;
    case UCI_SETOPTION: do_setoption(conversation, &command); break;
    case UCI_NEW_GAME: do_new_game(conversation); break;
    case UCI_POSITION: do_position(conversation, &command); break;
    case UCI_GO: do_go(conversation, &command.go, stamp_ns); break;
    case UCI_STOP:
        uci_job_stop(&conversation->job);
        if (conversation->engine != NULL && atomic_load(&conversation->search.running))
            engine_stop(conversation->engine);
        break;
    case UCI_PONDERHIT:
        if (conversation->engine != NULL && atomic_load(&conversation->search.running))
            engine_ponderhit(conversation->engine);
        break;
    case UCI_DISPLAY: do_display(conversation); break;
    case UCI_EVAL: do_eval(conversation); break;
    case UCI_BENCH:
        if (!uci_job_bench(&conversation->job, command.number == UCI_ABSENT ? 0 : uci_limit(command.number, 1, UCI_BENCH_DEPTH_MAX)))
            output_line(conversation->output, "info string bench: no thread to be had");
        break;
    case UCI_HELP: do_help(conversation); break;
    case UCI_SIMUL: do_simul(conversation, command.rest, stamp_ns); break;
    case UCI_QUIT: return false;
    }
    return true;
}
