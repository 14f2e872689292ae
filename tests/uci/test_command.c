/* SPDX-License-Identifier: GPL-3.0-only */
/* What a line asks for: every spelling clients are known to use, and broken ones. */
#include "test.h"

#include "uci/command.h"

static UciCommand parse(const char *line)
{
    UciCommand command;
    uci_command_parse(text_of(line), &command);
    return command;
}

static bool text_equals(Text text, const char *expected)
{
    return text.length == strlen(expected) && (text.length == 0 || memcmp(text.data, expected, text.length) == 0);
}

static void test_verbs(void)
{
    static const struct {
        const char *line;
        UciVerb verb;
    } cases[] = {
        {"", UCI_EMPTY},
        {" \t\r", UCI_EMPTY},
        {"uci", UCI_UCI},
        {"uci\r", UCI_UCI},
        {"  isready  ", UCI_ISREADY},
        {"ISREADY", UCI_ISREADY},
        {"ucinewgame", UCI_NEW_GAME},
        {"stop", UCI_STOP},
        {"ponderhit", UCI_PONDERHIT},
        {"quit", UCI_QUIT},
        {"d", UCI_DISPLAY},
        {"eval", UCI_EVAL},
        {"debug on", UCI_DEBUG},
        {"register later", UCI_REGISTER},
        {"joho debug on", UCI_DEBUG},
        {"simul new boards 4", UCI_SIMUL},
        {"xboard", UCI_UNKNOWN},
        {"ucix", UCI_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_MSG(parse(cases[i].line).verb == cases[i].verb, "'%s' gives %d", cases[i].line, (int)parse(cases[i].line).verb);
    CHECK(text_equals(parse(" hello  there ").name, "hello  there"));
    CHECK(text_equals(parse("simul  new boards 4\r").rest, "new boards 4"));
    CHECK_INT(parse("bench 9").number, 9);
    CHECK_INT(parse("bench").number, UCI_ABSENT);
    CHECK_INT(parse("bench deep").number, UCI_ABSENT);
}

static void test_options(void)
{
    static const struct {
        const char *line, *name, *value;
        bool has_value;
    } cases[] = {
        {"setoption name Hash value 32", "Hash", "32", true},
        {"setoption name Clear Hash", "Clear Hash", "", false},
        {"setoption name Move  Overhead\tvalue  100 ", "Move  Overhead", "100", true},
        {"setoption name SimulFile value /tmp/my file.simul", "SimulFile", "/tmp/my file.simul", true},
        {"setoption name SimulFile value a value b", "SimulFile", "a value b", true},
        {"setoption name SimulFile value", "SimulFile", "", true},
        {"setoption name SimulFile value <empty>", "SimulFile", "<empty>", true},
        {"setoption Hash value 8", "Hash", "8", true},
        {"setoption name", "", "", false},
        {"setoption", "", "", false},
        {"setoption name value value 3", "value", "3", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const UciCommand command = parse(cases[i].line);
        CHECK_INT(command.verb, UCI_SETOPTION);
        CHECK_MSG(text_equals(command.name, cases[i].name), "%s: name '%.*s'", cases[i].line, (int)command.name.length, command.name.data);
        CHECK_MSG(text_equals(command.value, cases[i].value), "%s: value '%.*s'", cases[i].line, (int)command.value.length,
                  command.value.data);
        CHECK_INT(command.has_value, cases[i].has_value);
    }
}

static void test_positions(void)
{
    static const struct {
        const char *line, *fen, *moves;
        bool start;
    } cases[] = {
        {"position startpos", "", "", true},
        {"position startpos moves", "", "", true},
        {"position startpos moves e2e4  e7e5", "", "e2e4  e7e5", true},
        {"position fen 8/8/8/8/8/8/8/8 w - - moves a1a2", "8/8/8/8/8/8/8/8 w - -", "a1a2", false},
        {"position fen 8/8 w - - 0 1", "8/8 w - - 0 1", "", false},
        {"position 8/8 w - - 0 1 moves", "8/8 w - - 0 1", "", false},
        {"position fen", "", "", false},
        {"position", "", "", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const UciCommand command = parse(cases[i].line);
        CHECK_INT(command.verb, UCI_POSITION);
        CHECK_INT(command.start, cases[i].start);
        CHECK_MSG(text_equals(command.name, cases[i].fen), "%s: FEN '%.*s'", cases[i].line, (int)command.name.length, command.name.data);
        CHECK_MSG(text_equals(command.value, cases[i].moves), "%s: moves '%.*s'", cases[i].line, (int)command.value.length,
                  command.value.data);
    }
}

static void test_go(void)
{
    SearchLimits limits = parse("go btime 300 unknown wtime 100 binc -1 movestogo 40 winc 2").go.limits;
    CHECK_INT(limits.time_ms[0], 100);
    CHECK_INT(limits.time_ms[1], 300);
    CHECK_INT(limits.increment_ms[0], 2);
    CHECK_INT(limits.increment_ms[1], 0);
    CHECK_INT(limits.moves_to_go, 40);
    CHECK_INT(limits.depth, 0);
    CHECK(!limits.infinite && !limits.ponder);

    UciGo go = parse("go ponder wtime -50 depth 3 nodes 99999999999999999999 movetime 0 mate 2 perft 4").go;
    CHECK(go.limits.ponder && !go.limits.infinite);
    CHECK_INT(go.limits.time_ms[0], 1); /* a clock that has run out is a clock */
    CHECK_INT(go.limits.time_ms[1], 1); /* and so has the other side one */
    CHECK_INT(go.limits.depth, 3);
    CHECK_INT(go.limits.nodes, INT64_MAX);
    CHECK_INT(go.limits.movetime_ms, 1);
    CHECK_INT(go.limits.mate, 2);
    CHECK_INT(go.perft, 4);
    CHECK_INT(go.bad_word.length, 0);

    go = parse("go searchmoves e2e4 e7e8Q O-O depth 6").go;
    CHECK(text_equals(go.search_moves, "e2e4 e7e8Q O-O"));
    CHECK_INT(go.limits.depth, 6);
    go = parse("go searchmoves infinite").go;
    CHECK_INT(go.search_moves.length, 0);
    CHECK(go.limits.infinite);
    CHECK(text_equals(go.bad_word, "searchmoves"));

    /* A limit that was given never counts as none. */
    go = parse("go depth").go;
    CHECK_INT(go.limits.depth, 1);
    CHECK(!go.limits.infinite);
    CHECK_INT(go.perft, UCI_ABSENT);
    CHECK(text_equals(go.bad_word, "depth"));
    go = parse("go depth x infinite").go;
    CHECK(text_equals(go.bad_word, "depth"));
    CHECK(go.limits.infinite);
    go = parse("go nodes wtime 5").go;
    CHECK_INT(go.limits.nodes, 1);
    CHECK_INT(go.limits.time_ms[0], 5);
}

/* Numbers as they are meant. */
static void test_go_amounts(void)
{
    CHECK_INT(parse("go movetime 1000.0").go.limits.movetime_ms, 1000);
    CHECK_INT(parse("go movetime 300ms").go.limits.movetime_ms, 300);
    CHECK_INT(parse("go movetime 1.5s").go.limits.movetime_ms, 1500);
    CHECK_INT(parse("go wtime 3,000 btime 2_000").go.limits.time_ms[0], 3000);
    CHECK_INT(parse("go wtime 3,000 btime 2_000").go.limits.time_ms[1], 2000);
    CHECK_INT(parse("go depth 5.0").go.limits.depth, 5);
    CHECK_INT(parse("go nodes 1e6").go.limits.nodes, 1000000);
    CHECK_INT(parse("go nodes 20k").go.limits.nodes, 20000);
    CHECK_INT(parse("go nodes 5M").go.limits.nodes, 5000000);
    static const char *const unreadable[] = {"go movetime soon", "go wtime x", "go winc x",     "go nodes many",
                                             "go mate x",        "go perft x", "go movestogo x"};
    for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; i++) {
        const UciGo go = parse(unreadable[i]).go;
        CHECK_MSG(!go.limits.infinite && go.bad_word.length > 0, "%s", unreadable[i]);
    }
}

/* Increments without clocks: what there is for a move, not a clock that has run out. */
static void test_go_increments(void)
{
    SearchLimits limits = parse("go winc 1000 binc 2000").go.limits;
    CHECK_INT(limits.time_ms[0], 0);
    CHECK_INT(limits.time_ms[1], 0);
    CHECK_INT(limits.increment_ms[0], 1000);
    CHECK_INT(limits.increment_ms[1], 2000);
    CHECK(!limits.infinite);
    limits = parse("go binc 2000").go.limits;
    CHECK_INT(limits.increment_ms[0], 2000);
    limits = parse("go wtime 500 btime 600 binc 2000").go.limits;
    CHECK_INT(limits.increment_ms[0], 0);
    /* Words of clocks without time: it has run out. */
    limits = parse("go winc 0 binc 0 movestogo 20").go.limits;
    CHECK_INT(limits.time_ms[0], 1);
    CHECK_INT(limits.time_ms[1], 1);
    CHECK(!limits.infinite);
    CHECK(parse("go").go.limits.infinite);
    CHECK(!parse("go ponder").go.limits.infinite);
}

int main(void)
{
    test_verbs();
    test_options();
    test_positions();
    test_go();
    test_go_amounts();
    test_go_increments();
    return test_end("uci/command");
}
