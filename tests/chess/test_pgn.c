/* SPDX-License-Identifier: GPL-3.0-only */
/* PGN in and out. */
#include "test.h"

#include "chess/chess.h"
#include "chess/fen.h"
#include "chess/pgn_reader.h"
#include "chess/pgn_writer.h"

#include <stdlib.h>

static PgnGame game;

static PgnReader open_text(const char *text)
{
    return pgn_reader_open(text, strlen(text));
}

static void check_fen(const char *expected)
{
    char fen[FEN_SIZE];
    fen_write(&game.game.current, fen);
    CHECK_STR(fen, expected);
}

static void check_tag(const char *name, const char *expected)
{
    char value[256];
    CHECK(pgn_tag(&game, name, value, sizeof value));
    CHECK_STR(value, expected);
}

static void test_one_game(void)
{
    PgnReader reader = open_text("\xef\xbb\xbf%escaped line\r\n"
                                 "[Event \"A \\\"quoted\\\" \\\\ event\"]\r\n"
                                 "[Site \"The \"old\" hall\"] [Round \"3\"]\r\n"
                                 "[ White  \"Anna\" ]\r\n"
                                 "\r\n"
                                 "{Before} 1. e4 {the [%clk 0:01] best\r\n(he said)} e5 2.Nf3 ; to the end e6 )\r\n"
                                 "%e5 is not here\r\n"
                                 "2... Nc6 $1 (2... d6 {with a ) in it} 3. d4 (3. Bc4 $3 ; and )\r\n) exd4) 3.Bb5!? a6 $14 4 . Ba4 Nf6\r\n"
                                 "5. 0-0 ... Be7 !? 6.Re1 += b5 7.Bb3 O-O 8.c3 {last\r\n} 1/2-1/2\r\n");
    CHECK(pgn_read(&reader, &game));
    CHECK_STR(game.message, "");
    CHECK_INT(game.line, 2);
    CHECK_INT(game.tag_count, 4);
    check_tag("Event", "A \"quoted\" \\ event");
    check_tag("Site", "The \"old\" hall");
    check_tag("Round", "3");
    check_tag("White", "Anna");
    char value[8] = "x";
    CHECK(!pgn_tag(&game, "Black", value, sizeof value));
    CHECK_STR(value, "");
    CHECK(pgn_tag(&game, "Event", value, sizeof value));
    CHECK_STR(value, "A \"quot");
    CHECK_STR(game.result, "1/2-1/2");
    CHECK_INT(game.game.move_count, 15);
    check_fen("r1bq1rk1/2ppbppp/p1n2n2/1p2p3/4P3/1BP2N2/PP1P1PPP/RNBQR1K1 b - - 0 8");
    CHECK(game.last_comment.length == 4 && memcmp(game.last_comment.text, "last", 4) == 0);
    CHECK(!pgn_read(&reader, &game));
    CHECK(!pgn_read(&reader, &game));
}

static void test_several_games(void)
{
    PgnReader reader = open_text("[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n[Event \"3\"]\n\n1. d4\n"
                                 "  [Event \"4\"]\n1-0 {a word after}\n;and another\n1. c4 c5 0-1\n"
                                 "[Event \"6\"]\n1. e4 e5 1/2\n\n ; the end\n");
    static const struct {
        const char *event;
        const char *result;
        int moves;
        unsigned line;
    } expected[] = {{"1", "*", 1, 1}, {"2", "", 0, 5}, {"3", "", 1, 7}, {"4", "1-0", 0, 10}, {"", "0-1", 2, 13}, {"6", "1/2-1/2", 2, 14}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        char event[8];
        CHECK(pgn_read(&reader, &game));
        CHECK_STR(game.message, "");
        pgn_tag(&game, "Event", event, sizeof event);
        CHECK_STR(event, expected[i].event);
        CHECK_STR(game.result, expected[i].result);
        CHECK_INT(game.game.move_count, expected[i].moves);
        CHECK_INT(game.line, expected[i].line);
    }
    CHECK(!pgn_read(&reader, &game));
    reader = open_text("");
    CHECK(!pgn_read(&reader, &game));
    reader = open_text(" \n\n%only this\n");
    CHECK(!pgn_read(&reader, &game));
}

static void test_starts(void)
{
    PgnReader reader = open_text("[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 b - - 3 60\"]\n\n60... Kd7(60... Ke7)61. a8(Q)(61. a8=R)*\n"
                                 "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/5KR1 w G - 0 1\"]\n\n1. O-O *\n"
                                 "[Variant \"Fischerandom\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O *\n"
                                 "[Variant \"Atomic\"]\n\n1. e4 e5 *\n"
                                 "[FEN \"4k3/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 e5 *\n");
    CHECK(pgn_read(&reader, &game));
    check_fen("Q7/3k4/8/8/8/8/8/4K3 b - - 0 61");
    CHECK_INT(game.game.start.chess960, 0);
    CHECK(pgn_read(&reader, &game));
    check_fen("4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    CHECK_INT(game.game.start.chess960, 1);
    CHECK(pgn_read(&reader, &game));
    CHECK_INT(game.game.start.chess960, 1);
    check_fen("rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4");
    CHECK(pgn_read(&reader, &game));
    CHECK_INT(game.error, PGN_BAD_VARIANT);
    CHECK_STR(game.message, "line 12: the variant 'Atomic' is not known");
    CHECK_INT(game.game.move_count, 0);
    CHECK(pgn_read(&reader, &game));
    CHECK_INT(game.error, PGN_BAD_START);
    CHECK_STR(game.message, "line 15: the FEN tag: piece placement: White has no king");
    CHECK(!pgn_read(&reader, &game));
}

/* One bad game does not spoil the next. */
static void test_errors(void)
{
    static const struct {
        const char *text;
        PgnError error;
        const char *message;
        size_t ply;
        const char *token;
        int moves;
        const char *result;
    } cases[] = {
        {"1. e4 e5\n2. Ke3 Nf6 *", PGN_BAD_MOVE, "line 2: illegal move 'Ke3' at ply 3", 3, "Ke3", 2, "*"},
        {"1. e4 e5 2. Nxx Nf6 (x) {y} 1-0", PGN_BAD_MOVE, "line 1: unreadable move 'Nxx' at ply 3", 3, "Nxx", 2, "1-0"},
        {"1. Nf3 d5 2. d3 d4 3. Nd2 *", PGN_BAD_MOVE, "line 1: ambiguous move 'Nd2' at ply 5", 5, "Nd2", 4, "*"},
        {"1. e4 -- 2. d4 *", PGN_BAD_MOVE, "line 1: null move '--' at ply 2", 2, "--", 1, "*"},
        {"1. e4 \001\377bc 2. d4 *", PGN_BAD_MOVE, "line 1: unreadable move '\?\?bc' at ply 2", 2, "\?\?bc", 1, "*"},
        {"1. e4 abcdefghijabcdefghijabcdefghijabcdefghij *", PGN_BAD_MOVE,
         "line 1: unreadable move 'abcdefghijabcdefghijabcdefghija' at ply 2", 2, "abcdefghijabcdefghijabcdefghija", 1, "*"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[512];
        snprintf(text, sizeof text, "%s\n\n[Event \"next\"]\n\n1. d4 1-0\n", cases[i].text);
        PgnReader reader = open_text(text);
        CHECK(pgn_read(&reader, &game));
        CHECK_INT(game.error, cases[i].error);
        CHECK_STR(game.message, cases[i].message);
        CHECK_INT(game.ply, cases[i].ply);
        CHECK_STR(game.token, cases[i].token);
        CHECK_INT(game.game.move_count, cases[i].moves);
        CHECK_STR(game.result, cases[i].result);
        CHECK(pgn_read(&reader, &game));
        CHECK_INT(game.error, PGN_OK);
        CHECK_STR(game.message, "");
        CHECK_INT(game.game.move_count, 1);
        check_tag("Event", "next");
        CHECK(!pgn_read(&reader, &game));
    }
    PgnReader reader = open_text("1. e4\n{never closed\n1. d4");
    CHECK(pgn_read(&reader, &game));
    CHECK_INT(game.error, PGN_UNFINISHED);
    CHECK_STR(game.message, "line 2: a comment that is not closed");
    CHECK_INT(game.game.move_count, 1);
    reader = open_text("1. e4 (1. d4 (1. c4) d5");
    CHECK(pgn_read(&reader, &game));
    CHECK_STR(game.message, "line 1: a variation that is not closed");
    /* What is wrong with a FEN, or corrected in it, is said with the tag's line; the next game is another. */
    reader = open_text("\n[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\"]\n\n1. O-O *\n"
                       "[Event \"y\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n*\n[Event \"z\"]\n[FEN \"8\"]\n");
    CHECK(pgn_read(&reader, &game));
    CHECK_STR(game.message, "");
    CHECK_STR(game.warning, "line 3: the FEN tag: castling: the right 'Q' has no king and rook to go with it and is ignored");
    CHECK(pgn_read(&reader, &game));
    CHECK_STR(game.warning, "");
    CHECK(pgn_read(&reader, &game));
    CHECK_STR(game.message, "line 11: the FEN tag: piece placement: 1 ranks, not 8");
    reader = open_text("{never closed\n1. d4");
    CHECK(pgn_read(&reader, &game));
    CHECK_STR(game.message, "line 1: a comment that is not closed");
    CHECK(!pgn_read(&reader, &game));
}

static Move move_of(const Position *position, const char *san)
{
    Move move = MOVE_NONE;
    CHECK_MSG(move_from_text(position, san, &move) == MOVE_TEXT_OK, "%s", san);
    return move;
}

static void test_writer(void)
{
    PgnWriter writer = pgn_writer_begin();
    Position position;
    position_start(&position);
    pgn_write_roster(&writer, &(PgnRoster){.event = "A \"b\" \\ c\nd", .round = "4", .white = "Anna", .result = "0-1"});
    pgn_write_start(&writer, &position);
    pgn_write_tag(&writer, "Board", "4");
    static const char *const moves[] = {"f3", "e5", "g4", "Qh4"};
    for (int i = 0; i < 4; i++) {
        const Move move = move_of(&position, moves[i]);
        pgn_write_move(&writer, &position, move);
        position_make_move(&position, move, NULL);
        if (i == 0)
            pgn_write_comment(&writer, "  +0.15/12 1.0s {no} %good\n move of more than eighty columns of text, to see a line break ");
        if (i == 1)
            pgn_write_nag(&writer, 1);
        if (i == 2)
            pgn_write_comment(&writer, "   ");
    }
    pgn_write_comment(&writer, "White is mated");
    pgn_write_result(&writer, "0-1");
    CHECK(pgn_writer_ok(&writer));
    CHECK_STR(writer.text, "[Event \"A \\\"b\\\" \\\\ c d\"]\n"
                           "[Site \"?\"]\n"
                           "[Date \"????.??.??\"]\n"
                           "[Round \"4\"]\n"
                           "[White \"Anna\"]\n"
                           "[Black \"?\"]\n"
                           "[Result \"0-1\"]\n"
                           "[Board \"4\"]\n"
                           "\n"
                           "1. f3 {+0.15/12 1.0s (no) %good move of more than eighty columns of text, to\n"
                           "see a line break} 1... e5 $1 2. g4 Qh4# {White is mated} 0-1\n"
                           "\n");
    CHECK_INT(writer.length, strlen(writer.text));

    /* Another start; Black begins. */
    pgn_writer_clear(&writer);
    CHECK_STR(writer.text, "");
    FenReport report;
    CHECK(fen_parse("4k1r1/8/8/8/8/8/8/4K3 b g - 3 60", FEN_LENIENT, &position, &report));
    pgn_write_start(&writer, &position);
    pgn_write_move(&writer, &position, move_of(&position, "O-O"));
    pgn_write_result(&writer, "*");
    CHECK_STR(writer.text, "[FEN \"4k1r1/8/8/8/8/8/8/4K3 b k - 3 60\"]\n[SetUp \"1\"]\n[Variant \"Chess960\"]\n\n60... O-O *\n\n");

    /* Chess960 from the usual position needs no FEN. */
    pgn_writer_clear(&writer);
    position_start(&position);
    position.chess960 = 1;
    pgn_write_start(&writer, &position);
    CHECK_STR(writer.text, "[Variant \"Chess960\"]\n");
    pgn_writer_destroy(&writer);
}

/* No line of 80 columns, whatever the comment, and nothing that a reader would trip over. */
static void test_lines(void)
{
    PgnWriter writer = pgn_writer_begin();
    Position position;
    position_start(&position);
    const Move move = move_of(&position, "e4");
    char long_word[700];
    for (size_t i = 0; i < sizeof long_word - 1; i++)
        long_word[i] = "\xe8\xbb\x8a"[i % 3]; /* one Chinese character, without a blank */
    long_word[sizeof long_word - 1] = '\0';
    for (int i = 0; i < 200; i++) {
        char comment[100];
        pgn_write_move(&writer, &position, move);
        snprintf(comment, sizeof comment, "%.*s %%%d", i % 60, "abcdefghij klmnopqrst uvwxyz 0123456789 %%% } { abcdefghi", i);
        pgn_write_comment(&writer, comment);
    }
    pgn_write_result(&writer, "*");
    size_t column = 0;
    size_t widest = 0;
    for (size_t i = 0; i < writer.length; i++) {
        column = writer.text[i] == '\n' ? 0 : column + 1;
        widest = column > widest ? column : widest;
        CHECK(column != 1 || writer.text[i] != '%');
    }
    CHECK_INT(widest, 79);

    pgn_writer_clear(&writer);
    pgn_write_move(&writer, &position, move);
    pgn_write_comment(&writer, long_word);
    pgn_write_result(&writer, "*");
    for (const char *space = writer.text; (space = strpbrk(space, " \n")) != NULL; space++)
        CHECK_MSG(((unsigned char)space[1] & 0xc0) != 0x80, "a character is cut");
    PgnReader reader = pgn_reader_open(writer.text, writer.length);
    CHECK(pgn_read(&reader, &game));
    CHECK_STR(game.message, "");
    CHECK_INT(game.game.move_count, 1);
    pgn_writer_destroy(&writer);
}

/* A random game of 3000 plies is written and read back. */
static void test_long_game(void)
{
    PgnWriter writer = pgn_writer_begin();
    Position position;
    Game played;
    position_start(&position);
    CHECK(game_init(&played, &position));
    pgn_write_roster(&writer, &(PgnRoster){.event = "long"});
    uint64_t random = 7;
    while (played.move_count < 3000) {
        MoveList list;
        movegen_legal(&played.current.board, &list);
        if (list.count == 0) {
            game_take_back(&played);
            game_take_back(&played);
            continue;
        }
        random = random * 6364136223846793005u + 1442695040888963407u;
        CHECK(game_play(&played, list.moves[(random >> 33) % (uint64_t)list.count]));
    }
    position = played.start;
    for (size_t i = 0; i < played.move_count; i++) {
        pgn_write_move(&writer, &position, played.moves[i]);
        position_make_move(&position, played.moves[i], NULL);
    }
    pgn_write_result(&writer, "*");
    PgnReader reader = pgn_reader_open(writer.text, writer.length);
    CHECK(pgn_read(&reader, &game));
    CHECK_STR(game.message, "");
    CHECK_INT(played.move_count, 3000);
    CHECK_INT(game.game.move_count, played.move_count);
    CHECK(memcmp(game.game.moves, played.moves, played.move_count * sizeof *played.moves) == 0);
    game_destroy(&played);
    pgn_writer_destroy(&writer);
}

int main(void)
{
    chess_init();
    CHECK(pgn_game_init(&game));
    test_one_game();
    test_several_games();
    test_starts();
    test_errors();
    test_writer();
    test_lines();
    test_long_game();
    pgn_game_destroy(&game);
    return test_end("chess/pgn");
}
