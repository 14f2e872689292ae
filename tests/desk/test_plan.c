/* SPDX-License-Identifier: GPL-3.0-only */
/* Exhibitions put together: settings and seats by words, files, openings; what is wrong is named and changes nothing. */
#include "test.h"

#include "chess/chess.h"
#include "chess/fen.h"
#include "desk/exhibition_file.h"
#include "desk/openings_file.h"
#include "desk/plan.h"
#include "system/file.h"

#include <stdlib.h>
#include <unistd.h>

static char message[SIMUL_MESSAGE_SIZE];
static char directory[] = "/tmp/carousel-plan-XXXXXX";

static const char *write_file(const char *name, const char *text)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    CHECK(file_replace(path, text, strlen(text), NULL));
    return path;
}

/* The mistakes of an exhibition file, a line each. */
static char mistakes[4096];

static void take_mistake(void *context, const char *sentence)
{
    (void)context;
    strncat(mistakes, sentence, sizeof mistakes - strlen(mistakes) - 1);
    strncat(mistakes, "\n", sizeof mistakes - strlen(mistakes) - 1);
}

static bool read_file(Plan *plan, const char *path)
{
    static const ViewLines lines = {take_mistake, NULL};
    mistakes[0] = '\0';
    return exhibition_file_read(plan, path, &lines);
}

static void test_settings(void)
{
    Plan plan;
    plan_init(&plan);
    CHECK(plan_settings(
        &plan, text_of("boards 4 movetime 250 late pass chess960 event \"Club evening\" draws accept cp 30 refill off misses 2"), message));
    const SimulSettings *settings = &plan.choices.settings;
    CHECK_INT(plan.count, 4);
    CHECK_INT(settings->movetime_ms, 250);
    CHECK_INT(settings->late, SIMUL_LATE_PASS);
    CHECK(settings->chess960);
    CHECK(!settings->refill);
    CHECK_STR(settings->event, "Club evening");
    CHECK_INT(settings->draws, SIMUL_DRAWS_ACCEPT);
    CHECK_INT(settings->draws_cp, 30);
    CHECK_INT(settings->misses, 2);

    CHECK(!plan_settings(&plan, text_of("boards 9 movetime 1 late tomorrow"), message));
    CHECK_STR(message, "late takes forfeit or pass or warn, not \"tomorrow\"");
    CHECK_INT(plan.count, 4);
    CHECK_INT(settings->movetime_ms, 250);
    CHECK(!plan_settings(&plan, text_of("boards 0"), message));
    CHECK_STR(message, "boards takes a whole number, 1 to 100000, not \"0\"");
    CHECK(!plan_settings(&plan, text_of("speed 3"), message));
    CHECK_STR(message, "no setting is called \"speed\"; is `seed` meant?");
    CHECK(!plan_settings(&plan, text_of("event \"open"), message));
    CHECK_STR(message, "event: a quote is not closed");
    CHECK(!plan_settings(&plan, text_of("date 1.2.31"), message));
    CHECK_STR(message, "date takes YYYY.MM.DD, not \"1.2.31\"");
    CHECK(plan_settings(&plan, text_of("date 2031.12.??"), message));
    CHECK(!plan_settings(&plan, text_of("movetime"), message));
    CHECK_STR(message, "movetime: a value is missing");
    plan_destroy(&plan);
}

static void test_seats(void)
{
    Plan plan;
    plan_init(&plan);
    CHECK(plan_settings(&plan, text_of("boards 4"), message));
    CHECK(plan_seat(&plan, text_of("1 name \"Anna \\\"Rook\\\"\" reply 900 color black manual"), message));
    CHECK_STR(plan.boards[0].setup.name, "Anna \"Rook\"");
    CHECK_INT(plan.boards[0].setup.person, true);
    CHECK_INT(plan.boards[0].setup.reply_ms, 900);
    CHECK_INT(plan.boards[0].setup.color, SIMUL_COLOR_BLACK);
    CHECK_INT(plan.boards[0].setup.illegal, SIMUL_INHERIT);
    CHECK(plan_seat(&plan, text_of("2-3 builtin elo 1500"), message));
    CHECK_STR(plan.boards[2].setup.spec, "builtin elo 1500");
    CHECK_INT(plan.boards[2].setup.person, false);
    CHECK(plan_seat(&plan, text_of("4 fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1; misses 1 engine stockfish -x"), message));
    CHECK_STR(plan.boards[3].setup.fen, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    CHECK_STR(plan.boards[3].setup.spec, "engine stockfish -x");
    CHECK_INT(plan.boards[3].setup.misses, 1);
    CHECK(plan_seat(&plan, text_of("4 fen \"4k3/8/8/8/8/8/4P3/4K3 b - -\" lag 5"), message));
    CHECK_STR(plan.boards[3].setup.fen, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    CHECK_STR(plan.boards[3].setup.spec, "engine stockfish -x");
    CHECK_INT(plan.boards[3].setup.lag_ms, 5);

    static const struct {
        const char *words, *message;
    } cases[] = {
        {"5 manual", "seat 5: there are 4 boards"},
        {"0 manual", "seat: expected a board's number, like 3, or a range, like 2-5, not \"0\""},
        {"x manual", "seat: expected a board's number, like 3, or a range, like 2-5, not \"x\""},
        {"", "seat: expected a board's number, like 3, or a range, like 2-5, not \"\""},
        {"3-2 manual", "seat: expected a board's number, like 3, or a range, like 2-5, not \"3-2\""},
        {"2 reply never manual", "seat 2: reply takes a time in ms (or as 60s, 1.5s, 2m), 1 to 1000000000, not \"never\""},
        {"2 reply 0 manual", "seat 2: reply takes a time in ms (or as 60s, 1.5s, 2m), 1 to 1000000000, not \"0\""},
        {"2 color green manual", "seat 2: color takes white or black (A's), not \"green\""},
        {"2 builtin elo 9999", NULL},
        {"2 manual now", NULL},
        {"2 engine", NULL},
        {"2 fen 8/8/8/8/8/8/8/8 w - - 0 1 manual", NULL},
        {"2 moves \"e2e4 e7e6 e4e6\" manual", "seat 2: the opening's move 'e4e6' is not legal"},
        {"2 fen \"7k/6Q1/6K1/8/8/8/8/8 b - -\" manual", "seat 2: the game would be over before it begins: checkmate"},
        {"2 nonsense", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_MSG(!plan_seat(&plan, text_of(cases[i].words), message), "'%s' is taken", cases[i].words);
        if (cases[i].message != NULL)
            CHECK_STR(message, cases[i].message);
        else
            CHECK_MSG(strncmp(message, "seat 2: ", 8) == 0, "'%s' gives: %s", cases[i].words, message);
        CHECK_STR(plan.boards[1].setup.spec, "builtin elo 1500");
    }
    plan_destroy(&plan);

    /* Without `boards` the hall grows with its seats. */
    plan_init(&plan);
    CHECK(plan_seat(&plan, text_of("3 manual"), message));
    CHECK_INT(plan.count, 3);
    CHECK(!plan_seat(&plan, text_of("7 manual twice"), message));
    CHECK_INT(plan.count, 3);
    CHECK(plan_add(&plan, text_of("builtin"), message));
    CHECK_STR(plan.boards[0].setup.spec, "builtin");
    CHECK(plan_add(&plan, text_of("builtin"), message));
    CHECK(plan_add(&plan, text_of("engine x"), message));
    CHECK_INT(plan.count, 4);
    CHECK_STR(plan.boards[3].setup.spec, "engine x");
    /* It does not shrink by itself: nobody who was given a seat is forgotten. */
    CHECK(!plan_settings(&plan, text_of("movetime 1 boards 3"), message));
    CHECK_STR(message, "boards: 3 are too few, seat 4 is taken");
    CHECK_INT(plan.choices.settings.movetime_ms, 1000);
    CHECK(plan_settings(&plan, text_of("boards 4"), message));
    CHECK(plan_settings(&plan, text_of("boards 2"), message));
    CHECK_INT(plan.count, 2);
    plan_destroy(&plan);
}

/* Nothing is cut in silence: it is kept, or the limit is named. */
static void test_long_texts(void)
{
    static char words[12000], long_word[9000];
    Plan plan;
    plan_init(&plan);
    memset(long_word, 'x', sizeof long_word - 1);
    snprintf(words, sizeof words, "1 engine cat \"option.Some Name=%.1200s\" %.5000s", long_word, long_word);
    CHECK_MSG(plan_seat(&plan, text_of(words), message), "%s", message);
    CHECK_STR(plan.boards[0].setup.spec, words + 2);
    snprintf(words, sizeof words, "2 name %.3000s manual", long_word);
    CHECK(plan_seat(&plan, text_of(words), message));
    CHECK_INT(strlen(plan.boards[1].setup.name), 3000);
    snprintf(words, sizeof words, "engine cat %.5000s", long_word);
    CHECK_MSG(plan_exhibitor(&plan, text_of(words), message), "%s", message);
    CHECK_INT(strlen(plan.choices.settings.exhibitor_spec), 5011);
    snprintf(words, sizeof words, "engine cat %.8200s", long_word);
    CHECK(!plan_exhibitor(&plan, text_of(words), message));
    CHECK_STR(message, "exhibitor: a player's description takes at most 8191 characters");
    snprintf(words, sizeof words, "event %.200s", long_word);
    CHECK(!plan_settings(&plan, text_of(words), message));
    CHECK_STR(message, "event takes at most 127 characters");
    plan_destroy(&plan);
}

static void test_presets(void)
{
    static const struct {
        const char *words;
        int64_t bonus_ms;
    } cases[] = {{"preset fide", 120000},
                 {"preset rapid", 120000},
                 {"preset Blitz", 60000},
                 {"preset blitz preset fide", 120000},
                 {"illegal-bonus 5s preset blitz", 5000},
                 {"preset blitz illegal-bonus 7s", 7000}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Plan plan;
        plan_init(&plan);
        CHECK_MSG(plan_settings(&plan, text_of(cases[i].words), message), "%s", message);
        CHECK_INT(plan.choices.settings.illegal_bonus_ms, cases[i].bonus_ms);
        CHECK(!plan_settings(&plan, text_of("preset slow"), message));
        CHECK_STR(message, "preset takes fide, rapid or blitz, not \"slow\"");
        plan_destroy(&plan);
    }
}

/* What people type may go uncounted, not what programs send. */
static void test_illegal(void)
{
    Plan plan;
    plan_init(&plan);
    CHECK_INT(plan.choices.settings.illegal_manual, 0);
    CHECK(plan_seat(&plan, text_of("1 illegal 0 manual"), message));
    CHECK_INT(plan.boards[0].setup.illegal, 0);
    CHECK(!plan_seat(&plan, text_of("2 illegal 0 builtin"), message));
    CHECK_STR(message, "seat 2: illegal takes 1 to 1000 for a program, not 0: only what people type may go uncounted");
    CHECK(!plan_settings(&plan, text_of("illegal-engines 0"), message));
    CHECK(plan_settings(&plan, text_of("illegal-people off"), message));
    plan_destroy(&plan);
}

/* Moves as people write them; an opening by its name or code. */
static void test_opening_words(void)
{
    static const struct {
        const char *words, *moves, *name;
    } GOOD[] = {
        {"1 moves \"1. e4 e5 2.Nf3 Nc6 3. Bb5\"", "e2e4 e7e5 g1f3 b8c6 f1b5", NULL},
        {"1 moves \"e2e4 c5\"", "e2e4 c7c5", NULL},
        {"1 moves \"1. e4 1... e5\"", "e2e4 e7e5", NULL},
        {"1 opening \"Sicilian Defense\"", "e2e4 c7c5", "Sicilian Defense"},
        {"1 opening \"sicilian defence\"", "e2e4 c7c5", "sicilian defence"},
        {"1 opening b20", "e2e4 c7c5", "b20"},
        {"1 opening \"Anna's own\" moves \"a4 a5\"", "a2a4 a7a5", "Anna's own"},
    };
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
        Plan plan;
        plan_init(&plan);
        if (CHECK_MSG(plan_seat(&plan, text_of(GOOD[i].words), message), "%s: %s", GOOD[i].words, message)) {
            CHECK_STR(plan.boards[0].setup.moves, GOOD[i].moves);
            if (GOOD[i].name != NULL)
                CHECK_STR(plan.boards[0].setup.opening, GOOD[i].name);
        }
        plan_destroy(&plan);
    }
    Plan plan;
    plan_init(&plan);
    CHECK(!plan_seat(&plan, text_of("1 opening \"Anna's own\""), message));
    CHECK_STR(message, "seat 1: no opening is called \"Anna's own\"; a name or code from ECO is expected, or `moves` beside it");
    CHECK(!plan_seat(&plan, text_of("1 moves \"1. e4 e4\""), message));
    CHECK_STR(message, "seat 1: the opening's move 'e4' is not legal");
    plan_destroy(&plan);
}

/* A seat named once more: an opening called by its name takes the table's line, whatever was given before it. */
static void test_opening_words_again(void)
{
    static const struct {
        const char *first, *then, *fen, *moves, *name;
    } GOOD[] = {
        {"1 opening B20", "1 opening C60", "", "e2e4 e7e5 g1f3 b8c6 f1b5", "C60"},
        {"1 moves \"a4 a5\"", "1 opening B20", "", "e2e4 c7c5", "B20"},
        {"1 fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "1 opening B20", "", "e2e4 c7c5", "B20"},
        {"1 opening B20", "1 opening \"Anna's own\" moves \"a4 a5\"", "", "a2a4 a7a5", "Anna's own"},
        {"1 opening B20", "1 moves \"a4 a5\" opening C60", "", "a2a4 a7a5", "C60"},
        {"1 opening B20", "1 moves \"a4 a5\"", "", "a2a4 a7a5", ""},
        {"1 opening B20", "1 opening Rook fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "", "Rook"},
        {"1 opening B20", "1 fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "", ""},
        {"1 fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "1 moves Ra7", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a7", ""},
        {"1 opening B20", "1 name Otto", "", "e2e4 c7c5", "B20"},
    };
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
        Plan plan;
        plan_init(&plan);
        CHECK_MSG(plan_seat(&plan, text_of(GOOD[i].first), message) && plan_seat(&plan, text_of(GOOD[i].then), message), "%s: %s",
                  GOOD[i].then, message);
        const SimulBoardSetup *setup = &plan.boards[0].setup;
        CHECK_STR(setup->fen != NULL ? setup->fen : "", GOOD[i].fen);
        CHECK_STR(setup->moves != NULL ? setup->moves : "", GOOD[i].moves);
        CHECK_STR(setup->opening != NULL ? setup->opening : "", GOOD[i].name);
        plan_destroy(&plan);
    }
    Plan plan;
    plan_init(&plan);
    CHECK(plan_seat(&plan, text_of("1 opening B20"), message));
    CHECK(!plan_seat(&plan, text_of("1 opening \"Anna's own\""), message));
    CHECK_STR(message, "seat 1: no opening is called \"Anna's own\"; a name or code from ECO is expected, or `moves` beside it");
    CHECK_STR(plan.boards[0].setup.opening, "B20");
    plan_destroy(&plan);
}

static void test_exhibitor(void)
{
    Plan plan;
    plan_init(&plan);
    CHECK(plan_exhibitor(&plan, text_of("name \"The Master\" engine stockfish --fast"), message));
    CHECK_STR(plan.choices.settings.exhibitor_name, "The Master");
    CHECK_STR(plan.choices.settings.exhibitor_spec, "engine stockfish --fast");
    CHECK_INT(plan.choices.settings.exhibitor_person, false);
    CHECK(!plan_exhibitor(&plan, text_of("somebody"), message));
    CHECK_STR(message, "exhibitor: expected engine COMMAND, builtin, manual or browser, not \"somebody\"");
    CHECK(!plan_exhibitor(&plan, text_of(""), message));
    CHECK_STR(plan.choices.settings.exhibitor_spec, "engine stockfish --fast");
    CHECK(plan_exhibitor(&plan, text_of("manual"), message));
    CHECK_INT(plan.choices.settings.exhibitor_person, true);
    plan_destroy(&plan);
}

/* Every game of every board, `moves` and A's colour, as "1w" with the opening's first file as number. */
static void check_games(Plan *plan, const char *expected)
{
    char shown[256] = "";
    int count;
    SimulBoardSetup *setups = plan_setups(plan, &count);
    CHECK(setups != NULL);
    for (int i = 0; setups != NULL && i < count; i++) {
        const bool white = simul_exhibitor_has_white(&plan->choices.settings, &setups[i], i % plan->count + 1);
        snprintf(shown + strlen(shown), sizeof shown - strlen(shown), "%s%.2s%c",
                 i == 0                 ? ""
                 : i % plan->count == 0 ? " | "
                                        : " ",
                 setups[i].moves != NULL ? setups[i].moves : "--", white ? 'w' : 'b');
    }
    CHECK_STR(shown, expected);
    free(setups);
}

/* Pairs share their opening; further games go on in the book. */
static void test_games(void)
{
    static const struct {
        const char *words, *games;
    } CASES[] = {
        {"boards 2", "--w --w"},
        {"boards 2 games 2", "--w --w | --w --w"},
        {"boards 2 repeat", "--w --w | --b --b"},
        {"boards 2 repeat color alternate", "--w --b | --b --w"},
        {"boards 2 games 3 BOOK", "a2w b2w | c2w a2w | b2w c2w"},
        {"boards 2 repeat games 4 BOOK", "a2w b2w | a2b b2b | c2w a2w | c2b a2b"},
        {"boards 2 repeat BOOK deal same", "a2w a2w | a2b a2b"},
    };
    write_file("games.pgn", "1. a3 *\n\n1. b3 *\n\n1. c3 *\n");
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Plan plan;
        char words[400];
        const char *book = strstr(CASES[i].words, "BOOK");
        const int before = book != NULL ? (int)(book - CASES[i].words) : (int)strlen(CASES[i].words);
        snprintf(words, sizeof words, "%.*s%s%s%s%s pgn none", before, CASES[i].words, book != NULL ? "openings " : "",
                 book != NULL ? directory : "", book != NULL ? "/games.pgn" : "", book != NULL ? book + 4 : "");
        plan_init(&plan);
        CHECK_MSG(plan_settings(&plan, text_of(words), message), "%s: %s", words, message);
        CHECK_MSG(plan_finish(&plan, message), "%s: %s", words, message);
        check_games(&plan, CASES[i].games);
        /* A start that was refused is tried again: everything is dealt anew. */
        CHECK(plan_finish(&plan, message));
        check_games(&plan, CASES[i].games);
        /* A position that is given afterwards is that of all games. */
        CHECK(plan_seat(&plan, text_of("1 moves h2h3"), message));
        CHECK(plan_finish(&plan, message));
        int count;
        SimulBoardSetup *setups = plan_setups(&plan, &count);
        for (int game = 0; setups != NULL && game < count; game += plan.count)
            CHECK_STR(setups[game].moves, "h2h3");
        free(setups);
        plan_destroy(&plan);
    }
}

static void test_match_words(void)
{
    Plan plan;
    plan_init(&plan);
    CHECK(plan_settings(&plan, text_of("sprt elo0 0 elo1 10 alpha 0.1 games 4"), message));
    CHECK_STR(plan.choices.settings.sprt, "elo0 0 elo1 10 alpha 0.1");
    CHECK_INT(plan.choices.settings.games, 4);
    CHECK(plan_settings(&plan, text_of("sprt \"elo0=-2 elo1=2 model=logistic\""), message));
    CHECK_STR(plan.choices.settings.sprt, "elo0=-2 elo1=2 model=logistic");
    CHECK(!plan_settings(&plan, text_of("sprt elo0 10 elo1 0"), message));
    CHECK_STR(message, "sprt: elo0 must be below elo1");
    CHECK(plan_settings(&plan, text_of("sprt none"), message));
    CHECK_STR(plan.choices.settings.sprt, "");
    CHECK(plan_settings(&plan, text_of("boards 2 repeat games 3 pgn none"), message));
    CHECK(!plan_finish(&plan, message));
    CHECK_STR(message, "games: with repeat they come in pairs, so an even number");
    CHECK(plan_settings(&plan, text_of("games 2 sprt elo0 0 elo1 5 unfinished score"), message));
    CHECK(!plan_finish(&plan, message));
    CHECK_STR(message, "sprt: does not go with unfinished score: it counts only games that have been played to their end");
    plan_destroy(&plan);
}

static void test_finish(void)
{
    Plan plan;
    plan_init(&plan);
    CHECK(plan_settings(&plan, text_of("boards 3 pgn none"), message));
    CHECK(plan_finish(&plan, message));
    CHECK_STR(plan.boards[0].setup.spec, "builtin elo 1000");
    CHECK_STR(plan.boards[1].setup.spec, "builtin elo 1600");
    CHECK_STR(plan.boards[2].setup.spec, "builtin elo 2200");
    CHECK_STR(plan.choices.settings.pgn_path, "");
    CHECK_STR(plan.choices.settings.journal_path, "");
    CHECK_INT(strlen(plan.choices.settings.date), 10);
    CHECK(plan.choices.settings.thinkers >= 1);
    plan_destroy(&plan);

    char words[300];
    snprintf(words, sizeof words, "pgn %s/club.pgn", directory);
    plan_init(&plan);
    CHECK(plan_settings(&plan, text_of(words), message));
    CHECK(plan_finish(&plan, message));
    CHECK_INT(plan.count, 8);
    snprintf(words, sizeof words, "%s/club.journal", directory);
    CHECK_STR(plan.choices.settings.journal_path, words);
    plan_destroy(&plan);
    /* An earlier journal is never overwritten. */
    write_file("club.journal", "taken");
    snprintf(words, sizeof words, "pgn %s/club.pgn", directory);
    plan_init(&plan);
    CHECK(plan_settings(&plan, text_of(words), message));
    CHECK(plan_finish(&plan, message));
    snprintf(words, sizeof words, "%s/club-2.journal", directory);
    CHECK_STR(plan.choices.settings.journal_path, words);
    plan_destroy(&plan);
}

static void test_file(void)
{
    Plan plan;
    plan_init(&plan);
    const char *path = write_file(
        "good.simul",
        "\xef\xbb\xbf# a comment\n\nmisses=7\nboards = 3\nevent \"Club evening\" site \"Here\"\r\n  movetime 200\nexhibitor builtin hash 8\n"
        "seat 1 name \"Anna\" manual\nopponent builtin elo 1200\nopponent engine stockfish");
    CHECK_MSG(read_file(&plan, path), "%s", mistakes);
    CHECK_INT(plan.count, 3);
    CHECK_STR(plan.choices.settings.site, "Here");
    CHECK_INT(plan.choices.settings.misses, 7);
    CHECK_STR(plan.boards[0].setup.name, "Anna");
    CHECK_STR(plan.boards[1].setup.spec, "builtin elo 1200");
    CHECK_STR(plan.boards[2].setup.spec, "engine stockfish");
    plan_destroy(&plan);

    static const struct {
        const char *text, *place, *reason;
    } cases[] = {
        {"boards 3\nlate never\n", ":2: ", "late takes forfeit or pass or warn, not \"never\""},
        {"boards 3\n\n# x\nseat 4 manual\n", ":4: ", "seat 4: there are 3 boards"},
        {"boards 3\ntc = 40/x\n", ":2: ", "tc: time control '40/x': seconds expected at character 4"},
        {"speed 3", ":1: ", "no setting is called \"speed\""},
        {"boards 1\nopponent builtin\nopponent builtin", ":3: ", "there are more opponents than boards (1)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        plan_init(&plan);
        path = write_file("bad.simul", cases[i].text);
        CHECK(!read_file(&plan, path));
        char expected[SIMUL_MESSAGE_SIZE];
        snprintf(expected, sizeof expected, "%s%s%s", path, cases[i].place, cases[i].reason);
        CHECK_MSG(strncmp(mistakes, expected, strlen(expected)) == 0, "%s", mistakes);
        plan_destroy(&plan);
    }
    /* All of a file's mistakes at once, with what may have been meant; paths are relative to the file. */
    plan_init(&plan);
    path = write_file("bad.simul", "bords 3\npgn club.pgn\nmovetme 5s\nseat 1 reply never manual\nmovetime 1.5s\nfoo 1\n");
    CHECK(!read_file(&plan, path));
    char all[2048];
    snprintf(all, sizeof all,
             "%s:1: no setting is called \"bords\"; is `boards` meant?\n"
             "%s:3: no setting is called \"movetme\"; is `movetime` meant?\n"
             "%s:4: seat 1: reply takes a time in ms (or as 60s, 1.5s, 2m), 1 to 1000000000, not \"never\"\n"
             "%s:6: no setting is called \"foo\"; `simul help new` lists them\n",
             path, path, path, path);
    CHECK_STR(mistakes, all);
    CHECK_INT(plan.choices.settings.movetime_ms, 1500);
    snprintf(all, sizeof all, "%s/club.pgn", directory);
    CHECK_STR(plan.choices.settings.pgn_path, all);
    CHECK(plan_settings(&plan, text_of("pgn here.pgn"), message));
    CHECK_STR(plan.choices.settings.pgn_path, "here.pgn");
    plan_destroy(&plan);
    plan_init(&plan);
    CHECK(read_file(&plan, write_file("paths.simul", "pgn none\njournal /tmp/x.journal\n")));
    CHECK_STR(plan.choices.settings.pgn_path, "");
    CHECK_STR(plan.choices.settings.journal_path, "/tmp/x.journal");
    plan_destroy(&plan);
    plan_init(&plan);
    CHECK(!read_file(&plan, "/nowhere/at.all"));
    CHECK(strstr(mistakes, "/nowhere/at.all") != NULL);
    plan_destroy(&plan);

    /* Openings are read when all is known; the line that named them is not forgotten, unless they were named again. */
    char expected[SIMUL_MESSAGE_SIZE];
    plan_init(&plan);
    path = write_file("bad.simul", "pgn none\nopenings /nowhere/at.epd\nboards 2\n");
    CHECK(read_file(&plan, path));
    CHECK(!plan_finish(&plan, message));
    snprintf(expected, sizeof expected, "%s:2: openings: cannot open '/nowhere/at.epd': No such file or directory", path);
    CHECK_STR(message, expected);
    CHECK(plan_settings(&plan, text_of("openings /nowhere/else.epd"), message));
    CHECK(!plan_finish(&plan, message));
    CHECK_STR(message, "openings: cannot open '/nowhere/else.epd': No such file or directory");
    plan_destroy(&plan);
}

static bool deal(const char *file, const char *text, const char *settings, Plan *plan)
{
    char words[600];
    snprintf(words, sizeof words, "boards 4 pgn none seed 7 openings %s %s", write_file(file, text), settings);
    plan_init(plan);
    CHECK_MSG(plan_settings(plan, text_of(words), message), "%s", message);
    CHECK(plan_seat(plan, text_of("2 fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 builtin"), message));
    return plan_finish(plan, message);
}

static void test_openings(void)
{
    static const char EPD[] = "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 id \"with en passant\";\n"
                              "# nothing\n; nor here\n% nor here\n"
                              "4k3/8/8/8/8/8/3PP3/4K3 w - - id \"pawns\";\n";
    Plan plan;
    CHECK_MSG(deal("a.epd", EPD, "", &plan), "%s", message);
    CHECK_STR(plan.boards[0].setup.fen, "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1");
    CHECK_STR(plan.boards[0].setup.opening, "with en passant");
    CHECK_STR(plan.boards[1].setup.fen, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    CHECK_STR(plan.boards[2].setup.fen, "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1");
    CHECK_STR(plan.boards[3].setup.fen, "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1");
    CHECK_STR(plan.boards[3].setup.opening, "pawns");
    CHECK_STR(plan.openings_note, "");
    plan_destroy(&plan);

    /* What is corrected is said, the first with its place. */
    CHECK(deal("a.epd",
               "; two of three\n4k3/8/8/8/8/8/3PP3/4K3 w KQ - 0 1\n4k3/8/8/8/8/8/3PP3/4K3 w - -\n4k3/8/8/8/8/8/3PP3/4K3 w kq - 0 1\n", "",
               &plan));
    const char *place = strstr(plan.openings_note, "a.epd:2: ");
    CHECK_MSG(strncmp(plan.openings_note, "openings: 2 positions were corrected, first ", 44) == 0 && place != NULL &&
                  strstr(place, "castling") != NULL,
              "%s", plan.openings_note);
    plan_destroy(&plan);
    CHECK(deal("a.pgn", "; a comment\n% another\n[FEN \"4k3/8/8/8/8/8/3PP3/4K3 w KQ - 0 1\"]\n\n1. e4 *\n", "", &plan));
    CHECK_STR(plan.boards[0].setup.moves, "e2e4");
    CHECK_MSG(strncmp(plan.openings_note, "openings: 1 position was corrected, first ", 42) == 0, "%s", plan.openings_note);
    plan_destroy(&plan);

    CHECK(deal("a.epd",
               "\xef\xbb\xbf"
               "4k3/8/8/8/8/8/3PP3/4K3 w - -\r\n",
               "", &plan));
    CHECK_STR(plan.boards[0].setup.fen, "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1");
    plan_destroy(&plan);

    CHECK(deal("a.epd", EPD, "deal same", &plan));
    CHECK_STR(plan.boards[3].setup.opening, "with en passant");
    plan_destroy(&plan);

    /* By lot none comes twice before all have come: four openings, of which boards 1, 3 and 4 have different ones. */
    for (int seed = 0; seed < 20; seed++) {
        char settings[64];
        snprintf(settings, sizeof settings, "deal random seed %d", seed);
        CHECK(deal("r.epd",
                   "4k3/8/8/8/8/8/3P4/4K3 w - -\n4k3/8/8/8/8/8/4P3/4K3 w - -\n4k3/8/8/8/8/8/5P2/4K3 w - -\n4k3/8/8/8/8/8/6P1/4K3 w - -\n",
                   settings, &plan));
        CHECK(strcmp(plan.boards[0].setup.fen, plan.boards[2].setup.fen) != 0);
        CHECK(strcmp(plan.boards[0].setup.fen, plan.boards[3].setup.fen) != 0);
        CHECK(strcmp(plan.boards[2].setup.fen, plan.boards[3].setup.fen) != 0);
        plan_destroy(&plan);
    }

    CHECK(
        deal("a.pgn", "[Event \"x\"]\n[Opening \"Italian\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 *\n\n[Event \"y\"]\n\n1. d4 d5 *\n", "", &plan));
    CHECK_STR(plan.boards[0].setup.moves, "e2e4 e7e5 g1f3 b8c6 f1c4");
    CHECK_STR(plan.boards[0].setup.opening, "Italian");
    CHECK_STR(plan.boards[3].setup.moves, "d2d4 d7d5");
    plan_destroy(&plan);

    CHECK(!deal("b.pgn", "[Event \"x\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n", "", &plan));
    CHECK_MSG(strstr(message, "b.pgn:1: the game is over at its end (checkmate)") != NULL, "%s", message);
    plan_destroy(&plan);
    CHECK(!deal("b.epd", "4k3/8/8/8/8/8/3PP3/4K3 w - -\nrubbish\n", "", &plan));
    CHECK_MSG(strstr(message, "b.epd:2: ") != NULL, "%s", message);
    plan_destroy(&plan);
    CHECK(!deal("c.epd", "7k/6Q1/6K1/8/8/8/8/8 b - -\n", "", &plan));
    CHECK_MSG(strstr(message, "c.epd:1: the game is over there (checkmate)") != NULL, "%s", message);
    plan_destroy(&plan);
    CHECK(!deal("d.epd", "\n", "", &plan));
    CHECK(strstr(message, "holds no position") != NULL);
    plan_destroy(&plan);
}

static void test_chess960(void)
{
    static const struct {
        int number;
        const char *rank;
    } cases[] = {{518, "RNBQKBNR"}, {0, "BBQNNRKR"}, {959, "RKRNNQBB"}, {1, "BQNBNRKR"}, {534, "RNBKQBNR"}};
    char fen[CHESS960_FEN_SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        chess960_fen(cases[i].number, fen);
        CHECK_MSG(strncmp(fen + 35, cases[i].rank, 8) == 0, "%d is %s", cases[i].number, fen);
    }
    /* All are different, and legal as they stand. */
    static char all[CHESS960_POSITIONS][CHESS960_FEN_SIZE];
    for (int number = 0; number < CHESS960_POSITIONS; number++) {
        Position position;
        FenReport report;
        chess960_fen(number, all[number]);
        CHECK_MSG(fen_parse(all[number], FEN_STRICT, &position, &report) && report.warning[0] == '\0', "%s: %s", all[number],
                  report.message);
        CHECK_INT(bits_count(position.board.castling), 4);
        for (int other = 0; other < number; other++)
            if (strcmp(all[other], all[number]) == 0)
                CHECK_MSG(false, "%d and %d are the same", other, number);
    }
    Plan plan;
    plan_init(&plan);
    CHECK(plan_settings(&plan, text_of("boards 3 pgn none chess960 seed 5"), message));
    CHECK(plan_seat(&plan, text_of("2 fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 builtin"), message));
    CHECK(plan_finish(&plan, message));
    CHECK(strcmp(plan.boards[0].setup.fen, plan.boards[2].setup.fen) != 0);
    CHECK_STR(plan.boards[1].setup.fen, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    plan_destroy(&plan);
    plan_init(&plan);
    CHECK(plan_settings(&plan, text_of("boards 3 pgn none chess960 seed 5 deal same"), message));
    CHECK(plan_finish(&plan, message));
    CHECK_STR(plan.boards[0].setup.fen, plan.boards[2].setup.fen);
    plan_destroy(&plan);
}

int main(void)
{
    chess_init();
    CHECK(mkdtemp(directory) != NULL);
    test_settings();
    test_seats();
    test_exhibitor();
    test_opening_words();
    test_opening_words_again();
    test_illegal();
    test_long_texts();
    test_presets();
    test_finish();
    test_games();
    test_match_words();
    test_file();
    test_openings();
    test_chess960();
    static const char *const FILES[] = {"club.journal", "good.simul", "bad.simul", "paths.simul", "r.epd", "a.epd",
                                        "a.pgn",        "games.pgn",  "b.epd",     "b.pgn",       "c.epd", "d.epd"};
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s/%s", directory, FILES[i]);
        unlink(path);
    }
    CHECK(rmdir(directory) == 0);
    return test_end("desk/plan");
}
