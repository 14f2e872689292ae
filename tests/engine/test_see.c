/* SPDX-License-Identifier: GPL-3.0-only */
/* Static exchange evaluation: exact gains, found by the threshold at which the answer changes. */
#include "chess/chess.h"
#include "chess/fen.h"
#include "chess/move_text.h"
#include "engine/see.h"
#include "test.h"

/* Values: pawn 100, knight 320, bishop 335, rook 510, queen 950. */
static const struct {
    const char *fen;
    const char *move;
    int gain;
} CASES[] = {
    {"4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", 100},                 /* hanging pawn */
    {"4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", 100 - 510},         /* protected pawn */
    {"4k3/8/4p3/3p4/8/3R4/3R4/4K3 w - - 0 1", "d3d5", 100 - 510 + 100}, /* doubled rooks through each other */
    {"3rk3/3r4/8/3p4/8/3R4/3R4/4K3 w - - 0 1", "d3d5", 100 - 510},      /* as many defenders */
    {"4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", 950},
    {"4k3/8/4p3/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", 950 - 100},
    {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", 100}, /* en passant */
    {"4k3/8/8/8/3pP3/8/5P2/4K3 b - e3 0 1", "d4e3", 0}, /* en passant, recaptured */
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 950 - 100},
    {"r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8q", 510 + 950 - 100},
    {"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100}, /* the queen is lost, a pawn was paid */
    {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", 0},
    {"4k3/8/8/8/2b5/8/4N3/4K3 w - - 0 1", "e2d4", 0},         /* quiet and safe */
    {"4k3/8/8/4p3/8/8/4N3/4K3 w - - 0 1", "e2d4", -320},      /* quiet, onto a pawn */
    {"8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100},      /* the king cannot recapture */
    {"8/8/4k3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", 100 - 510}, /* the king can */
    {"3q1rk1/5ppp/8/8/8/2B5/5PPP/3Q2K1 w - - 0 1", "d1d8", 0},
    {"k3r3/8/8/4n3/3P4/8/8/K3R3 w - - 0 1", "d4e5", 320}, /* the rook had better not recapture */
};

int main(void)
{
    chess_init();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Position position;
        FenReport report;
        Move move;
        CHECK(fen_parse(CASES[i].fen, FEN_LENIENT, &position, &report));
        if (!CHECK_INT(move_from_text(&position, CASES[i].move, &move), MOVE_TEXT_OK))
            continue;
        int gain = -2000;
        while (gain < 2000 && see_at_least(&position, move, gain + 1))
            gain++;
        CHECK_MSG(gain == CASES[i].gain, "%s %s: %d, expected %d", CASES[i].fen, CASES[i].move, gain, CASES[i].gain);
    }
    return test_end("engine/see");
}
