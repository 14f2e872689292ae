/* SPDX-License-Identifier: GPL-3.0-only */
/* Openings: the table's own soundness, and names found by position rather than by move order. */
#include "rules_test.h"

#include "rules/openings.h"

#include <stdlib.h>

/* Characters of the SAN word at `at`. */
static size_t word(const char *at)
{
    return strcspn(at, " ");
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Plays a line of the table, which must be minimal SAN; gives its last position. */
static Position replay(const Opening *opening)
{
    Position position;
    position_start(&position);
    for (const char *at = opening->line; *at != '\0';) {
        Move move;
        const MoveTextError error = move_from_text(&position, at, &move);
        if (!CHECK_MSG(error == MOVE_TEXT_OK, "%s %s: '%.8s' is %s in %s", opening->eco, opening->name, at, move_text_error_name(error),
                       opening->line))
            return position;
        char san[SAN_SIZE];
        move_to_san(&position, move, san);
        CHECK_MSG(strlen(san) == word(at) && strncmp(san, at, word(at)) == 0, "%s: '%.*s' should be %s in %s", opening->eco, (int)word(at),
                  at, san, opening->line);
        position_make_move(&position, move, NULL);
        at += word(at);
        if (*at == ' ')
            at++;
    }
    return position;
}

static void test_every_line_is_legal_and_finds_itself(void)
{
    size_t count;
    const Opening *const all = openings_all(&count);
    uint64_t *const keys = malloc(count * sizeof keys[0]);
    if (!CHECK(keys != NULL))
        return;
    for (size_t i = 0; i < count; i++) {
        const Position position = replay(&all[i]);
        keys[i] = position.key;
        const Opening *const found = openings_find(&position);
        CHECK_MSG(found == &all[i], "%s: the position of '%s' is named '%s'", all[i].eco, all[i].name,
                  found != NULL ? found->name : "nothing");
    }
    qsort(keys, count, sizeof keys[0], compare_keys);
    for (size_t i = 1; i < count; i++)
        CHECK_MSG(keys[i] != keys[i - 1], "two lines lead to position %016" PRIx64, keys[i]);
    free(keys);
}

/* Printable ASCII without what PGN must escape. */
static bool plain_text(const char *text)
{
    for (; *text != '\0'; text++)
        if (*text < ' ' || *text > '~' || *text == '"' || *text == '\\')
            return false;
    return true;
}

static void test_every_code_is_there_and_well_formed(void)
{
    static bool present[500];
    size_t count;
    const Opening *const all = openings_all(&count);
    for (size_t i = 0; i < count; i++) {
        const char *const eco = all[i].eco;
        if (!CHECK_MSG(eco[0] >= 'A' && eco[0] <= 'E' && strspn(eco + 1, "0123456789") == 2 && eco[3] == '\0', "'%.3s' is no code", eco))
            continue;
        present[(eco[0] - 'A') * 100 + (eco[1] - '0') * 10 + (eco[2] - '0')] = true;
        CHECK_MSG(all[i].name[0] >= 'A' && all[i].name[0] <= 'Z', "%s: '%s' does not begin like a name", eco, all[i].name);
        CHECK_MSG(plain_text(all[i].name), "'%s' cannot stand in a PGN tag as it is", all[i].name);
    }
    for (int code = 0; code < 500; code++)
        CHECK_MSG(present[code], "no line for %c%02d", 'A' + code / 100, code % 100);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp((*(const Opening *const *)a)->name, (*(const Opening *const *)b)->name);
}

/* What tells two lines apart must be said. */
static void test_names_are_distinct(void)
{
    size_t count;
    const Opening *const all = openings_all(&count);
    const Opening **const sorted = malloc(count * sizeof sorted[0]);
    if (!CHECK(sorted != NULL))
        return;
    for (size_t i = 0; i < count; i++)
        sorted[i] = &all[i];
    qsort(sorted, count, sizeof sorted[0], compare_names);
    for (size_t i = 1; i < count; i++)
        CHECK_MSG(strcmp(sorted[i]->name, sorted[i - 1]->name) != 0, "'%s' is both %s and %s", sorted[i]->name, sorted[i - 1]->eco,
                  sorted[i]->eco);
    free(sorted);
}

static void check_game(const char *moves, const char *eco, const char *name)
{
    Game game = game_of(NULL, moves);
    const Opening *const opening = openings_of_game(&game);
    if (CHECK_MSG(opening != NULL, "%s: no name", moves)) {
        CHECK_STR(opening->eco, eco);
        CHECK_STR(opening->name, name);
    }
    game_destroy(&game);
}

static void test_main_branches(void)
{
    check_game("e4 e5 Nf3 Nc6 Bc4 Bc5", "C50", "Italian Game, Giuoco Piano");
    check_game("e4 e5 Nf3 Nc6 Bc4 Be7", "C50", "Hungarian Defence");
    check_game("e4 e5 Nf3 Nc6 Bb5 Nf6", "C65", "Spanish Game, Berlin Defence");
    check_game("e4 e5 Nf3 Nc6 d4 exd4 Nxd4", "C45", "Scotch Game, 4.Nxd4");
    check_game("e4 e5 Nf3 Nf6", "C42", "Petrov Defence");
    check_game("e4 d5", "B01", "Scandinavian Defence");
    check_game("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "B90", "Sicilian Defence, Najdorf");
    check_game("e4 e6 d4 d5 Nc3 Bb4", "C15", "French Defence, Winawer");
    check_game("d4 f5 c4 Nf6 g3 g6", "A86", "Dutch Defence, Leningrad");
    check_game("c4 e5", "A20", "English Opening, King's English");
}

/* Where the codes of two neighbours part. */
static void test_borders(void)
{
    check_game("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6 Be2 a6 O-O Qc7 f4 Nc6", "B85",
               "Sicilian Defence, Scheveningen: Classical, 7.O-O Qc7 8.f4 Nc6");
    check_game("e4 e5 f4 d5 exd5 e4 d3 Nf6 Nc3 Bb4 Bd2 e3", "C31", "Falkbeer Countergambit, Morphy");
    check_game("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O", "C69", "Spanish Game, Exchange: Normal (5.O-O)");
    check_game("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Qd6", "C69", "Spanish Game, Exchange: Bronstein (5...Qd6)");
    check_game("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bg4 h3 h5", "C69", "Spanish Game, Exchange: Alapin Gambit");
    check_game("d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5 e3 e6 Bxc4 Bb4 O-O", "D19", "Slav Defence, Dutch: 7.Bxc4 Bb4 8.O-O");
    check_game("d4 d5 c4 e6 Nc3 Nf6 Nf3 c5 Bg5", "D40", "Queen's Gambit Declined, Semi-Tarrasch: Pillsbury (5.Bg5)");
    /* Either order of Black's and White's moves. */
    check_game("e4 e5 Nf3 Nc6 Bc4 Bc5 d3 Nf6 c3", "C54", "Italian Game, Giuoco Pianissimo: 4.c3 Nf6 5.d3");
    check_game("e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3", "C54", "Italian Game, Giuoco Pianissimo: 4.c3 Nf6 5.d3");
}

static void test_transpositions(void)
{
    check_game("Nf3 d5 d4", "D02", "Queen's Pawn Game, 2.Nf3");
    check_game("Nf3 Nf6 c4 g6 Nc3 Bg7 e4 d6 d4 O-O Be2 e5 O-O", "E94", "King's Indian Defence, Orthodox (7.O-O)");
    /* The last move leaves an en passant square that nobody can use: it must not tell the positions apart. */
    check_game("Nf3 c5 e4", "B27", "Sicilian Defence, Open");
    check_game("d4 e6 e4", "C00", "French Defence, Normal");
    /* The pieces of a known position, but the other side to move: not that position. */
    check_game("d3 d5 e4 e5 d4", "A00", "Mieses Opening");
    check_game("e3 e5 e4", "A00", "Van 't Kruijs Opening");
}

static void test_the_last_known_position_names_the_game(void)
{
    check_game("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5", "B90", "Sicilian Defence, Najdorf: English Attack");
    check_game("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nf5 h5 a3 Rh6", "B90", "Sicilian Defence, Najdorf: English Attack");
    /* Out of the table and in again by another order. */
    check_game("e4 e5 Nf3 Nc6 Bb5 a6 h4 Nf6", "C68", "Spanish Game, Morphy Defence");
    check_game("Nf3 Nc6 Nc3 e5 e4 a6 Bb5 Nf6 Ba4", "C77", "Spanish Game, Four Knights (Tarrasch)");
    /* The knights go out and home: the game stands where it stood, and is named for it. */
    check_game("e4 e5 Nf3 Nc6 Ng1 Nb8", "C20", "Open Game");
}

static void test_unknown_positions_have_no_name(void)
{
    Position position = position_of(NULL);
    CHECK(openings_find(&position) == NULL);
    Game game = game_of(NULL, "");
    CHECK(openings_of_game(&game) == NULL);
    game_destroy(&game);
    game = game_of("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1", "Kd4 Kd6");
    CHECK(openings_of_game(&game) == NULL);
    game_destroy(&game);
    game = game_of("bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1", "e4 e5");
    CHECK(openings_of_game(&game) == NULL);
    game_destroy(&game);
    /* A game from a set-up position that is a known one is named for it. */
    game = game_of("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "");
    const Opening *const opening = openings_of_game(&game);
    if (CHECK(opening != NULL))
        CHECK_STR(opening->eco, "B20");
    game_destroy(&game);
}

int main(void)
{
    chess_init();
    const Position sicilian = position_of("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    CHECK(openings_find(&sicilian) == NULL); /* before openings_init() nothing has a name */
    openings_init();
    openings_init();
    test_every_line_is_legal_and_finds_itself();
    test_every_code_is_there_and_well_formed();
    test_names_are_distinct();
    test_main_branches();
    test_borders();
    test_transpositions();
    test_the_last_known_position_names_the_game();
    test_unknown_positions_have_no_name();
    return test_end("rules/openings");
}
