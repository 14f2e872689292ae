/* SPDX-License-Identifier: GPL-3.0-only */
/* Lines about a search, exactly as they are printed. */
#include "test.h"

#include "chess/chess.h"
#include "chess/fen.h"
#include "uci/report.h"

static Position position_of(const char *fen)
{
    Position position;
    FenReport report;
    CHECK(fen_parse(fen, FEN_LENIENT, &position, &report));
    return position;
}

int main(void)
{
    char line[UCI_LINE_SIZE];
    char score[24];
    chess_init();
    Position position = position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    const Move pv[] = {move_make(E1, H1, MOVE_CASTLING), move_make(E8, 52, MOVE_NORMAL)};
    SearchInfo info = {.depth = 7,
                       .selective_depth = 12,
                       .multipv = 2,
                       .score = -31,
                       .bound = BOUND_EXACT,
                       .wdl = {100, 700, 200},
                       .nodes = 3000000000,
                       .time_ns = 1500000000,
                       .hashfull = 17,
                       .pv = pv,
                       .pv_length = 2};
    uci_info_text(&info, &position, false, line);
    CHECK_STR(line, "info depth 7 seldepth 12 multipv 2 score cp -31 nodes 3000000000 nps 2000000000 hashfull 17 time 1500 pv e1g1 e8e7");
    position.chess960 = 1;
    info.bound = BOUND_UPPER;
    info.pv_length = 1;
    info.time_ns = 0;
    uci_info_text(&info, &position, true, line);
    CHECK_STR(
        line,
        "info depth 7 seldepth 12 multipv 2 score cp -31 upperbound wdl 100 700 200 nodes 3000000000 nps 0 hashfull 17 time 0 pv e1h1");
    info.pv_length = 0;
    info.bound = BOUND_LOWER;
    info.score = SCORE_MATE - 5;
    uci_info_text(&info, &position, false, line);
    CHECK_STR(line, "info depth 7 seldepth 12 multipv 2 score mate 3 lowerbound nodes 3000000000 nps 0 hashfull 17 time 0");

    info.has_tables = true;
    info.table_hits = 12;
    info.score = SCORE_TABLE_WIN - 3;
    uci_info_text(&info, &position, false, line);
    CHECK_STR(line, "info depth 7 seldepth 12 multipv 2 score cp 24997 lowerbound nodes 3000000000 nps 0 hashfull 17 time 0 tbhits 12");

    CHECK_INT(uci_score_text(-SCORE_MATE + 4, score), 7);
    CHECK_STR(score, "mate -2");
    CHECK_INT(uci_score_text(0, score), 4);
    CHECK_STR(score, "cp 0");

    SearchResult result = {.best = pv[0], .ponder = pv[1]};
    uci_best_move_text(&result, &position, line);
    CHECK_STR(line, "bestmove e1h1 ponder e8e7");
    position.chess960 = 0;
    result.ponder = MOVE_NONE;
    uci_best_move_text(&result, &position, line);
    CHECK_STR(line, "bestmove e1g1");
    result.best = MOVE_NONE;
    uci_best_move_text(&result, &position, line);
    CHECK_STR(line, "bestmove (none)");
    return test_end("uci/report");
}
