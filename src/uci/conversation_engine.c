/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The engine of a conversation: made when it is first needed, told options and a network when nothing is searched.
 */
#include "uci/conversation_state.h"

#include <stdatomic.h>

void conversation_stop_search(UciConversation *conversation)
{
    if (conversation->engine == NULL)
        return;
    if (atomic_load(&conversation->search.running))
        engine_stop(conversation->engine);
    engine_wait(conversation->engine);
}

static EngineOptions wanted_options(const UciConversation *conversation)
{
    EngineOptions wanted = uci_engine_options(&conversation->options);
    wanted.seed = conversation->game_seed;
    wanted.network = conversation->network;
    wanted.tablebase = conversation->tablebase;
    return wanted;
}

Engine *conversation_engine(UciConversation *conversation)
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

void conversation_settle(UciConversation *conversation)
{
    if (!atomic_load(&conversation->search.running) && (conversation->engine == NULL || conversation->stale || conversation->forget))
        conversation_engine(conversation);
}

void conversation_take_network(UciConversation *conversation)
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
        conversation_settle(conversation);
}

/* Of a file that is left out: from a search's threads too. */
static void tell_of_table(void *context, const char *message)
{
    output_printf(context, "info string %s", message);
}

void conversation_take_tables(UciConversation *conversation)
{
    const char *folders = conversation->options.syzygy_path;
    Tablebase *tablebase = NULL;
    Error error;
    if (folders[0] != '\0') {
        tablebase = tablebase_open(folders, tell_of_table, conversation->output, &error);
        if (tablebase == NULL) {
            output_printf(conversation->output, "info string option SyzygyPath: %s; nothing has changed", error.message);
            return;
        }
        output_printf(conversation->output, "info string SyzygyPath: %d WDL and %d DTZ tables of up to %d men",
                      tablebase_wdl_files(tablebase), tablebase_dtz_files(tablebase), tablebase_men(tablebase));
    }
    tablebase_release(conversation->tablebase); /* the engine has a reference of its own */
    conversation->tablebase = tablebase;
    conversation->stale = true;
    if (conversation->engine != NULL)
        conversation_settle(conversation);
}
