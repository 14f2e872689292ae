/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * An engine that plays by the position alone and misbehaves as told: `fake_engine [uci|xboard] [WORD[=VALUE]]…`
 *
 *     name=TEXT           what it calls itself
 *     seed=N              plays other moves
 *     handshake=MS|never|exit   how long until it answers `uci` (`xboard`), never, or it ends instead
 *     start=MS            sleeps before it reads anything
 *     both                knows both languages, and stays in whichever it heard last
 *     banner              prints lines of nonsense first
 *     bare                XBoard: no features at all; nodone: never `done=1`; nousermove
 *     FAULT[=VALUE]       one of those below, at its N-th move: at=N (1 at first); always: from the N-th on
 *     ignore-quit, ignore-term, hold=FILE (locked while it lives), grandchild=FILE (while its child lives), daemon (that one in a session of its own), log=FILE (all it reads), words=TEXT (to stderr)
 *     960                 declares UCI_Chess960 / fischerandom
 *
 * Faults: late=MS (its answer takes so long, `stop` or not), silent, illegal, none, null, empty, garbage, capitals, rookcastle,
 * twice, early (at once, unasked), unasked (a move after its answer), crash, exit=N (instead of answering), leave=N (after answering),
 * close (its output, and lives on), deaf (reads no more), flood (lines without end), gigabyte (a line without end),
 * nul (broken characters, then its answer), suspend, resign, offer, claim, pour (the line of line=TEXT without end, from then on),
 * spell (its move is written as line=TEXT).
 */
#include "chess/chess.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "chess/move_text.h"
#include "chess/movegen.h"
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/startup.h"
#include "system/wait.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef _WIN32
#include <process.h>
#include <windows.h>
#else
#include <sys/file.h>
#endif

static struct {
    bool xboard, both, banner, bare, nodone, nousermove, chess960, always, ignore_quit, ignore_term, daemon;
    const char *name, *handshake, *hold, *grandchild, *log, *words, *line;
    char fault[32];
    long start_ms;
    long value; /* of the fault */
    long at;
    unsigned long long seed;
} script = {.name = "Fake engine", .at = 1};

static Game game;
static long searches; /* moves asked of it so far */
static bool searching;
static bool stopped;       /* and asked to answer */
static bool forced = true; /* XBoard: plays neither side */
static int64_t answer_ns;  /* when it answers by itself; 0: not */
static int depth;          /* XBoard: `sd` */
static FILE *log_file;

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    fflush(stdout);
}

static void sleep_ms(long ms)
{
    system_sleep_until(system_now_ns() + ms * 1000000LL);
}

static bool is(const char *fault)
{
    return strcmp(script.fault, fault) == 0 && (searches == script.at || (script.always && searches > script.at));
}

#ifdef _WIN32
/* Nobody else can open it while this process lives. */
static void lock(const char *path)
{
    if (CreateFileA(path, GENERIC_WRITE, 0, NULL, OPEN_ALWAYS, 0, NULL) == INVALID_HANDLE_VALUE)
        exit(6);
}

static void start_grandchild(void)
{
    wchar_t program[MAX_PATH], hold[300];
    GetModuleFileNameW(NULL, program, MAX_PATH);
    swprintf(hold, sizeof hold / sizeof *hold, L"hold=%hs", script.grandchild);
    if (_wspawnl(_P_NOWAIT, program, L"fake_engine.exe", hold, L"ignore-quit", NULL) == -1)
        exit(6);
}

static void crash(void)
{
    RaiseException((DWORD)EXCEPTION_ACCESS_VIOLATION, 0, 0, NULL);
}
#else
static void lock(const char *path)
{
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0 || flock(descriptor, LOCK_EX) != 0)
        exit(6);
}

static void start_grandchild(void)
{
    if (fork() != 0)
        return;
    signal(SIGTERM, SIG_IGN);
    if (script.daemon) {
        setsid();
        if (fork() != 0)
            _exit(0);
    }
    lock(script.grandchild);
    for (;;)
        sleep_ms(100000);
}

static void crash(void)
{
    abort();
}
#endif

static Move choose(void)
{
    MoveList list;
    movegen_legal(&game.current.board, &list);
    if (list.count == 0)
        return MOVE_NONE;
    uint64_t x = game.current.key ^ (script.seed * 0x9e3779b97f4a7c15u);
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
    return list.moves[(x >> 33) % (uint64_t)list.count];
}

static void play(Move move)
{
    if (move != MOVE_NONE && !game_play(&game, move))
        exit(3);
}

/* The words of its answer. */
static void move_text(Move move, char text[32])
{
    char uci[UCI_MOVE_SIZE];
    move_to_uci(&game.current, move, uci);
    strcpy(text, uci);
    if (is("illegal"))
        strcpy(text, "a1a8");
    else if (is("none"))
        strcpy(text, "(none)");
    else if (is("null"))
        strcpy(text, "0000");
    else if (is("empty"))
        strcpy(text, "");
    else if (is("garbage"))
        strcpy(text, "xyzzy");
    else if (is("capitals"))
        for (char *at = text; *at != '\0'; at++)
            *at = (char)(*at >= 'a' && *at <= 'z' && at - text == 4 ? *at - 32 : *at);
    else if (is("rookcastle") && move_kind(move) == MOVE_CASTLING)
        snprintf(text, 32, "%c%c%c%c", 'a' + square_file(move_from(move)), '1' + square_rank(move_from(move)),
                 'a' + square_file(move_to(move)), '1' + square_rank(move_to(move)));
}

static void answer(void)
{
    const char *word = script.xboard ? "move" : "bestmove";
    char text[32];
    searching = stopped = false;
    answer_ns = 0;
    Move move = choose();
    move_text(move, text);
    if (is("spell") && script.line != NULL)
        snprintf(text, sizeof text, "%s", script.line);
    if (is("nul")) {
        static const char broken[] = "info string \0\0\xff\xfe\xc3( \x80\x01 end\n\0\n\xed\xa0\x80\n";
        fwrite(broken, 1, sizeof broken - 1, stdout);
    }
    if (!script.xboard)
        say("info depth 1 score cp %d nodes 1 nps 1 time 1 pv %s", (int)(game.current.key % 100), text);
    if (is("resign") || is("claim") || is("offer"))
        say("%s", script.line != NULL ? script.line : is("resign") ? "resign" : is("offer") ? "offer draw" : "1/2-1/2 {repetition}");
    say("%s %s", word, text);
    if (is("twice"))
        say("%s %s", word, text);
    if (is("unasked")) {
        sleep_ms(script.value);
        say("%s a2a3", word);
    }
    if (is("leave"))
        exit((int)script.value);
    if (script.xboard)
        play(move);
}

static void search_faults(void)
{
    if (is("crash"))
        crash();
    if (is("exit"))
        exit((int)script.value);
#ifndef _WIN32
    if (is("suspend"))
        raise(SIGSTOP);
#endif
    if (is("close")) {
        fclose(stdout);
        close(1);
    }
    if (is("deaf"))
        for (;;)
            sleep_ms(100000);
    if (is("gigabyte"))
        for (;;) {
            static char block[65536];
            memset(block, 'x', sizeof block);
            if (fwrite(block, 1, sizeof block, stdout) != sizeof block)
                exit(0);
        }
}

static void search(bool infinite)
{
    searches++;
    searching = true;
    stopped = false;
    search_faults();
    if (is("late"))
        answer_ns = system_now_ns() + script.value * 1000000;
    else if (is("early") || !infinite)
        answer_ns = system_now_ns();
    if (is("silent"))
        answer_ns = 0;
}

static void stop(void)
{
    if (searching && !is("late") && !is("silent"))
        answer();
    stopped = true;
}

/* ---- UCI ---- */

static void set_position(char *line)
{
    Position start;
    char *moves = strstr(line, " moves ");
    if (strncmp(line, "fen ", 4) == 0) {
        FenReport report;
        if (!fen_parse(line + 4, FEN_LENIENT, &start, &report))
            exit(4);
    } else {
        position_start(&start);
    }
    start.chess960 = start.chess960 || (script.chess960 && game.start.chess960);
    game_restart(&game, &start);
    for (char *word = moves != NULL ? strtok(moves + 7, " ") : NULL; word != NULL; word = strtok(NULL, " ")) {
        Move move;
        if (move_from_text(&game.current, word, &move) != MOVE_TEXT_OK)
            exit(5);
        play(move);
    }
}

static void shake_hands(void)
{
    if (script.handshake != NULL && strcmp(script.handshake, "exit") == 0)
        exit(7);
    if (script.handshake != NULL && strcmp(script.handshake, "never") == 0)
        return;
    if (script.handshake != NULL)
        sleep_ms(atol(script.handshake));
    if (script.xboard) {
        if (!script.bare)
            say("feature ping=1 setboard=1 %s myname=\"%s\"", script.nousermove ? "usermove=0" : "usermove=1", script.name);
        if (!script.bare) {
            say("feature memory=1 option=\"Style of Play -combo Solid /// *Very Wild\" option=\"Contempt -spin 5 -10 10\"");
            say("feature option=\"Own Book -check 1\" option=\"Clear Hash -button\" option=\"Log File -file none\" option=\"Odd -strange 1\"");
        }
        if (!script.bare && script.chess960)
            say("feature variants=\"normal,fischerandom\"");
        if (!script.bare && !script.nodone)
            say("feature done=1");
        return;
    }
    say("id name %s", script.name);
    say("id author nobody");
    say("option name Hash type spin default 1 min 1 max 64");
    say("option name Clear Hash type button");
    say("option name Style of Play type combo default Solid var Solid var Very Wild");
    say("option name Ponder type check default false");
    say("option name Opening Book type string default <empty>");
    if (script.chess960)
        say("option name UCI_Chess960 type check default false");
    say("uciok");
}

static bool uci_line(char *line)
{
    if (strcmp(line, "uci") == 0)
        shake_hands();
    else if (strcmp(line, "isready") == 0)
        say("readyok");
    else if (strcmp(line, "setoption name UCI_Chess960 value true") == 0)
        game.start.chess960 = 1;
    else if (strncmp(line, "position ", 9) == 0)
        set_position(line + 9);
    else if (strncmp(line, "go", 2) == 0)
        search(strstr(line, "infinite") != NULL);
    else if (strcmp(line, "stop") == 0)
        stop();
    return strcmp(line, "quit") != 0 || script.ignore_quit;
}

/* ---- XBoard ---- */

static bool xboard_line(char *line)
{
    Position start;
    FenReport report;
    Move move;
    int number;
    if (strcmp(line, "protover 2") == 0) {
        shake_hands();
    } else if (strcmp(line, "new") == 0) {
        position_start(&start);
        game_restart(&game, &start);
        forced = false;
    } else if (strncmp(line, "setboard ", 9) == 0) {
        if (!fen_parse(line + 9, FEN_LENIENT, &start, &report))
            say("tellusererror Illegal position");
        else
            game_restart(&game, &start);
    } else if (sscanf(line, "ping %d", &number) == 1) {
        say("pong %d", number);
    } else if (strcmp(line, "force") == 0) {
        forced = true;
        searching = false;
    } else if (sscanf(line, "sd %d", &depth) == 1) {
    } else if (strcmp(line, "go") == 0) {
        forced = false;
        search(false);
        if (!is("early") && !is("late") && !is("spell") && depth == 0)
            answer_ns = 0; /* thinks as long as it may */
    } else if (strcmp(line, "?") == 0) {
        stop();
    } else if (strcmp(line, "quit") == 0) {
        return script.ignore_quit;
    } else if (move_from_text(&game.current, strncmp(line, "usermove ", 9) == 0 ? line + 9 : line, &move) == MOVE_TEXT_OK) {
        play(move);
        if (!forced)
            search(false);
    } else if (strncmp(line, "usermove ", 9) == 0) {
        say("Illegal move: %s", line + 9);
    }
    return true;
}

/* ---- The loop ---- */

static bool take_line(char *line)
{
    line[strcspn(line, "\r\n")] = '\0';
    if (log_file != NULL) {
        fprintf(log_file, "%s\n", line);
        fflush(log_file);
    }
    if (script.both && (strcmp(line, "uci") == 0 || strcmp(line, "xboard") == 0))
        script.xboard = *line == 'x';
    return script.xboard ? xboard_line(line) : uci_line(line);
}

/* Fast, even on a slow machine: one block, made once. */
static void flood(void)
{
    static char block[65536];
    const char *line = script.line != NULL ? script.line
                                           : "info depth 9 score cp 1 nodes 9 pv e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7";
    const size_t length = strlen(line);
    if (block[0] == '\0')
        for (size_t at = 0; at + length + 2 <= sizeof block; at += length + 1) {
            memcpy(block + at, line, length);
            block[at + length] = '\n';
        }
    if (fputs(block, stdout) < 0 || fflush(stdout) != 0)
        exit(0);
}

static void run(void)
{
    static char buffer[1 << 20];
    size_t used = 0;
    bool pouring = false;
    for (;;) {
        pouring = pouring || is("pour");
        bool flooding = pouring || (searching && is("flood"));
        Channel input = channel_make(STANDARD_INPUT, CHANNEL_READ);
        if (system_wait(&input, 1, answer_ns != 0 ? answer_ns : flooding ? 0 : WAIT_FOREVER) > 0) {
            size_t got;
            if (descriptor_read(STANDARD_INPUT, buffer + used, sizeof buffer - used - 1, &got) != TRANSFER_OK) {
                while (script.ignore_quit)
                    sleep_ms(100000);
                return;
            }
            used += got;
            char *newline;
            while ((newline = memchr(buffer, '\n', used)) != NULL) {
                size_t length = (size_t)(newline - buffer) + 1;
                static char line[1 << 20];
                memcpy(line, buffer, length);
                line[length] = '\0';
                memmove(buffer, buffer + length, used - length);
                used -= length;
                if (!take_line(line))
                    return;
            }
        }
        if (flooding)
            flood();
        if (searching && answer_ns != 0 && system_now_ns() >= answer_ns)
            answer();
    }
}

static void take_fault(const char *word)
{
    static const char *const faults[] = {"late",     "silent", "illegal", "none",   "null",  "empty", "garbage", "capitals", "rookcastle",
                                         "twice",    "early",  "unasked", "crash",  "exit",  "leave", "close",   "deaf",     "flood",
                                         "gigabyte", "nul",    "suspend", "resign", "offer", "claim", "pour",    "spell"};
    size_t length = strcspn(word, "=");
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        if (strlen(faults[i]) == length && strncmp(word, faults[i], length) == 0) {
            strcpy(script.fault, faults[i]);
            script.value = word[length] == '=' ? atol(word + length + 1) : 0;
            return;
        }
    fprintf(stderr, "fake_engine: what is '%s'?\n", word);
    exit(2);
}

static const char *value_of(const char *word, const char *key)
{
    size_t length = strlen(key);
    return strncmp(word, key, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

static void take_word(const char *word)
{
    const struct {
        const char *word;
        bool *flag;
    } flags[] = {{"xboard", &script.xboard},          {"both", &script.both},
                 {"banner", &script.banner},          {"bare", &script.bare},
                 {"nodone", &script.nodone},          {"nousermove", &script.nousermove},
                 {"960", &script.chess960},           {"always", &script.always},
                 {"daemon", &script.daemon},          {"ignore-quit", &script.ignore_quit},
                 {"ignore-term", &script.ignore_term}};
    const struct {
        const char *key;
        const char **value;
    } texts[] = {{"name", &script.name}, {"handshake", &script.handshake}, {"hold", &script.hold}, {"grandchild", &script.grandchild},
                 {"log", &script.log},   {"words", &script.words},         {"line", &script.line}};
    if (strcmp(word, "uci") == 0)
        return;
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (strcmp(word, flags[i].word) == 0) {
            *flags[i].flag = true;
            return;
        }
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (value_of(word, texts[i].key) != NULL) {
            *texts[i].value = value_of(word, texts[i].key);
            return;
        }
    if (value_of(word, "at") != NULL)
        script.at = atol(value_of(word, "at"));
    else if (value_of(word, "start") != NULL)
        script.start_ms = atol(value_of(word, "start"));
    else if (value_of(word, "seed") != NULL)
        script.seed = (unsigned long long)atol(value_of(word, "seed"));
    else
        take_fault(word);
}

int main(int argc, char **argv)
{
    Position start;
#ifdef _WIN32
    system_startup(&argc, &argv);
#endif
    for (int i = 1; i < argc; i++)
        take_word(argv[i]);
    chess_init();
    position_start(&start);
    if (!game_init(&game, &start))
        return 3;
    if (script.log != NULL)
        log_file = fopen(script.log, "a");
    sleep_ms(script.start_ms);
    if (script.ignore_term)
        signal(SIGTERM, SIG_IGN);
    if (script.grandchild != NULL)
        start_grandchild();
    if (script.hold != NULL)
        lock(script.hold);
    if (script.words != NULL)
        fprintf(stderr, "%s\n", script.words);
    if (script.banner)
        say("Fake engine 1.0\n\n   (c) nobody   \nReady.");
    run();
    if (log_file != NULL)
        fclose(log_file);
    game_destroy(&game);
    return 0;
}
