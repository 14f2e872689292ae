/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Chess once more, slowly and by other means: an array of letters and the rules as sentences. It shares no code
 * with the program; the tests judge the program's verdicts by it.
 */
#ifndef CAROUSEL_TESTS_SIMUL_SLOW_CHESS_H
#define CAROUSEL_TESTS_SIMUL_SLOW_CHESS_H

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct SlowBoard {
    char at[64];     /* a1, b1 … h8: piece letters as in FEN, '.' */
    bool white;      /* to move */
    char rook[2][2]; /* squares of rooks that may castle: [black][towards a], -1 none */
    int passant;     /* the square a pawn may be captured on, -1: none */
    int quiet;       /* plies without capture or pawn move */
} SlowBoard;

static int slow_abs(int x)
{
    return x < 0 ? -x : x;
}

static int slow_king(const SlowBoard *b, bool white)
{
    for (int s = 0; s < 64; s++)
        if (b->at[s] == (white ? 'K' : 'k'))
            return s;
    return -1;
}

static void slow_from_fen(SlowBoard *b, const char *fen)
{
    memset(b, 0, sizeof *b);
    memset(b->at, '.', sizeof b->at);
    memset(b->rook, -1, sizeof b->rook);
    int rank = 7, file = 0;
    for (; *fen != ' '; fen++) {
        if (*fen == '/') {
            rank--;
            file = 0;
        } else if (isdigit((unsigned char)*fen)) {
            file += *fen - '0';
        } else {
            b->at[rank * 8 + file++] = *fen;
        }
    }
    b->white = fen[1] == 'w';
    fen += 3;
    for (; *fen != ' '; fen++) {
        if (*fen == '-')
            continue;
        const bool black = islower((unsigned char)*fen) != 0;
        const char letter = (char)toupper((unsigned char)*fen), rook = black ? 'r' : 'R';
        const int home = black ? 56 : 0, king = slow_king(b, !black);
        if (letter == 'K') {
            for (int s = home + 7; s > king; s--)
                if (b->at[s] == rook) {
                    b->rook[black][0] = (char)s;
                    break;
                }
        } else if (letter == 'Q') {
            for (int s = home; s < king; s++)
                if (b->at[s] == rook) {
                    b->rook[black][1] = (char)s;
                    break;
                }
        } else {
            const int s = home + letter - 'A';
            b->rook[black][s < king] = (char)s;
        }
    }
    fen++;
    b->passant = fen[0] == '-' ? -1 : (fen[1] - '1') * 8 + fen[0] - 'a';
    b->quiet = atoi(strchr(fen, ' ') + 1);
}

static bool slow_clear(const SlowBoard *b, int from, int to)
{
    const int df = to % 8 - from % 8, dr = to / 8 - from / 8;
    const int step = (df > 0) - (df < 0) + 8 * ((dr > 0) - (dr < 0));
    for (int s = from + step; s != to; s += step)
        if (b->at[s] != '.')
            return false;
    return true;
}

/* Does the piece on `from` attack `to`, whatever stands there? */
static bool slow_attacks(const SlowBoard *b, int from, int to)
{
    const int df = slow_abs(to % 8 - from % 8), dr = slow_abs(to / 8 - from / 8);
    if (from == to)
        return false;
    switch (b->at[from]) {
    case 'P': return df == 1 && to / 8 - from / 8 == 1;
    case 'p': return df == 1 && to / 8 - from / 8 == -1;
    case 'N':
    case 'n': return df * dr == 2;
    case 'B':
    case 'b': return df == dr && slow_clear(b, from, to);
    case 'R':
    case 'r': return (df == 0 || dr == 0) && slow_clear(b, from, to);
    case 'Q':
    case 'q': return (df == dr || df == 0 || dr == 0) && slow_clear(b, from, to);
    case 'K':
    case 'k': return df <= 1 && dr <= 1;
    default: return false;
    }
}

static bool slow_is_white(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool slow_attacked(const SlowBoard *b, int square, bool by_white)
{
    for (int s = 0; s < 64; s++)
        if (b->at[s] != '.' && slow_is_white(b->at[s]) == by_white && slow_attacks(b, s, square))
            return true;
    return false;
}

static void slow_forget_rook(SlowBoard *b, int square)
{
    for (int c = 0; c < 2; c++)
        for (int side = 0; side < 2; side++)
            if (b->rook[c][side] == square)
                b->rook[c][side] = -1;
}

/* Makes an ordinary move without asking whether it leaves the king attacked. */
static void slow_move(SlowBoard *b, int from, int to, char promoted)
{
    const char piece = b->at[from];
    const bool pawn = piece == 'P' || piece == 'p';
    b->quiet = pawn || b->at[to] != '.' ? 0 : b->quiet + 1;
    if (pawn && to == b->passant && from % 8 != to % 8)
        b->at[from / 8 * 8 + to % 8] = '.';
    b->at[to] = promoted == '\0' ? piece : b->white ? (char)toupper((unsigned char)promoted) : promoted;
    b->at[from] = '.';
    slow_forget_rook(b, from);
    slow_forget_rook(b, to);
    if (piece == 'K' || piece == 'k')
        b->rook[piece == 'k'][0] = b->rook[piece == 'k'][1] = -1;
    b->passant = pawn && slow_abs(to - from) == 16 ? (from + to) / 2 : -1;
    b->white = !b->white;
}

/* May the piece go there, the king's safety aside? Castling is not asked here. */
static bool slow_goes(const SlowBoard *b, int from, int to)
{
    const char piece = b->at[from], target = b->at[to];
    if (piece == '.' || slow_is_white(piece) != b->white || from == to || (target != '.' && slow_is_white(target) == b->white))
        return false;
    if (piece != 'P' && piece != 'p')
        return slow_attacks(b, from, to);
    const int up = piece == 'P' ? 8 : -8;
    if (to == from + up)
        return target == '.';
    if (to == from + 2 * up)
        return target == '.' && b->at[from + up] == '.' && from / 8 == (piece == 'P' ? 1 : 6);
    return slow_attacks(b, from, to) && (target != '.' || to == b->passant);
}

static bool slow_legal(const SlowBoard *b, int from, int to)
{
    if (!slow_goes(b, from, to))
        return false;
    SlowBoard after = *b;
    slow_move(&after, from, to, '\0');
    return !slow_attacked(&after, slow_king(&after, b->white), !b->white);
}

static bool slow_may_castle(const SlowBoard *b, int rook)
{
    const int king = slow_king(b, b->white);
    if (b->rook[!b->white][rook < king] != rook)
        return false;
    const int home = king / 8 * 8, king_to = home + (rook < king ? 2 : 6), rook_to = home + (rook < king ? 3 : 5);
    int least = king, most = king;
    const int squares[3] = {rook, king_to, rook_to};
    for (int i = 0; i < 3; i++) {
        least = squares[i] < least ? squares[i] : least;
        most = squares[i] > most ? squares[i] : most;
    }
    for (int s = least; s <= most; s++)
        if (b->at[s] != '.' && s != king && s != rook)
            return false;
    SlowBoard bare = *b; /* the king steps along with the castling rook still there, and arrives with it gone */
    bare.at[king] = '.';
    for (int s = king;; s += king_to > king ? 1 : -1) {
        if (slow_attacked(&bare, s, !b->white))
            return false;
        if (s == king_to)
            break;
    }
    bare.at[rook] = '.';
    bare.at[rook_to] = b->white ? 'R' : 'r';
    return !slow_attacked(&bare, king_to, !b->white);
}

/* Plays UCI text. False if it is not legal. */
static bool slow_play(SlowBoard *b, const char *uci)
{
    const int from = uci[0] - 'a' + 8 * (uci[1] - '1'), to = uci[2] - 'a' + 8 * (uci[3] - '1');
    const char king = b->white ? 'K' : 'k', rook = b->white ? 'R' : 'r';
    int castle = -1;
    if (b->at[from] == king && b->at[to] == rook)
        castle = to;
    else if (b->at[from] == king && slow_abs(from - to) == 2 && from / 8 == to / 8)
        castle = b->rook[!b->white][to < from];
    if (castle >= 0) {
        if (!slow_may_castle(b, castle))
            return false;
        const int home = from / 8 * 8;
        b->at[from] = b->at[castle] = '.';
        b->at[home + (castle < from ? 2 : 6)] = king;
        b->at[home + (castle < from ? 3 : 5)] = rook;
        b->rook[!b->white][0] = b->rook[!b->white][1] = -1;
        b->passant = -1;
        b->quiet++;
        b->white = !b->white;
        return true;
    }
    const bool last = (b->at[from] == 'P' && to >= 56) || (b->at[from] == 'p' && to < 8);
    if (last != (uci[4] != '\0') || !slow_legal(b, from, to))
        return false;
    slow_move(b, from, to, uci[4]);
    return true;
}

static bool slow_any_move(const SlowBoard *b)
{
    for (int from = 0; from < 64; from++)
        if (b->at[from] != '.' && slow_is_white(b->at[from]) == b->white)
            for (int to = 0; to < 64; to++)
                if (slow_legal(b, from, to))
                    return true;
    for (int side = 0; side < 2; side++)
        if (b->rook[!b->white][side] >= 0 && slow_may_castle(b, b->rook[!b->white][side]))
            return true;
    return false;
}

static bool slow_in_check(const SlowBoard *b)
{
    return slow_attacked(b, slow_king(b, b->white), !b->white);
}

/* A number for what makes positions the same: pieces, side, castling rights, en passant if it can be captured. */
static uint64_t slow_identity(const SlowBoard *b)
{
    uint64_t sum = UINT64_C(1469598103934665603);
    int passant = -1;
    if (b->passant >= 0)
        for (int from = 0; from < 64; from++)
            if ((b->at[from] == 'P' || b->at[from] == 'p') && from % 8 != b->passant % 8 && slow_legal(b, from, b->passant))
                passant = b->passant;
    for (int s = 0; s < 64; s++)
        sum = (sum ^ (uint64_t)(unsigned char)b->at[s]) * UINT64_C(1099511628211);
    for (int i = 0; i < 4; i++)
        sum = (sum ^ (uint64_t)(unsigned char)b->rook[i / 2][i % 2]) * UINT64_C(1099511628211);
    sum = (sum ^ (uint64_t)(unsigned)(passant + 2)) * UINT64_C(1099511628211);
    return (sum ^ b->white) * UINT64_C(1099511628211);
}

/* Only the king is left to this side. */
static bool slow_bare(const SlowBoard *b, bool white)
{
    for (int s = 0; s < 64; s++)
        if (b->at[s] != '.' && slow_is_white(b->at[s]) == white && toupper((unsigned char)b->at[s]) != 'K')
            return false;
    return true;
}

/* Bare kings, one minor piece in all, or bishops that all stand on squares of one colour. */
static bool slow_dead_by_material(const SlowBoard *b)
{
    int knights = 0, bishops[2] = {0, 0};
    for (int s = 0; s < 64; s++)
        switch (toupper((unsigned char)b->at[s])) {
        case '.':
        case 'K': break;
        case 'N': knights++; break;
        case 'B': bishops[(s / 8 + s % 8) % 2]++; break;
        default: return false;
        }
    if (knights > 0)
        return knights == 1 && bishops[0] + bishops[1] == 0;
    return bishops[0] == 0 || bishops[1] == 0;
}

#endif
