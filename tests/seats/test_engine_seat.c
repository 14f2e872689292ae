/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Engines at a seat, with a scripted engine at the other end: hand-shakes, requests, every kind of misbehaviour, leaving.
 */
#include "seats/seat_test.h"

#include <sys/stat.h>

static char *log_path(void)
{
    static char path[64];
    snprintf(path, sizeof path, "/tmp/carousel-seat-%d.log", (int)getpid());
    return path;
}

/* What the engine was sent, whole. */
static char *log_text(void)
{
    static char text[65536];
    size_t size = 0;
    char *all = file_read_all(log_path(), &size, NULL);
    snprintf(text, sizeof text, "%s", all != NULL ? all : "");
    free(all);
    unlink(log_path());
    return text;
}

static void test_uci_conversation(void)
{
    Table table;
    char words[128];
    snprintf(words, sizeof words, "banner 'name=Old Friend' log=%s", log_path());
    table_open(
        &table,
        fake(
            "option.hash=4 option.Hash=100 option.Depth=1 option.Stile_of_play=Wild option.Has=3 'option.Clear Hash=' 'option.style of play=very wild'",
            words),
        NULL, BLACK, 5000);
    EXPECT(&table, SIMUL_EVENT_INCIDENT, "option 'Hash' takes 1 to 64, not '100', and is left out");
    EXPECT(&table, SIMUL_EVENT_INCIDENT, "Old Friend has no option 'Depth', which is left out");
    EXPECT(&table, SIMUL_EVENT_INCIDENT, "Old Friend has no option 'Stile_of_play', which is left out; did you mean 'Style of Play'?");
    EXPECT(&table, SIMUL_EVENT_INCIDENT, "Old Friend has no option 'Has', which is left out; did you mean 'Hash'?");
    EXPECT(&table, SIMUL_EVENT_READY, "Old Friend");
    table_play(&table, "e2e4");
    seat_think(table.seat, &table.game);
    seat_ask(table.seat, &table.game, &QUICK);
    EXPECT(&table, SIMUL_EVENT_REPLY, "");
    const Heard *heard = &table.heard[table.taken - 1];
    CHECK(heard->has_score);
    table_play(&table, heard->text);
    table_play(&table, "d2d4");
    seat_ask(table.seat, &table.game, &QUICK);
    EXPECT(&table, SIMUL_EVENT_REPLY, "");
    char expected[512];
    snprintf(
        expected, sizeof expected,
        "uci\nsetoption name Hash value 4\nsetoption name Clear Hash\nsetoption name Style of Play value Very Wild\nucinewgame\nisready\n"
        "isready\nposition startpos moves e2e4\ngo infinite\nstop\nisready\nposition startpos moves e2e4 %s d2d4\ngo movetime 20\nquit\n",
        heard->text);
    table_close(&table, false);
    const char *text = log_text();
    /* `stop` before `quit`: the search it may still be in. */
    char *farewell = strstr(text, "stop\nquit\n");
    if (CHECK_MSG(farewell != NULL, "%s", text))
        memmove(farewell, farewell + strlen("stop\n"), strlen(farewell + strlen("stop\n")) + 1);
    CHECK_STR(text, expected);
}

/* All of an option's words to its last end, however long, in the engine's own spelling; values it does not take are left out. */
static void expect_options(const char *keys, const char *words, const char *sent, const char *const incidents[])
{
    Table table;
    char all[512];
    snprintf(all, sizeof all, "%s log=%s", words, log_path());
    table_open(&table, fake(keys, all), NULL, BLACK, 5000);
    for (int i = 0; incidents[i] != NULL; i++)
        EXPECT(&table, SIMUL_EVENT_INCIDENT, incidents[i]);
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    table_close(&table, false);
    const char *text = log_text();
    CHECK_MSG(strstr(text, sent) != NULL, "%.3000s", text);
}

static void test_options(void)
{
    expect_options(
        "'option.style of PLAY=solid' option.ponder=on 'option.opening BOOK=my book.bin' option.HASH=064", "uci",
        "uci\nsetoption name Style of Play value Solid\nsetoption name Ponder value true\nsetoption name Opening Book value my book.bin\n"
        "setoption name Hash value 064\nucinewgame\n",
        (const char *const[]){NULL});
    expect_options(
        "'option.opening book=' option.Ponder=0", "uci 'option.Clear Hash='",
        "uci\nsetoption name Opening Book value <empty>\nsetoption name Ponder value false\nsetoption name Clear Hash\nucinewgame\n",
        (const char *const[]){NULL});
    expect_options("'option.Style of Play=Wild' option.Ponder=maybe option.hash=many", "uci", "uci\nucinewgame\n",
                   (const char *const[]){"option 'Style of Play' takes Solid or Very Wild, not 'Wild', and is left out",
                                         "option 'Ponder' takes true or false, not 'maybe', and is left out",
                                         "option 'hash' takes 1 to 64, not 'many', and is left out", NULL});
    static char keys[4096], sent[4096];
    snprintf(keys, sizeof keys, "'option.Opening Book=%0*d'", 1200, 7);
    snprintf(sent, sizeof sent, "uci\nsetoption name Opening Book value %0*d\nucinewgame\n", 1200, 7);
    expect_options(keys, "uci", sent, (const char *const[]){NULL});
    /* The other language. */
    expect_options(
        "protocol xboard 'option.style of PLAY=very wild' option.contempt=-3 'option.own book=off' 'option.clear hash=' 'option.LOG file=a b.txt' option.MEMORY=32",
        "xboard",
        "option Style of Play=Very Wild\noption Contempt=-3\noption Own Book=0\noption Clear Hash\noption Log File=a b.txt\nmemory 32\nping",
        (const char *const[]){NULL});
    expect_options(
        "protocol xboard option.Typo=5 option.Contempt=11 option.cores=4 'option.Style of Play=Tame' 'option.Own Book=perhaps' option.memory=0",
        "xboard", "accepted done\nping 1\n",
        (const char *const[]){"Fake engine has no option 'Typo', which is left out",
                              "option 'Contempt' takes -10 to 10, not '11', and is left out",
                              "Fake engine has no option 'cores', which is left out",
                              "option 'Style of Play' takes Solid or Very Wild, not 'Tame', and is left out",
                              "option 'Own Book' takes true or false, not 'perhaps', and is left out",
                              "option 'memory' takes 1 to 2147483647, not '0', and is left out", NULL});
    expect_options("protocol xboard", "xboard", "rejected option\n", (const char *const[]){NULL});
}

/* Held to nodes or a depth it thinks to that from A's departure on, and nobody tells it to answer; to a time: at most so long. */
static void expect_held(const char *keys, const char *language, const char *sent, bool told)
{
    Table table;
    char words[128];
    snprintf(words, sizeof words, "%s log=%s", language, log_path());
    table_open(&table, fake(keys, words), NULL, WHITE, 5000);
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    seat_think(table.seat, &table.game);
    seat_ask(table.seat, &table.game, &QUICK);
    seat_ask(table.seat, &table.game, &QUICK);
    EXPECT(&table, SIMUL_EVENT_REPLY, "");
    table_play(&table, table.heard[table.taken - 1].text);
    table_play(&table, "e7e5");
    seat_ask(table.seat, &table.game, &QUICK);
    EXPECT(&table, SIMUL_EVENT_REPLY, "");
    table_close(&table, true);
    char *text = log_text();
    char *games = strstr(text, language[0] == 'x' ? "pong" : "ucinewgame");
    CHECK_MSG(strstr(text, sent) != NULL, "%s", text);
    if (games != NULL)
        CHECK_MSG((strstr(games, "\nstop") != NULL) == told, "%s", text);
}

static void test_held(void)
{
    expect_held("nodes=500", "uci", "\nposition startpos\ngo nodes 500\nisready\nposition startpos moves", false);
    expect_held("nodes 500 depth 7", "uci", "\ngo depth 7 nodes 500\nisready", false);
    expect_held("movetime=300", "uci", "\nposition startpos\ngo movetime 300\nstop\n", true);
    expect_held("movetime=5", "uci", "\ngo movetime 5\n", true);
    expect_held("", "uci", "\ngo infinite\nstop\n", true);
    expect_held("depth=3 protocol=xboard", "xboard", "\nsd 3\nst 36000\ntime 3600000\notim 3600000\ngo\nforce\n", false);
    Table table;
    table_open(&table, fake("nodes=9 protocol=xboard", "xboard"), NULL, WHITE, 5000);
    EXPECT(&table, SIMUL_EVENT_INCIDENT, "XBoard engines cannot be held to nodes, which is left out: depth can be given");
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    table_close(&table, true);
    Error error;
    SeatTraits traits;
    CHECK(!seat_kinds_traits("engine nodes=0 stockfish", &traits, &error));
    CHECK_STR(error.message, "engine nodes: a number from 1 to 1000000000000 expected, not '0'");
    CHECK(!seat_kinds_traits("engine depth", &traits, &error));
    CHECK_STR(error.message, "engine depth: a number from 1 to 127 expected, not ''");
    CHECK(seat_kinds_traits("engine depths", &traits, &error));
}

static void test_start_failures(void)
{
    Table table;
    table_open(&table, "engine ./no-such-engine", NULL, BLACK, 5000);
    EXPECT(&table, SIMUL_EVENT_FAILED, "cannot start './no-such-engine': No such file or directory");
    table_close(&table, false);
    table_open(&table, "engine no-such-engine-anywhere", NULL, BLACK, 5000);
    EXPECT(&table, SIMUL_EVENT_FAILED, "cannot start 'no-such-engine-anywhere': No such file or directory");
    table_close(&table, false);
    table_open(&table, "engine /etc/passwd", NULL, BLACK, 5000);
    EXPECT(&table, SIMUL_EVENT_FAILED, "cannot start '/etc/passwd': Permission denied");
    table_close(&table, false);
    table_open(&table, "engine dir /no/such/place /bin/cat", NULL, BLACK, 5000);
    EXPECT(&table, SIMUL_EVENT_FAILED, "cannot start '/bin/cat' in directory '/no/such/place': No such file or directory");
    table_close(&table, false);
    char script[64], words[256];
    snprintf(script, sizeof script, "/tmp/carousel-seat-%d.sh", (int)getpid());
    FILE *file = fopen(script, "w");
    if (CHECK(file != NULL)) {
        fprintf(file, "#! /no/such/interpreter -x\n");
        fclose(file);
        CHECK_INT(chmod(script, 0755), 0);
        snprintf(words, sizeof words, "engine %s", script);
        table_open(&table, words, NULL, BLACK, 5000);
        snprintf(words, sizeof words, "cannot start '%s': its first line names '/no/such/interpreter' to run it, which is not there",
                 script);
        EXPECT(&table, SIMUL_EVENT_FAILED, words);
        table_close(&table, false);
        unlink(script);
    }
    table_open(&table, "engine env=A=B /bin/cat protocol=uci x dir=/no/such/place init=x", NULL, BLACK, 5000);
    EXPECT(&table, SIMUL_EVENT_FAILED, "cannot start '/bin/cat' in directory '/no/such/place': No such file or directory");
    table_close(&table, false);
    table_open(&table, fake("", "handshake=exit 'words=license has expired'"), NULL, BLACK, 5000);
    EXPECT(&table, SIMUL_EVENT_FAILED, "exited with status 7; its last words on stderr: license has expired");
    table_close(&table, false);
    table_open(&table, fake("", "handshake=never"), NULL, BLACK, 300);
    EXPECT(&table, SIMUL_EVENT_FAILED, "not ready in time: answers neither `uci` nor `protover 2`");
    table_close(&table, false);
    table_open(&table, fake("protocol uci", "handshake=never"), NULL, BLACK, 200);
    EXPECT(&table, SIMUL_EVENT_FAILED, "not ready in time: answers no `uci`");
    table_close(&table, false);
    table_open(&table, fake("", ""), "bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKRQNB w KQkq - 0 1", BLACK, 5000);
    EXPECT(&table, SIMUL_EVENT_FAILED, "does not play Chess960");
    table_close(&table, false);
}

static void test_slow_hand_shake(void)
{
    Table table;
    table_open(&table, fake("", "handshake=400"), NULL, BLACK, 1500); /* asked for XBoard after 300 ms, and UCI after all */
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    table_close(&table, false);
}

/* One that knows both languages hears the second question before it has answered the first. */
static void test_slow_and_bilingual(void)
{
    Table table;
    table_open(&table, fake("option.hash=2", "both start=800"), NULL, BLACK, 2000);
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    seat_ask(table.seat, &table.game, &QUICK);
    EXPECT(&table, SIMUL_EVENT_REPLY, "");
    CHECK(table.heard[table.taken - 1].has_score); /* as UCI says it */
    table_close(&table, false);
    /* It was taken for the first version of the other protocol by then. */
    table_open(&table, fake("", "both banner start=1300"), NULL, BLACK, 2000);
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    seat_ask(table.seat, &table.game, &QUICK);
    EXPECT(&table, SIMUL_EVENT_REPLY, "");
    CHECK(table.heard[table.taken - 1].has_score);
    table_close(&table, false);
}

static void expect_failure(const char *words, const char *reason)
{
    Table table;
    table_open(&table, fake("", words), NULL, WHITE, 5000);
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    seat_think(table.seat, &table.game);
    EXPECT(&table, SIMUL_EVENT_FAILED, reason);
    table_close(&table, false);
}

static void test_failures(void)
{
    expect_failure("crash 'words=oh dear'", "killed by signal 6 (Aborted); its last words on stderr: oh dear");
    expect_failure("exit=5", "exited with status 5");
    expect_failure("exit=0", "exited with status 0");
    expect_failure("close", "closed its output, but runs on");
}

static void expect_move(const char *words, const char *move)
{
    Table table;
    table_open(&table, fake("", words), "7k/P7/8/8/8/8/8/K7 w - - 0 1", WHITE, 5000);
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    seat_think(table.seat, &table.game);
    seat_ask(table.seat, &table.game, &QUICK);
    EXPECT(&table, SIMUL_EVENT_REPLY, move);
    table_close(&table, false);
}

static void test_strange_moves(void)
{
    expect_move("illegal", "a1a8");
    expect_move("none", "(none)");
    expect_move("null", "0000");
    expect_move("empty", "");
    expect_move("garbage", "xyzzy");
    expect_move("nul", "a");
}

static void test_order_of_answers(void)
{
    Table table;
    /* Early, and the second answer: all are passed on. */
    table_open(&table, fake("", "early twice"), NULL, WHITE, 5000);
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    seat_ask(table.seat, &table.game, &QUICK);
    EXPECT(&table, SIMUL_EVENT_REPLY, "");
    EXPECT(&table, SIMUL_EVENT_REPLY, "");
    CHECK_STR(table.heard[table.taken - 1].text, table.heard[table.taken - 2].text);
    table_close(&table, false);
    /* Unasked, when the next request is on its way already. */
    table_open(&table, fake("", "unasked=50"), NULL, WHITE, 5000);
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    seat_ask(table.seat, &table.game, &QUICK);
    EXPECT(&table, SIMUL_EVENT_REPLY, "");
    table_play(&table, "e2e4");
    table_play(&table, "e7e5");
    seat_think(table.seat, &table.game);
    EXPECT(&table, SIMUL_EVENT_INCIDENT, "an answer nobody asked for is dropped: a2a3");
    seat_ask(table.seat, &table.game, &QUICK);
    EXPECT(&table, SIMUL_EVENT_REPLY, "");
    table_close(&table, false);
    /* Given up: the answer is swallowed, and the next request is asked after it. */
    table_open(&table, fake("", "late=200"), NULL, WHITE, 5000);
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    seat_think(table.seat, &table.game);
    seat_retract(table.seat);
    Game other;
    CHECK(game_copy(&other, &table.game));
    table_play(&table, "e2e4");
    table_play(&table, "e7e5");
    seat_think(table.seat, &table.game);
    seat_ask(table.seat, &table.game, &QUICK);
    EXPECT(&table, SIMUL_EVENT_REPLY, "");
    Move move;
    CHECK_INT(move_from_text(&table.game.current, table.heard[table.taken - 1].text, &move), MOVE_TEXT_OK);
    CHECK(table_next_within(&table, 300) == NULL);
    game_destroy(&other);
    table_close(&table, false);
    /* Late: the request stays open until then. */
    table_open(&table, fake("", "late=200"), NULL, WHITE, 5000);
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    seat_ask(table.seat, &table.game, &QUICK);
    CHECK(table_next_within(&table, 50) == NULL);
    seat_ask(table.seat, &table.game, &QUICK);
    EXPECT(&table, SIMUL_EVENT_REPLY, "");
    CHECK(table_next_within(&table, 300) == NULL);
    table_close(&table, false);
}

static void test_torrents(void)
{
    Table table;
    table_open(&table, fake("", "flood"), NULL, WHITE, 5000);
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    seat_think(table.seat, &table.game);
    EXPECT(&table, SIMUL_EVENT_INCIDENT, "floods its output");
    seat_ask(table.seat, &table.game, &QUICK);
    EXPECT(&table, SIMUL_EVENT_REPLY, "");
    table_close(&table, false);
    table_open(&table, fake("", "gigabyte"), NULL, WHITE, 5000);
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    seat_think(table.seat, &table.game);
    EXPECT(&table, SIMUL_EVENT_INCIDENT, "prints a line without end, which is dropped");
    EXPECT(&table, SIMUL_EVENT_INCIDENT, "floods its output");
    CHECK(table_next_within(&table, 100) == NULL);
    table_close(&table, false);
    /* Reads nothing: what waits for it is bounded. */
    table_open(&table, fake("", "deaf"), NULL, WHITE, 5000);
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    seat_think(table.seat, &table.game);
    for (int i = 0; i < 300; i++) {
        table_play(&table, i % 2 == 0 ? i % 4 == 0 ? "g1f3" : "f3g1" : i % 4 == 1 ? "g8f6" : "f6g8");
        for (int j = 0; j < 8; j++)
            seat_hurry(table.seat);
    }
    for (int i = 0; i < 100000 && table.heard_count == table.taken; i++)
        seat_hurry(table.seat);
    EXPECT(&table, SIMUL_EVENT_FAILED, "does not read its input");
    table_close(&table, false);
}

/* A file that the grandchild keeps locked while it lives. */
static bool is_locked(const char *path)
{
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    bool locked = flock(descriptor, LOCK_EX | LOCK_NB) != 0;
    close(descriptor);
    return locked;
}

static void expect_clean_leave(const char *words, bool think, bool at_once)
{
    Table table;
    char path[64], all[256];
    size_t before = descriptor_count_open();
    snprintf(path, sizeof path, "/tmp/carousel-seat-%d.lock", (int)getpid());
    snprintf(all, sizeof all, "%s grandchild=%s", words, path);
    table_open(&table, fake("", all), NULL, WHITE, 5000);
    EXPECT(&table, SIMUL_EVENT_READY, "Fake engine");
    for (int i = 0; i < 200 && !is_locked(path); i++)
        system_sleep_until(system_now_ns() + 10000000);
    CHECK_MSG(is_locked(path), "%s", words);
    if (think) {
        seat_think(table.seat, &table.game);
        table_next_within(&table, 50);
    }
    table_close(&table, at_once);
    for (int i = 0; i < 200 && is_locked(path); i++)
        system_sleep_until(system_now_ns() + 10000000);
    CHECK_MSG(!is_locked(path), "%s: the grandchild lives", words);
    CHECK_MSG(no_children(), "%s: a child is left", words);
    CHECK_INT(descriptor_count_open(), before);
    unlink(path);
}

static void test_leaving(void)
{
    expect_clean_leave("", false, false);
    expect_clean_leave("ignore-quit", false, false);
    expect_clean_leave("ignore-quit ignore-term", true, false);
    expect_clean_leave("suspend", true, false);
    expect_clean_leave("deaf", true, false);
    expect_clean_leave("gigabyte", true, false);
    expect_clean_leave("crash", true, false);
    expect_clean_leave("ignore-quit ignore-term", true, true);
#ifdef __linux__ /* elsewhere who leaves the group is out of reach */
    expect_clean_leave("daemon", true, false);
    expect_clean_leave("daemon crash", true, false);
    expect_clean_leave("daemon ignore-quit ignore-term", true, true);
#endif
}

int main(void)
{
    chess_init();
    system_ignore_broken_pipes();
    test_uci_conversation();
    test_options();
    test_held();
    test_start_failures();
    test_slow_hand_shake();
    test_slow_and_bilingual();
    test_failures();
    test_strange_moves();
    test_order_of_answers();
    test_torrents();
    test_leaving();
    return test_end("seats/engine_seat");
}
