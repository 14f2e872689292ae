/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Random and broken `simul` commands at a desk with an exhibition of people: nothing crashes, nothing hangs, every line said
 * is one line, and the exhibition can always be asked about and ended. From a fixed seed; an argument gives another.
 */
#include "test.h"

#include "chess/chess.h"
#include "desk/desk.h"

#include <dirent.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { COMMANDS = 4000, LINE_SIZE = 400 };

static uint64_t state;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned long said;
static unsigned long errors;

static unsigned draw(unsigned count)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % count;
}

static void take_line(const char *line)
{
    pthread_mutex_lock(&mutex);
    said++;
    errors += strncmp(line, "error ", 6) == 0;
    CHECK(strchr(line, '\n') == NULL);
    CHECK(line[0] != '\0');
    pthread_mutex_unlock(&mutex);
}

static void on_answer(void *context, const char *line)
{
    (void)context;
    take_line(line);
}

static void on_announce(void *context, const SimulAnnouncement *announcement)
{
    char line[1024];
    (void)context;
    simul_announcement_text(announcement, line, sizeof line);
    take_line(line);
}

/* clang-format off */
static const char *const WORDS[] = {
    "new", "seat", "start", "pause", "resume", "stop", "abort", "load", "status", "board", "score", "reply", "offer", "accept",
    "decline", "claim", "pass", "consent", "resign", "touch", "adjust", "move", "takeback", "concede", "join", "leave", "adjudicate",
    "exhibitor", "opponent", "help", "manual", "builtin", "name", "\"Anna\"", "fen", "boards", "1", "2", "3", "4", "0", "-1", "all", "2-3",
    "e4", "e5", "d4", "d5", "Nf3", "Nc6", "e2e4", "e7e5", "g1f3", "b8c6", "a7a8q", "O-O", "1-0", "1/2-1/2", "*", "by", "opponent",
    "late", "forfeit", "elo", "nodes", "99999999999999999999", "\"", "\\", "#", "=", "\x01", "\xff\xfe", "e7", "passes", "none", "pgn",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "w", "KQkq", "-",
};
/* clang-format on */

/* What brings the game on, more often than not sensible. */
static const char *const USUAL[] = {
    "move e4",    "move d4",    "move Nf3",      "move a3",    "move h3",    "reply 1 e5",
    "reply 2 e5", "reply 3 e5", "reply 1 a6",    "reply 2 a6", "reply 3 a6", "reply 1 h6",
    "reply 2 h6", "reply 3 h6", "status",        "score",      "board 2",    "offer 1",
    "accept 1",   "decline 2",  "touch 1 e7 d7", "takeback",   "pass 2",     "consent 2",
    "claim 3",    "pause",      "resume",        "stop",       "start",      "join name \"Late\" manual",
    "help new",
};

static void random_line(char line[LINE_SIZE])
{
    if (draw(3) != 0) {
        snprintf(line, LINE_SIZE, "%s", USUAL[draw(sizeof USUAL / sizeof *USUAL)]);
        return;
    }
    size_t length = 0;
    line[0] = '\0';
    const unsigned words = 1 + draw(7);
    for (unsigned i = 0; i < words && length < LINE_SIZE - 80; i++) {
        const int added = snprintf(line + length, LINE_SIZE - length, "%s ", WORDS[draw(sizeof WORDS / sizeof *WORDS)]);
        length += added > 0 ? (size_t)added : 0;
    }
}

/* Builtin players, journals and loading are left to the other tests: no process, file or long search is wanted here. */
static bool harmless(const char *line)
{
    static const char *const NOT_HERE[] = {"builtin", "load", "opponent", "pgn", "boards", "new"};
    for (size_t i = 0; i < sizeof NOT_HERE / sizeof *NOT_HERE; i++)
        if (strstr(line, NOT_HERE[i]) != NULL && strcmp(line, "help new") != 0)
            return false;
    return true;
}

static void begin(Desk *desk)
{
    static const char *const LINES[] = {"new boards 3 pgn none passes 2 reply 60000", "exhibitor name \"Me\" manual", "seat all manual",
                                        "start"};
    desk_command(desk, text_of("abort"), 0);
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++)
        desk_command(desk, text_of(LINES[i]), 0);
}

/* Random commands may well start an exhibition that writes files: they go into a folder of their own. */
static void enter_folder(char *folder)
{
    CHECK(mkdtemp(folder) != NULL);
    CHECK(chdir(folder) == 0);
}

static void remove_folder(const char *folder)
{
    DIR *entries = opendir(".");
    if (!CHECK(entries != NULL))
        return;
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;)
        if (entry->d_name[0] != '.')
            CHECK(unlink(entry->d_name) == 0);
    closedir(entries);
    CHECK(chdir("/") == 0 && rmdir(folder) == 0);
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/carousel-desk-XXXXXX";
    const DeskListener listener = {.answer = on_answer, .announce = on_announce};
    char line[LINE_SIZE];
    state = argc > 1 ? strtoull(argv[1], NULL, 10) : 20260131;
    chess_init();
    enter_folder(folder);
    Desk *desk = desk_create(&listener);
    CHECK(desk != NULL);
    begin(desk);
    for (int i = 0; i < COMMANDS; i++) {
        random_line(line);
        if (harmless(line))
            desk_command(desk, text_of(line), 0);
        if (i % 200 == 199)
            begin(desk);
    }
    pthread_mutex_lock(&mutex);
    const unsigned long before = said;
    pthread_mutex_unlock(&mutex);
    desk_command(desk, text_of("status"), 0);
    pthread_mutex_lock(&mutex);
    CHECK(said > before);
    CHECK(errors > 0);
    pthread_mutex_unlock(&mutex);
    desk_destroy(desk);
    remove_folder(folder);
    return test_end("fuzz/simul_commands");
}
