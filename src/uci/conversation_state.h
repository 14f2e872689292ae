/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What a conversation knows, and what its files do for each other; private to uci/conversation*.c.
 */
#ifndef CAROUSEL_UCI_CONVERSATION_STATE_H
#define CAROUSEL_UCI_CONVERSATION_STATE_H

#include "chess/game.h"
#include "desk/desk.h"
#include "engine/engine.h"
#include "engine/network.h"
#include "tablebase/tablebase.h"
#include "uci/command.h"
#include "uci/conversation.h"
#include "uci/go.h"
#include "uci/jobs.h"
#include "uci/options.h"

struct UciConversation {
    Output *output;
    Input *input; /* where its lines come from */
    UciOptions options;
    UciOptions applied;     /* what the engine has been told */
    bool stale;             /* options wait for the search to end */
    bool forget;            /* so does Clear Hash */
    bool run;               /* SimulRun was set: the exhibition is to begin once the GUI has set all its options */
    uint64_t game_seed;     /* of a weakened engine's play in this game */
    const Network *network; /* of EvalFile; NULL: the program's own */
    Tablebase *tablebase;   /* of SyzygyPath; NULL: none */
    Engine *engine;         /* made when it is first needed */
    Game game;
    Game draft; /* a `position` is read into it, then the two change places */
    UciSearch search;
    UciJob job;
    Desk *desk; /* of exhibitions; made when it is first needed */
};

/* ---- conversation_engine.c ---- */

/* The engine, told the latest options. Only while no search runs. NULL if there is no memory even for the defaults. */
Engine *conversation_engine(UciConversation *conversation);
/* What waits for the search to end is done as soon as nothing runs. */
void conversation_settle(UciConversation *conversation);
/* A search that runs answers now. */
void conversation_stop_search(UciConversation *conversation);
/* Takes the network that EvalFile names, or the program's own again. A bad file changes nothing. */
void conversation_take_network(UciConversation *conversation);
/* Takes the endgame tables in the folders of SyzygyPath, or none. Folders that are not there, or hold none, change nothing. */
void conversation_take_tables(UciConversation *conversation);

/* ---- conversation_position.c ---- */

/* A command that is wrong anywhere leaves the position as it was. */
void conversation_position(UciConversation *conversation, const UciCommand *command);

/* ---- conversation_simul.c ---- */

void conversation_simul(UciConversation *conversation, Text words, int64_t stamp_ns);
/* The button of a GUI without a console: begins what SimulFile names. */
void conversation_simul_start(UciConversation *conversation);

#endif
