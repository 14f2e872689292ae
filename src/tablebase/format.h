/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The format of Syzygy tables (Ronald de Man, 2013; seven men: Bojun Guo, 2018), as the rest of this room reads it.
 *
 * What there is. A class is the men of both sides: KRPvKR, the side with more men first, with equal numbers the one with
 * the stronger man (QRBNP) at the first difference. In the files that side is "White", which moves up the board; a real
 * position is brought there by exchanging the colours and mirroring the ranks. CLASS.rtbw holds for every position what
 * it is worth (win, draw or loss, and whether the fifty-move rule spoils that), for both sides to move unless both have
 * the same men: then the position is turned until White is to move. CLASS.rtbz holds the distance to zeroing (DTZ) for
 * one of the sides only, the one that packs better.
 *
 * What is left out. Castling rights: no such position is in a table. En passant: the table's value is that of the position
 * without the right. Captures: where the best capture is worth v, the WDL value may be anything not above v. And DTZ is
 * free where the position is drawn or a capture or pawn move wins (or wins as much as can be won, if the fifty-move rule
 * takes the rest). probe.c finds all this by a search of one ply, deeper only through captures.
 *
 * Numbers are little-endian. A file is:
 *     4 bytes   magic: 71 e8 23 5d (WDL) or d7 66 0c a5 (DTZ)
 *     1 byte    bit 0: the sides have different men; bit 1: there are pawns; the upper half is not looked at
 *     layouts   one each for a leading pawn on the a, b, c, d file; a single one where there are no pawns. For each:
 *               1 byte    place of the leading group's factor; low half: White to move, high half: Black (below: halves)
 *               1 byte    only if both sides have pawns: place of the second pawn group's factor, in halves
 *               N bytes   the men in the order in which they are numbered, in halves: 1…6 PNBRQK, plus 8 if black
 *     pad to 2
 *     headers   for each layout, for each side stored: how its values are packed (below)
 *     maps      DTZ only, for each layout whose header says so (TABLE_MAPPED): four lists, for win, loss, cursed win and
 *               blessed loss in turn: a count, then that many values; bytes, or (TABLE_WIDE) pairs of bytes after a pad to 2
 *     pad to 2
 *     indices   for each layout and side: for every 2^span positions 4 bytes of block, 2 bytes of place in it
 *     lengths   for each layout and side: 2 bytes a block, the number of its values less one
 *     blocks    for each layout and side, each padded to 64
 *     16 bytes  checksum of the whole (not verified here)
 * so its size is 16 more than a multiple of 64.
 *
 * A header is 1 byte of flags; with TABLE_SINGLE 1 byte follows, the value of all positions, and nothing else of that
 * layout and side is in the file. Else: log2 of the size of a block, log2 of the span, the number of lengths that stand in
 * excess of the blocks (so that a search for a block may overrun), 4 bytes number of blocks, the longest and the shortest
 * code in bits; 2 bytes for each length of code from the shortest to the longest: its first symbol; 2 bytes number of
 * symbols; 3 bytes a symbol, two halves of 12 bits, left and right; pad to 2.
 *
 * Values. A symbol whose right half is fff is a value, its left half. All others stand for the left symbol followed by
 * the right one. A block is a row of symbols in a canonical prefix code, bits from the top of each byte: the symbols of
 * a length follow each other, and longer codes are smaller numbers. The value of position i: entry i / 2^span of the
 * index names a block and a place, the place of the position in the middle of that span; the lengths lead from there to
 * the block of i, forwards or back.
 *     WDL: 0 loss, 1 blessed loss, 2 draw, 3 cursed win, 4 win.
 *     DTZ: through the map of the WDL value if there are maps; doubled if it counts moves (always for cursed wins and
 *     blessed losses; for wins without TABLE_WIN_PLIES, losses without TABLE_LOSS_PLIES); one more; 100 more if the
 *     fifty-move rule spoils the win. So in tables that count moves DTZ may be one ply less than it is, but never so that the
 *     fifty-move rule would make a difference.
 *     TABLE_BLACK: the DTZ table is for Black to move.
 *
 * The number of a position. Men are taken in the layout's order, in groups: first the leading group, then, if both sides
 * have pawns, the other side's pawns, then runs of equal men. A group on its possible squares is a number; the number of
 * the position is their sum, each times its factor, and the factor of a group is the product of the sizes of the groups
 * placed before it. The bytes above say at which place the leading group and the second pawns stand; the others fill the
 * places in their order.
 *     Without pawns the board is turned until the first man is in the triangle a1-d1-d4, and if it is on the diagonal,
 *     the first man of the leading group that is off it is below it. If three or more men are the only ones of their kind
 *     the leading group is the first three men (31332 = 6·63·62 + 4·28·62 + 4·7·28 + 4·7·6 ways), else the two kings
 *     (462 ways). index.c says how these are numbered. (Where all of the leading group stand on the diagonal a position may
 *     have two numbers: both hold its value.)
 *     With pawns the leading group is the pawns of the side that has fewer (White's if they have as many; of the only
 *     side that has any). The board is mirrored until the leading pawn, the one on the outermost file, there the least
 *     advanced, is on a…d; its file is the layout.
 *     Any other group: the squares in rising order, each less the number of men of earlier groups on lower squares (and
 *     eight less for the second pawns), numbered as combinations: C(s1,1) + C(s2,2) + …
 */
#ifndef CAROUSEL_TABLEBASE_FORMAT_H
#define CAROUSEL_TABLEBASE_FORMAT_H

#include <stdint.h>

/* Men on the board, kings included. */
enum { TABLEBASE_MEN = 7 };

enum { TABLE_DIFFERENT_SIDES = 1, TABLE_PAWNS = 2 };

/* A header's flags. */
enum { TABLE_BLACK = 1, TABLE_MAPPED = 2, TABLE_WIN_PLIES = 4, TABLE_LOSS_PLIES = 8, TABLE_WIDE = 16, TABLE_SINGLE = 128 };

/* Men in a layout: PieceType + 1, and this if black. */
enum { TABLE_BLACK_MAN = 8 };

static inline uint32_t format_u16(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
}

static inline uint32_t format_u32(const uint8_t *bytes)
{
    return format_u16(bytes) | format_u16(bytes + 2) << 16;
}

#endif
