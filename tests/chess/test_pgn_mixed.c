/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * PGN as the public writes it: `test_pgn_mixed [TEXTS [SEED]]`. Each text holds a few random games, written in mixed styles: every
 * spelling of a move, commentators' marks, comments, variations, tags good and bad, results in other words, prose between
 * games, brackets that are not closed. What was meant is known, and has to be read.
 */
#include "test.h"

#include "base/splitmix64.h"
#include "chess/chess.h"
#include "chess/game.h"
#include "chess/pgn_reader.h"

#include <stdlib.h>

enum { GAMES = 3, PLIES = 60, TEXT_SIZE = 1 << 16 };

typedef struct Meant {
    Move moves[PLIES];
    int count;
    const char *result;
    bool unclosed; /* a bracket is left open after the last move: no result follows */
} Meant;

static uint64_t state;
static char text[TEXT_SIZE];
static size_t length;

static unsigned below(unsigned n)
{
    return (unsigned)(splitmix64_next(&state) % n);
}

#define ANY(list) (list)[below((unsigned)(sizeof(list) / sizeof *(list)))]

static void put(const char *words)
{
    const size_t size = strlen(words);
    if (length + size < TEXT_SIZE) {
        memcpy(text + length, words, size + 1);
        length += size;
    }
}

/* SAN without its sign of check, promotion written in some way. */
static void put_san(const Position *position, Move move)
{
    char san[SAN_SIZE];
    move_to_san(position, move, san);
    san[strcspn(san, "+#")] = '\0';
    char *const equals = strchr(san, '=');
    if (equals != NULL) {
        static const char *const forms[] = {"=%c", "%c", "(%c)", "/%c"};
        const char piece = equals[1];
        char promotion[8];
        *equals = '\0';
        snprintf(promotion, sizeof promotion, ANY(forms), piece);
        put(san);
        put(promotion);
    } else if (san[0] == 'O' && below(2) == 0) {
        static const char *const kings[] = {"0-0", "o-o"}, *const queens[] = {"0-0-0", "o-o-o"};
        put(strlen(san) == 3 ? ANY(kings) : ANY(queens));
    } else {
        if (strchr("NRQK", san[0]) != NULL && below(8) == 0)
            san[0] = (char)(san[0] - 'A' + 'a');
        put(san);
    }
}

/* Two squares, with or without a sign between, a letter before, in capitals. */
static void put_squares(const Position *position, Move move)
{
    char uci[UCI_MOVE_SIZE], word[16];
    move_to_uci(position, move, uci);
    const bool castles = move_kind(move) == MOVE_CASTLING;
    const bool captures = position_is_capture(position, move);
    const PieceType type = piece_type(position->mailbox[move_from(move)]);
    const bool letter = type != PAWN && !castles && below(2) == 0;
    snprintf(word, sizeof word, "%s%.2s%s%s", letter ? (const char *[]){"", "N", "B", "R", "Q", "K"}[type] : "", uci,
             captures ? (below(2) == 0 ? "x" : "") : (below(2) == 0 ? "-" : ""), uci + 2);
    if (!letter && below(8) == 0)
        for (char *c = word; *c != '\0'; c++)
            if (*c >= 'a' && *c <= 'z' && *c != 'x')
                *c = (char)(*c - 'a' + 'A');
    put(word);
}

static void put_move(const Position *position, Move move)
{
    static const char *const marks[] = {"!", "?", "!?", "+-", "-+", "+/-", "=", "+=", "N", "ch", ",", "±", "$14", "??"};
    if (below(4) == 0)
        put_squares(position, move);
    else
        put_san(position, move);
    if (move_kind(move) == MOVE_EN_PASSANT && below(2) == 0) {
        static const char *const forms[] = {"e.p.", "ep", "/ep", " e.p.", " EP", " e.p.!"};
        put(ANY(forms));
    } else if (position_gives_check(position, move) && below(3) != 0) {
        put("+");
    }
    if (below(6) == 0)
        put(ANY(marks));
    if (below(25) == 0)
        put(" N");
}

static void put_between(const Position *position, Move move)
{
    if (below(12) == 0)
        put(" {a comment [%clk 0:01:00] (with a bracket\n[Diagram]}");
    if (below(20) == 0) {
        put(" (");
        put_san(position, move);
        put(" {there} (and (deeper)))");
    }
    if (below(20) == 0)
        put(" $3");
    if (below(30) == 0)
        put(" ; to the end of the line 1. e4 )\n");
    put(below(10) == 0 ? "\n" : below(40) == 0 ? "\xc2\xa0" : " ");
}

static void put_tags(bool first)
{
    /* clang-format off */
    static const char *const odd[] = {"[Site \"Ugra Cup \\\"]\n", "[White Elo \"2000\"]\n", "[Annotator 'a']\n", "[Opening “x”]\n",
                                      "[Round \"3\"\n", "[]\n", "[a.b \"x\"]\n", "[Site \"Gro\xdfmeister\"]\n"};
    /* clang-format on */
    put(first ? "" : "\n");
    put("[Event \"E\"]\n[White \"A\"]\n");
    for (unsigned i = below(3); i > 0; i--)
        put(ANY(odd));
    if (below(8) == 0)
        put("{between}\n[Black \"B\"]\n");
    put("\n");
}

static void put_result(Meant *meant)
{
    static const struct {
        const char *text, *result;
    } results[] = {{"1-0", "1-0"}, {"0-1", "0-1"},      {"1/2-1/2", "1/2-1/2"}, {"*", "*"},        {"1-0.", "1-0"},
                   {"1:0", "1-0"}, {"draw", "1/2-1/2"}, {"½-½", "1/2-1/2"},     {"1-0 1-0", "1-0"}};
    static const char *const behind[] = {"", "", " White resigned, well played.", " {a word} and (another)", "\n\xef\xbb\xbf"};
    if (meant->unclosed) {
        put(below(2) == 0 ? " (never closed" : " {never closed");
        meant->result = "";
    } else {
        const unsigned i = below(sizeof results / sizeof *results);
        put(results[i].text);
        put(ANY(behind));
        meant->result = results[i].result;
    }
    put("\n");
}

/* `after_unclosed`: the game before left a bracket open, which tags alone end. */
static void put_game(Meant *meant, bool first, bool after_unclosed)
{
    Position position;
    position_start(&position);
    const bool tags = after_unclosed || below(3) != 0;
    if (tags || first)
        put_tags(first);
    const int plies = 2 + (int)below(PLIES - 2);
    for (meant->count = 0; meant->count < plies; meant->count++) {
        MoveList list;
        movegen_legal(&position.board, &list);
        if (list.count == 0)
            break;
        const Move move = list.moves[below((unsigned)list.count)];
        char number[32];
        if (position_side_to_move(&position) == WHITE || below(8) == 0) {
            const bool white = position_side_to_move(&position) == WHITE;
            snprintf(number, sizeof number, "%u%s%s", (unsigned)position.fullmove_number, white ? "." : "...", below(2) == 0 ? " " : "");
            put(number);
        }
        put_move(&position, move);
        put_between(&position, move);
        meant->moves[meant->count] = move;
        position_make_move(&position, move, NULL);
    }
    put_result(meant);
}

/* True if the text gives back what was meant. */
static bool read_back(const Meant meant[GAMES], PgnGame *game, char why[256])
{
    PgnReader reader = pgn_reader_open(text, length);
    for (int i = 0; i < GAMES; i++) {
        if (!pgn_read(&reader, game)) {
            snprintf(why, 256, "there are only %d games", i);
            return false;
        }
        const bool moves = game->game.move_count == (size_t)meant[i].count &&
                           memcmp(game->game.moves, meant[i].moves, (size_t)meant[i].count * sizeof(Move)) == 0;
        const bool said = meant[i].unclosed ? game->error == PGN_UNFINISHED : game->error == PGN_OK;
        if (!moves || !said || strcmp(game->result, meant[i].result) != 0) {
            int same = 0;
            while (same < meant[i].count && (size_t)same < game->game.move_count && game->game.moves[same] == meant[i].moves[same])
                same++;
            snprintf(why, 256, "game %d: %d of %zu plies are the %d meant, result %s, not %s: %.150s", i + 1, same, game->game.move_count,
                     meant[i].count, game->result, meant[i].result, game->message);
            return false;
        }
    }
    snprintf(why, 256, "there is one game too many");
    return !pgn_read(&reader, game);
}

int main(int argc, char **argv)
{
    const long texts = argc > 1 ? strtol(argv[1], NULL, 10) : 500;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    static Meant meant[GAMES];
    static PgnGame game;
    chess_init();
    CHECK(pgn_game_init(&game));
    for (long i = 0; i < texts; i++) {
        char why[256];
        state = seed * 1000003 + (uint64_t)i;
        length = 0;
        memset(meant, 0, sizeof meant);
        for (int j = 0; j < GAMES; j++)
            meant[j].unclosed = j + 1 < GAMES && below(20) == 0;
        for (int j = 0; j < GAMES; j++)
            put_game(&meant[j], j == 0, j > 0 && meant[j - 1].unclosed);
        if (!CHECK_MSG(read_back(meant, &game, why), "text %ld of seed %llu: %s", i, (unsigned long long)seed, why) && test_failed == 1)
            fprintf(stderr, "%s\n", text);
    }
    pgn_game_destroy(&game);
    return test_end("chess/pgn_mixed");
}
