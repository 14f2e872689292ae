/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Whatever an opponent does, with real processes: the verdict on his board is right, nothing of him is left, and every
 * other game is move for move what it is without him.
 */
#include "control/controller_test.h"

typedef struct Fault {
    const char *words; /* of the scripted engine */
    const char *result;
    const char *termination;
    const char *reason;   /* begins so */
    const char *incident; /* begins so; "" none; NULL whatever */
} Fault;

#define PLAYED "1/2-1/2", "adjudication", "adjudicated (4 moves have been played)"

static const Fault FAULTS[] = {
    /* Odd, but no fault of the game's. */
    {"banner 'name=N\xc3\xa4me; with \"odd\" (characters) 100%'", PLAYED, ""},
    {"handshake=700", PLAYED, ""},
    {"early", PLAYED, ""},
    {"twice", PLAYED, "2 an answer nobody asked for is dropped"},
    {"unasked=1", PLAYED, "2 an answer nobody asked for is dropped: a2a3"},
    {"nul", PLAYED, ""},
    {"flood", PLAYED, NULL},
    {"capitals always at=1", PLAYED, ""},
    {"ignore-quit ignore-term", PLAYED, ""},
    {"xboard", PLAYED, ""},
    {"xboard nodone", PLAYED, ""},
    /* Illegal moves. */
    {"illegal", "1-0", "rules infraction", "Black makes an illegal move (a1a8: ", ""},
    {"none", "1-0", "rules infraction", "Black makes an illegal move ((none): ", ""},
    {"null", "1-0", "rules infraction", "Black makes an illegal move (0000: ", ""},
    {"empty", "1-0", "rules infraction", "Black makes an illegal move (", ""},
    {"garbage", "1-0", "rules infraction", "Black makes an illegal move (xyzzy: ", ""},
    {"xboard illegal at=3", "1-0", "rules infraction", "Black makes an illegal move (a1a8: ", ""},
    /* Late. */
    {"late=20000", "1-0", "time forfeit", "Black replies late (no reply after ", ""},
    {"silent", "1-0", "time forfeit", "Black replies late (no reply after ", ""},
    {"silent ignore-quit ignore-term", "1-0", "time forfeit", "Black replies late (no reply after ", ""},
    {"deaf", "1-0", "time forfeit", "Black replies late (no reply after ", ""},
    {"suspend", "1-0", "time forfeit", "Black replies late (no reply after ", ""},
    {"gigabyte", "1-0", "time forfeit", "Black replies late (no reply after ", "2 prints a line without end"},
    /* Gone. */
    {"crash", "1-0", "abandoned", "Black abandons the game (killed by signal 6", ""},
    {"exit=3", "1-0", "abandoned", "Black abandons the game (exited with status 3; the exhibition's rules)", ""},
    {"exit=3 'words=out of cheese'", "1-0", "abandoned",
     "Black abandons the game (exited with status 3; its last words on stderr: out of cheese; the exhibition's rules)", ""},
    {"leave=0", "1-0", "abandoned", "Black abandons the game (exited with status 0; the exhibition's rules)", ""},
    {"close", "1-0", "abandoned", "Black abandons the game (closed its output, but runs on; the exhibition's rules)", ""},
    {"xboard resign at=3", "1-0", "normal", "Black resigns (Article 5.1.2)", ""},
    /* Never silent: what says something about the game, unasked, without end; all else is read and dropped. */
    {"pour 'line=bestmove e7e5'", "1-0", "abandoned",
     "Black abandons the game (floods the arbiter: more than 100 things that nobody asked for; the exhibition's rules)", NULL},
    {"xboard at=3 pour 'line=offer draw'", "1-0", "abandoned",
     "Black abandons the game (floods the arbiter: more than 100 things that nobody asked for; the exhibition's rules)", NULL},
    {"pour 'line=info string hello'", PLAYED, NULL},
    {"xboard at=3 pour 'line=# hello'", PLAYED, NULL},
};

static void set_boards(SimulBoardSetup boards[4], char specs[4][512], const char *words, bool late)
{
    static const char *const honest[4] = {"seed=1", "", "seed=3", "seed=4"};
    for (int i = 0; i < 4; i++) {
        simul_board_default(&boards[i]);
        boards[i].spec = fake_spec(specs[i], "", i == 1 ? words : honest[i]);
    }
    if (late)
        boards[1].reply_ms = 400;
}

static Show plain;

static void test_fault(const Fault *fault)
{
    static Show show;
    SimulBoardSetup boards[4];
    char specs[4][512], words[256];
    snprintf(words, sizeof words, "at=2 %s", fault->words);
    set_boards(boards, specs, words, strcmp(fault->termination, "time forfeit") == 0);
    SimulSettings settings = show_settings();
    show_run(&show, &settings, boards, 4, fault->words);
    CHECK_MSG(strcmp(show.result[2], fault->result) == 0 && strcmp(show.termination[2], fault->termination) == 0 &&
                  strncmp(show.reason[2], fault->reason, strlen(fault->reason)) == 0,
              "%s: ended %s, %s, '%s'", fault->words, show.result[2], show.termination[2], show.reason[2]);
    CHECK_MSG(fault->incident == NULL      ? true
              : fault->incident[0] == '\0' ? show.incidents[0] == '\0'
                                           : strncmp(show.incidents, fault->incident, strlen(fault->incident)) == 0,
              "%s: incidents '%s'", fault->words, show.incidents);
    static const int others[] = {1, 3, 4};
    for (int i = 0; i < 3; i++)
        CHECK_MSG(strcmp(show.moves[others[i]], plain.moves[others[i]]) == 0, "%s: board %d went '%s' instead of '%s'", fault->words,
                  others[i], show.moves[others[i]], plain.moves[others[i]]);
    CHECK_INT(show.dones, 1);
    CHECK_INT(show.lates[1] + show.lates[3] + show.lates[4], 0);
}

int main(void)
{
    chess_init();
    system_ignore_broken_pipes();
    SimulBoardSetup boards[4];
    char specs[4][512];
    SimulSettings settings = show_settings();
    set_boards(boards, specs, "seed=11", false);
    show_run(&plain, &settings, boards, 4, "no fault");
    for (int board = 1; board <= 4; board++)
        CHECK_MSG(strlen(plain.moves[board]) == 8 * 5 && strcmp(plain.termination[board], "adjudication") == 0, "board %d: %s %s", board,
                  plain.moves[board], plain.reason[board]);
    for (size_t i = 0; i < sizeof FAULTS / sizeof FAULTS[0]; i++)
        test_fault(&FAULTS[i]);
    return test_end("simul/controller_faults");
}
