/* SPDX-License-Identifier: GPL-3.0-only */
/* Score sheets: tags, comments, odd names, Chess960, read back by the PGN reader. */
#include "chess/fen.h"
#include "chess/pgn_reader.h"
#include "record/score_sheet.h"
#include "rules/openings.h"
#include "simul/scene.h"

static PgnWriter writer;

static const char *sheet(int board)
{
    SimulBoardView view;
    simul_core_view(scene_core, board, &view);
    pgn_writer_clear(&writer);
    score_sheet_write_core(&writer, scene_core, &view, NULL);
    CHECK(pgn_writer_ok(&writer));
    return writer.text;
}

/* The sheet read back is the game. */
static void reads_back(int board)
{
    PgnGame game;
    PgnReader reader;
    sheet(board);
    reader = pgn_reader_open(writer.text, writer.length);
    CHECK(pgn_game_init(&game));
    CHECK(pgn_read(&reader, &game));
    CHECK_INT(game.error, PGN_OK);
    char read[FEN_SIZE], played[FEN_SIZE];
    fen_write(&game.game.current, read);
    fen_write(&simul_core_game(scene_core, board)->current, played);
    CHECK_STR(read, played);
    CHECK(!pgn_read(&reader, &game));
    pgn_game_destroy(&game);
}

static void the_whole_sheet(void)
{
    scene_set(1);
    snprintf(scene_settings.event, sizeof scene_settings.event, "Club \"evening\"");
    snprintf(scene_settings.site, sizeof scene_settings.site, "Linz");
    snprintf(scene_settings.date, sizeof scene_settings.date, "2026.01.31");
    snprintf(scene_settings.exhibitor_name, sizeof scene_settings.exhibitor_name, "Anna A.");
    snprintf(scene_settings.tc, sizeof scene_settings.tc, "300+2");
    scene_boards[0].moves = "e2e4 e7e5";
    scene_settings.late = SIMUL_LATE_WARN;
    scene_open(1);
    scene_scored_move(10, "g1f3", 35);
    scene_asked(10, 1);
    scene_deadline();
    scene_reply(712, 1, "b8c6");
    scene_give(1000, &(SimulEvent){.kind = SIMUL_EVENT_REPLY,
                                   .seat = 0,
                                   .request = scene_request,
                                   .text = "f1b5",
                                   .has_score = true,
                                   .is_mate = true,
                                   .score = -7,
                                   .depth = 30});
    scene_asked(1000, 1);
    scene_operator(1001, SIMUL_EVENT_LEAVE, 1, NULL);
    SHOWS(sheet(1),
          "[Event \"Club \\\"evening\\\"\"]\n[Site \"Linz\"]\n[Date \"2026.01.31\"]\n[Round \"1\"]\n[White \"Anna A.\"]\n"
          "[Black \"Otto\"]\n[Result \"1-0\"]\n[Board \"1\"]\n[ECO \"C60\"]\n[Opening \"Spanish Game\"]\n[TimeControl \"300+2\"]\n"
          "[Termination \"abandoned\"]\n\n"
          "1. e4 e5 2. Nf3 {+0.35/9 0.010s} 2... Nc6 {702 ms, late} 3. Bb5 {-#7/30 0.288s}\n"
          "{Black abandons the game (left the exhibition; the exhibition's rules)} 1-0\n\n");
    reads_back(1);
}

static void a_black_in_chess960(void)
{
    scene_set(1);
    scene_settings.color = SIMUL_COLOR_BLACK;
    scene_boards[0].fen = "nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w FBfb - 0 1";
    scene_boards[0].opening = "Position by lot";
    scene_boards[0].name = "Eve {the} \\ \"first\"";
    scene_open(1);
    scene_asked(0, 1);
    scene_reply(5, 1, "a2a3");
    const char *text = sheet(1);
    CHECK(strstr(text, "[Variant \"Chess960\"]\n") != NULL);
    CHECK(strstr(text, "[SetUp \"1\"]\n") != NULL);
    CHECK(strstr(text, "[Opening \"Position by lot\"]\n") != NULL);
    CHECK(strstr(text, "[White \"Eve {the} \\\\ \\\"first\\\"\"]\n[Black \"Anna\"]\n[Result \"*\"]\n") != NULL);
    CHECK(strstr(text, "[Termination \"unterminated\"]\n") != NULL);
    CHECK(strstr(text, "1. a3 {5 ms} {unfinished} *\n") != NULL);
    reads_back(1);
}

static void terminations_are_told_apart(void)
{
    static const struct {
        SimulEventKind kind;
        const char *text, *termination;
    } cases[] = {{SIMUL_EVENT_RESIGN, NULL, "normal"},
                 {SIMUL_EVENT_REPLY, "e2e5", "rules infraction"},
                 {SIMUL_EVENT_FAILED, "killed by signal 11", "abandoned"},
                 {SIMUL_EVENT_DEADLINE, NULL, "time forfeit"},
                 {SIMUL_EVENT_ADJUDICATE, "1/2-1/2", "adjudication"},
                 {SIMUL_EVENT_ADJUDICATE, "*", "unterminated"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        scene_set(1);
        scene_settings.color = SIMUL_COLOR_BLACK;
        scene_open(1);
        scene_asked(0, 1);
        if (cases[i].kind == SIMUL_EVENT_DEADLINE)
            scene_deadline();
        else if (cases[i].kind == SIMUL_EVENT_ADJUDICATE)
            scene_operator(9, cases[i].kind, 1, cases[i].text);
        else
            scene_event(9, cases[i].kind, 1, cases[i].text);
        char tag[64];
        snprintf(tag, sizeof tag, "[Termination \"%s\"]\n", cases[i].termination);
        CHECK_MSG(strstr(sheet(1), tag) != NULL, "%s is not in:\n%s", tag, sheet(1));
    }
}

int main(void)
{
    chess_init();
    openings_init();
    writer = pgn_writer_begin();
    the_whole_sheet();
    a_black_in_chess960();
    terminations_are_told_apart();
    pgn_writer_destroy(&writer);
    simul_core_destroy(scene_core);
    return test_end("simul/score_sheet");
}
