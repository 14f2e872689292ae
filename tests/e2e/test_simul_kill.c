/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * An exhibition killed at random moments (SIGKILL) and gone on with each time, while others append to its score sheets,
 * remove them or leave them cut off, also while it runs, put a file of their own in the journal's place, while files cannot
 * grow, and with engines that crash, flood or make illegal moves at some boards: nothing that was announced is lost or told
 * otherwise later, and in the end the score sheets are complete and say what was announced.
 * `test_simul_kill [KILLS [SEED]]`
 */
#include "chess/chess.h"
#include "chess/pgn_reader.h"
#include "system/clock.h"
#include "system/descriptor.h"
#include "system/file.h"
#include "system/process.h"
#include "system/wait.h"
#include "test.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BOARDS = 6, MOST_PLIES = 200, MOST_MS = 250, FIRST_MS = 10000, LIMITS = 60 };

static char folder[64], pgn[96], journal[112];
static uint64_t random_state;

/* What has been announced so far. */
static char announced[BOARDS + 1][MOST_PLIES + 1][8];
static int plies[BOARDS + 1];
static char results[BOARDS + 1][8];
static bool done;
static unsigned long lines;
static char said[16384]; /* by the last run, for when something is wrong */

static uint64_t random_below(uint64_t bound)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state % bound;
}

/* The word behind `key` in an event's line. */
static bool value_of(const char *line, const char *key, char value[32])
{
    char pattern[32];
    snprintf(pattern, sizeof pattern, " %s ", key);
    const char *at = strstr(line, pattern);
    if (at == NULL)
        return false;
    at += strlen(pattern);
    snprintf(value, 32, "%.*s", (int)(strcspn(at, " ") < 31 ? strcspn(at, " ") : 31), at);
    return true;
}

static void take_line(const char *line)
{
    char board_text[32], value[32], ply_text[32];
    bool is_move = strncmp(line, "move ", 5) == 0 || strncmp(line, "reply ", 6) == 0, is_end = strncmp(line, "end ", 4) == 0;
    lines++;
    if (strlen(said) + strlen(line) + 2 < sizeof said)
        strcat(strcat(said, line), "\n");
    if (strncmp(line, "done ", 5) == 0)
        done = strstr(line, " unfinished 0 ") != NULL;
    if ((!is_move && !is_end) || !value_of(line, "board", board_text))
        return;
    int board = atoi(board_text);
    if (!CHECK_MSG(board >= 1 && board <= BOARDS, "%s", line))
        return;
    if (is_end) {
        if (value_of(line, "result", value) && results[board][0] != '\0')
            CHECK_MSG(strcmp(results[board], value) == 0, "board %d ended %s before, now: %s", board, results[board], line);
        snprintf(results[board], sizeof results[board], "%.7s", value);
        return;
    }
    if (!value_of(line + 4, "move", value) || !value_of(line, "ply", ply_text))
        return;
    int ply = atoi(ply_text);
    if (!CHECK_MSG(ply >= 1 && ply <= MOST_PLIES, "%s", line))
        return;
    CHECK_MSG(results[board][0] == '\0', "a move after the end: %s", line);
    if (announced[board][ply][0] != '\0')
        CHECK_MSG(strcmp(announced[board][ply], value) == 0, "was %s before, now: %s", announced[board][ply], line);
    snprintf(announced[board][ply], sizeof announced[board][ply], "%.7s", value);
    if (ply > plies[board])
        plies[board] = ply;
}

/* Reads what it prints until `until_ns` or its end. False once it has ended. */
static bool listen(Process *process, char *buffer, size_t size, size_t *used, int64_t until_ns)
{
    for (;;) {
        Channel channel = channel_make(process->output, CHANNEL_READ);
        if (system_wait(&channel, 1, until_ns) <= 0)
            return true;
        size_t done_bytes;
        TransferResult result = descriptor_read(process->output, buffer + *used, size - *used - 1, &done_bytes);
        if (result == TRANSFER_END || result == TRANSFER_FAILED)
            return false;
        *used += done_bytes;
        buffer[*used] = '\0';
        char *newline;
        while ((newline = strchr(buffer, '\n')) != NULL) {
            *newline = '\0';
            take_line(buffer);
            size_t taken = (size_t)(newline - buffer) + 1;
            memmove(buffer, newline + 1, *used - taken + 1);
            *used -= taken;
        }
    }
}

/* ---- What goes wrong ---- */

static const char OTHERS[] = "[Event \"Another\"]\n[Result \"*\"]\n\n1. d4 *\n\n";
static int others;          /* games of somebody else's that must be in the file; … */
static bool others_unknown; /* … it may or may not have noticed in time that the file with them was taken away */
static int journals;        /* files the record may be in: NAME.journal, NAME-2.journal … */
static bool replaced;       /* the newest of them was replaced in this run */

/* Does the file end with a whole game, or hold none? What is appended to a piece of one becomes part of that game. */
static bool ends_whole(void)
{
    size_t size = 0;
    char *text = file_read_all(pgn, &size, NULL);
    const bool whole = text == NULL || size == 0 || (size > 3 && memcmp(text + size - 2, "\n\n", 2) == 0 && text[size - 3] != ']');
    free(text);
    return whole;
}

static void append_another(void)
{
    File file;
    if (!ends_whole())
        return;
    CHECK(file_open(&file, pgn, FILE_APPEND, NULL) && file_write(&file, OTHERS, sizeof OTHERS - 1, NULL) && file_close(&file, NULL));
    others++;
}

/* What may befall the score sheets while nobody holds them. */
static void disturb(void)
{
    struct stat info;
    const uint64_t what = random_below(6);
    if (what == 0) {
        unlink(pgn);
        others = 0;
    } else if (what == 1) {
        append_another();
    } else if (what == 2 && others == 0 && !others_unknown && stat(pgn, &info) == 0 && info.st_size > 0) {
        CHECK(truncate(pgn, (off_t)random_below((uint64_t)info.st_size)) == 0);
    }
}

static void name_journal(int number, char name[120])
{
    if (number == 1)
        snprintf(name, 120, "%s.journal", folder);
    else
        snprintf(name, 120, "%s-%d.journal", folder, number);
}

/* Another program saves a file of its own under the journal's name. */
static void replace_journal(void)
{
    static const char SAVED[] = "somebody else's\n";
    char name[120], saved[96];
    File file;
    name_journal(journals, name);
    snprintf(saved, sizeof saved, "%s.saved", folder);
    CHECK(file_open(&file, saved, FILE_APPEND, NULL) && file_write(&file, SAVED, sizeof SAVED - 1, NULL) && file_close(&file, NULL));
    CHECK(rename(saved, name) == 0);
    replaced = true;
}

/* … and while it runs. */
static void disturb_running(bool has_its_journal)
{
    const uint64_t what = random_below(has_its_journal ? 3 : 2);
    if (what == 2) {
        replace_journal();
    } else if (what == 0) {
        others_unknown = others_unknown || others > 0;
        unlink(pgn);
        others = 0;
    } else {
        append_another();
    }
}

/* The opponents of this exhibition: built-in ones, or three of them and three engines of which one or the other fails. */
static char opponents[BOARDS][256];

static void choose_opponents(bool engines)
{
    static const char *const FAULTS[] = {"",
                                         "crash",
                                         "exit=3",
                                         "illegal",
                                         "pour 'line=bestmove e7e5'",
                                         "flood always",
                                         "twice",
                                         "resign",
                                         "xboard pour 'line=offer draw'",
                                         "xboard illegal",
                                         "nul",
                                         "close"};
    const char *tools = getenv("TOOLS") != NULL ? getenv("TOOLS") : "build/check/tests/tools";
    for (int i = 0; i < BOARDS; i++) {
        if (!engines || i % 2 == 0)
            snprintf(opponents[i], sizeof opponents[i], "builtin nodes %d", 60 + 10 * i);
        else
            snprintf(opponents[i], sizeof opponents[i], "%s/fake_engine at=%d %s", tools, 1 + (int)random_below(20),
                     FAULTS[random_below(sizeof FAULTS / sizeof *FAULTS)]);
    }
}

/* ---- The runs ---- */

/* Starts it; with a `limit` no file may grow beyond so many blocks. */
static bool start(Process *process, bool resume, int limit)
{
    char *program = getenv("CAROUSEL") != NULL ? getenv("CAROUSEL") : "./carousel";
    char *fresh[] = {program,      "simul",      "--boards",   "6",          "--nodes",    "300",        "--dead-nodes",
                     "0",          "--maxmoves", "25",         "--plain",    "--seed",     "5",          "--reply",
                     "20000",      "--overrun",  "100000",     "--pgn",      pgn,          "--journal",  journal,
                     "--opponent", opponents[0], "--opponent", opponents[1], "--opponent", opponents[2], "--opponent",
                     opponents[3], "--opponent", opponents[4], "--opponent", opponents[5], NULL};
    char *again[] = {program, "simul", "--resume", journal, "--plain", NULL};
    char command[64];
    char *all[4 + sizeof fresh / sizeof *fresh] = {"sh", "-c", command, "sh"};
    snprintf(command, sizeof command, "ulimit -f %d; exec \"$@\"", limit);
    char **wanted = resume ? again : fresh;
    for (size_t i = 0; i == 0 || wanted[i - 1] != NULL; i++)
        all[4 + i] = wanted[i];
    ProcessSpec spec = {.arguments = limit > 0 ? all : wanted};
    Error error;
    return CHECK_MSG(process_start(process, &spec, &error), "%s", error.message);
}

/* One run, killed after `ms` (negative: not); while it runs something may befall it. True if it was killed, or may
 * have ended without all that it was to write: there is to be another run. */
static bool run(bool resume, int64_t ms)
{
    Process process;
    const int limit = ms >= 0 && random_below(8) == 0 ? 1 + (int)random_below(LIMITS) : 0;
    static char buffer[65536];
    said[0] = '\0';
    done = false;
    replaced = false;
    size_t used = 0;
    if (!start(&process, resume, limit))
        return false;
    bool alive = true, disturbed = false;
    /* Mostly once it has come to play, however slow the machine is. */
    const unsigned long before = lines;
    const int64_t first_ns = ms >= 0 && random_below(4) != 0 ? system_now_ns() + FIRST_MS * INT64_C(1000000) : 0;
    while (alive && lines == before && system_now_ns() < first_ns)
        alive = listen(&process, buffer, sizeof buffer, &used, system_now_ns() + 2000000);
    const int64_t until_ns = system_now_ns() + (ms >= 0 ? ms : 60000) * 1000000;
    if (ms >= 0 && random_below(4) == 0) {
        alive = alive && listen(&process, buffer, sizeof buffer, &used, until_ns - (int64_t)random_below((uint64_t)ms + 1) * 1000000);
        disturbed = alive && resume;
        if (disturbed)
            disturb_running(lines > before);
    }
    alive = alive && listen(&process, buffer, sizeof buffer, &used, until_ns);
    if (alive)
        process_kill(&process);
    /* What stands in the pipe was announced. */
    while (alive && listen(&process, buffer, sizeof buffer, &used, system_now_ns() + 1000000000))
        ;
    char words[300] = "";
    size_t size = 0;
    TransferResult result = descriptor_read(process.errors, words, sizeof words - 1, &size);
    words[result == TRANSFER_OK ? size : 0] = '\0';
    process_destroy(&process);
    if (!alive && limit == 0)
        CHECK_MSG(process.exit_code == 0, "it exited with status %d: %s", process.exit_code, words);
    return alive || limit > 0 || disturbed;
}

static void forget(void)
{
    others = 0;
    others_unknown = false;
    memset(announced, 0, sizeof announced);
    memset(plies, 0, sizeof plies);
    memset(results, 0, sizeof results);
    done = false;
    unlink(pgn);
    for (int i = 1; i <= journals; i++) {
        char name[120];
        name_journal(i, name);
        unlink(name);
    }
    journals = 1;
}

/* The score sheets: one game a board, whole, as announced. */
static void check_sheets(void)
{
    size_t size = 0;
    bool seen[BOARDS + 1] = {false};
    char *text = file_read_all(pgn, &size, NULL);
    if (!CHECK(text != NULL))
        return;

    PgnGame game;
    PgnReader reader = pgn_reader_open(text, size);
    CHECK(pgn_game_init(&game));
    int found = 0;
    while (pgn_read(&reader, &game)) {
        char tag[32] = "";
        if (pgn_tag(&game, "Event", tag, sizeof tag) && strcmp(tag, "Another") == 0) {
            found++;
            continue;
        }
        pgn_tag(&game, "Board", tag, sizeof tag);
        int board = atoi(tag);
        if (CHECK_MSG(game.error == PGN_OK && board >= 1 && board <= BOARDS && !seen[board], "board '%s': %s", tag, game.message)) {
            seen[board] = true;
            if (results[board][0] != '\0') /* else killed between the writing and the saying */
                CHECK_STR(game.result, results[board]);
            CHECK((int)game.game.move_count >= plies[board] && strcmp(game.result, "*") != 0);
            Position position = game.game.start;
            for (size_t i = 0; i < game.game.move_count; i++) {
                char uci[UCI_MOVE_SIZE];
                move_to_uci(&position, game.game.moves[i], uci);
                position_make_move(&position, game.game.moves[i], NULL);
                if (announced[board][i + 1][0] != '\0')
                    CHECK_MSG(strcmp(uci, announced[board][i + 1]) == 0, "board %d ply %zu: %s on the sheet, %s announced", board, i + 1,
                              uci, announced[board][i + 1]);
            }
        }
    }
    pgn_game_destroy(&game);
    CHECK_MSG(others_unknown ? found >= others : found == others, "%d games of somebody else's, expected %d", found, others);
    for (int board = 1; board <= BOARDS; board++)
        CHECK_MSG(seen[board], "board %d has no score sheet", board);
    free(text);
}

int main(int argc, char **argv)
{
    int wanted = argc > 1 ? atoi(argv[1]) : 20, kills = 0, exhibitions = 0, empty = 0, lost = 0;
    random_state = argc > 2 ? (uint64_t)atoll(argv[2]) : 88172645463325252u;
    chess_init();
    system_ignore_broken_pipes();
    snprintf(folder, sizeof folder, "/tmp/carousel-kill-%d", (int)getpid());
    snprintf(pgn, sizeof pgn, "%s.pgn", folder);
    snprintf(journal, sizeof journal, "%s.journal", folder);
    while (kills < wanted) {
        forget();
        choose_opponents(exhibitions++ % 2 == 1);
        bool resume = false, killed = true;
        /* Also when it was killed with its last word said: what befell the sheets then is made good by going on. */
        while (killed && test_failed == 0) {
            unsigned long before = lines;
            killed = run(resume, kills < wanted ? (int64_t)random_below(MOST_MS) : -1);
            kills += killed;
            if (!killed)
                break;
            /* Killed before it had said or written anything: there is nothing to go on with. */
            const bool noticed = strstr(said, ".journal' was replaced by another file") != NULL;
            if (!resume && lines == before) {
                empty++;
                forget();
            } else if (replaced && !noticed) {
                /* Killed before it wrote again: what was taken from it then is gone. */
                lost++;
                forget();
                resume = false;
            } else {
                journals += replaced;
                resume = true;
                disturb();
            }
        }
        CHECK_MSG(done, "it does not come to its end; the last run said:\n%s", said);
        if (test_failed > 0)
            break;
        check_sheets();
    }
    printf("%d exhibitions, killed %d times (%d before the first word, %d with the journal taken away), %lu lines\n", exhibitions, kills,
           empty, lost, lines);
    forget();
    return test_end("e2e/simul_kill");
}
