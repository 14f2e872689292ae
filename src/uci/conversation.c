/* SPDX-License-Identifier: GPL-3.0-only */
#include "uci/conversation_state.h"

#include "chess/diagram.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "desk/desk.h"
#include "engine/engine.h"
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

void uci_conversation_leave(UciConversation *conversation)
{
    desk_destroy(conversation->desk);
    conversation->desk = NULL;
}

void uci_conversation_destroy(UciConversation *conversation)
{
    if (conversation == NULL)
        return;
    uci_conversation_leave(conversation);
    uci_job_wait(&conversation->job);
    conversation_stop_search(conversation);
    engine_destroy(conversation->engine);
    network_release(conversation->network);
    tablebase_release(conversation->tablebase);
    game_destroy(&conversation->draft);
    game_destroy(&conversation->game);
    free(conversation);
}

static void do_uci(UciConversation *conversation)
{
    output_line(conversation->output, "id name " CAROUSEL_NAME);
    output_line(conversation->output, "id author " CAROUSEL_AUTHOR);
    uci_options_declare(conversation->output);
    output_line(conversation->output, "uciok");
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
            conversation_settle(conversation);
        break;
    case OPTION_EVAL_FILE: conversation_take_network(conversation); break;
    case OPTION_SYZYGY_PATH: conversation_take_tables(conversation); break;
    case OPTION_CLEAR_HASH:
        conversation->forget = conversation->engine != NULL;
        conversation_settle(conversation);
        break;
    case OPTION_SIMUL_START: conversation_simul_start(conversation); break;
    case OPTION_SIMUL_RUN: conversation->run = conversation->options.simul_run; break;
    }
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
    conversation_stop_search(conversation);
    if (go->perft != UCI_ABSENT) {
        do_perft(conversation, go->perft);
        return;
    }
    uci_job_wait(&conversation->job);
    Engine *engine = conversation_engine(conversation);
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
    conversation_stop_search(conversation);
    conversation->game_seed = (uint64_t)system_now_ns();
    conversation->stale = conversation->forget = conversation->engine != NULL;
    conversation_settle(conversation);
}

static void do_ready(UciConversation *conversation)
{
    conversation_settle(conversation);
    output_line(conversation->output, "readyok");
}

/* Options come in any order; after these commands they have all come. */
static void run_simul(UciConversation *conversation, UciVerb verb)
{
    if (!conversation->run || (verb != UCI_ISREADY && verb != UCI_NEW_GAME && verb != UCI_POSITION))
        return;
    conversation->run = false;
    conversation_simul_start(conversation);
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
    case UCI_UNKNOWN: output_printf(conversation->output, "info string unknown command: %.*s", TEXT_SHOWN(command.name)); break;
    case UCI_UCI: do_uci(conversation); break;
    case UCI_ISREADY: do_ready(conversation); break;
    case UCI_SETOPTION: do_setoption(conversation, &command); break;
    case UCI_NEW_GAME: do_new_game(conversation); break;
    case UCI_POSITION: conversation_position(conversation, &command); break;
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
    case UCI_SIMUL: conversation_simul(conversation, command.rest, stamp_ns); break;
    case UCI_QUIT: return false;
    }
    return true;
}
