/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Editions of the rules: journals of earlier programs (tests/record/journals, each with the score sheets that program
 * wrote) are replayed to the same games while their edition is today's, and refused untouched afterwards.
 */
#include "chess/chess.h"
#include "chess/pgn_reader.h"
#include "record/edition.h"
#include "record/journal.h"
#include "record/memory_files.h"
#include "record/session.h"
#include "rules/openings.h"
#include "simul/settings_table.h"
#include "system/file.h"
#include "test.h"

static MemoryDisk disk;
static SimulFiles files;

/* By commit d3664f4: edition 1. `games`: those that have ended. */
static const struct {
    const char *name;
    int games;
    int in_play;
} FIRST_EDITION[] = {{"plain", 3, 0},  {"chess960", 2, 0}, {"clocks", 2, 0}, {"late", 2, 0},
                     {"people", 3, 0}, {"stopped", 1, 2},  {"killed", 2, 1}};

enum { JOURNALS = sizeof FIRST_EDITION / sizeof *FIRST_EDITION };

/* A file of tests/record/journals onto the memory disk. False if it is not there. */
static bool load(const char *name, const char *suffix)
{
    char path[128], stored[64];
    size_t size = 0;
    Error error;
    snprintf(path, sizeof path, "tests/record/journals/%s%s", name, suffix);
    snprintf(stored, sizeof stored, "%s%s", name, suffix);
    char *text = file_read_all(path, &size, &error);
    if (!CHECK_MSG(text != NULL, "%s", error.message))
        return false;
    memory_set(memory_make(&disk, stored), text, size);
    free(text);
    return true;
}

static void fresh_disk(void)
{
    memory_disk_free(&disk);
    files = memory_files(&disk);
}

/* The sheet of a board's game among the first program's. False if it has none. */
static bool find_sheet(const MemoryFile *sheets, int board, PgnGame *game)
{
    PgnReader reader = pgn_reader_open(sheets->data, sheets->size);
    char number[16], tag[16];
    snprintf(number, sizeof number, "%d", board);
    while (pgn_read(&reader, game))
        if (pgn_tag(game, "Board", tag, sizeof tag) && strcmp(tag, number) == 0)
            return true;
    return false;
}

/* Every game stands as the first program wrote it down: the same moves, result and termination. */
static int compare_games(const char *name, const SimulCore *core, const MemoryFile *sheets)
{
    int ended = 0;
    SimulStatus status;
    PgnGame sheet;
    CHECK(pgn_game_init(&sheet));
    simul_core_status(core, &status);
    for (int board = 1; board <= status.boards; board++) {
        SimulBoardView view;
        CHECK(simul_core_view(core, board, &view));
        ended += view.state == SIMUL_BOARD_ENDED;
        if (!find_sheet(sheets, board, &sheet)) {
            CHECK_MSG(view.state != SIMUL_BOARD_ENDED, "%s: board %d has not ended", name, board);
            continue;
        }
        CHECK_INT(sheet.error, PGN_OK);
        char termination[64] = "";
        pgn_tag(&sheet, "Termination", termination, sizeof termination);
        CHECK_STR(result_text(view.verdict.result), sheet.result);
        CHECK_STR(view.termination, termination);
        CHECK_MSG(view.game->move_count == sheet.game.move_count &&
                      memcmp(view.game->moves, sheet.game.moves, sheet.game.move_count * sizeof *sheet.game.moves) == 0,
                  "%s: board %d has other moves", name, board);
    }
    pgn_game_destroy(&sheet);
    return ended;
}

static void replayed_to_the_same_games(const char *name, int games, int in_play)
{
    char path[64], pgn[64], notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
    snprintf(path, sizeof path, "%s.journal", name);
    snprintf(pgn, sizeof pgn, "%s.pgn", name);
    fresh_disk();
    if (!load(name, ".journal") || !load(name, ".pgn"))
        return;
    static char kept[8192];
    snprintf(kept, sizeof kept, "%s", memory_find(&disk, pgn)->data);
    SimulSession *session = session_resume(path, &files, NULL, notice, error);
    if (!CHECK_MSG(session != NULL, "%s: %s", name, error))
        return;
    SimulStatus status;
    simul_core_status(session_core(session), &status);
    const MemoryFile written = {.data = kept, .size = strlen(kept)};
    CHECK_INT(compare_games(name, session_core(session), &written), games);
    CHECK_INT(status.in_play, in_play);
    session_destroy(session);
}

/* The journal and its score sheets as they were, and the sentence. */
static void refused_untouched(const char *name, const char *sentence)
{
    char path[64], pgn[64], notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
    static char kept[2][16384];
    snprintf(path, sizeof path, "%s.journal", name);
    snprintf(pgn, sizeof pgn, "%s.pgn", name);
    snprintf(kept[0], sizeof kept[0], "%s", memory_find(&disk, path)->data);
    snprintf(kept[1], sizeof kept[1], "%s", memory_find(&disk, pgn)->data);
    const int operations = disk.operations;
    CHECK(session_resume(path, &files, NULL, notice, error) == NULL);
    CHECK_STR(error, sentence);
    CHECK_INT(disk.operations, operations);
    CHECK_STR(memory_find(&disk, path)->data, kept[0]);
    CHECK_STR(memory_find(&disk, pgn)->data, kept[1]);
}

static void earlier_journals(void)
{
    for (int i = 0; i < JOURNALS; i++) {
        if (edition_today() == 1) {
            replayed_to_the_same_games(FIRST_EDITION[i].name, FIRST_EDITION[i].games, FIRST_EDITION[i].in_play);
            continue;
        }
        char sentence[SIMUL_ERROR_SIZE];
        snprintf(sentence, sizeof sentence, "the journal is of edition 1 of the rules, this program of edition %d: %s can finish it",
                 edition_today(), edition_program(1));
        fresh_disk();
        if (load(FIRST_EDITION[i].name, ".journal") && load(FIRST_EDITION[i].name, ".pgn"))
            refused_untouched(FIRST_EDITION[i].name, sentence);
    }
}

/* Every edition before today's says who can finish it. */
static void every_earlier_edition_names_its_program(void)
{
    CHECK(edition_today() >= 1);
    for (int edition = 1; edition < edition_today(); edition++)
        CHECK_MSG(strncmp(edition_program(edition), "Carousel 0.", 11) == 0 && strstr(edition_program(edition), "(commit ") != NULL,
                  "edition %d: '%s'", edition, edition_program(edition));
    CHECK(edition_program(0) == NULL && edition_program(edition_today()) == NULL);
}

/* A journal as a program of that edition would begin it; without the fields that edition 1 does not have yet. */
static void write_journal(int edition, JournalText *text)
{
    SimulBoardSetup board;
    simul_board_default(&board);
    JournalHeader header = {.boards = &board, .count = 1, .edition = edition, .identity = 99};
    JournalState state;
    simul_settings_default(&header.settings);
    strcpy(header.settings.pgn_path, "new.pgn");
    journal_write_header(text, &state, &header);
}

static void a_later_journal_is_refused(void)
{
    JournalText text = {0};
    char sentence[SIMUL_ERROR_SIZE];
    write_journal(1000, &text);
    CHECK(strstr(text.text, "\tversion=carousel-journal-1\tedition=1000\tprogram=Carousel 0.") != NULL);
    fresh_disk();
    memory_set(memory_make(&disk, "new.journal"), text.text, text.length);
    memory_set(memory_make(&disk, "new.pgn"), "earlier\n", 8);
    const char *program = strstr(text.text, "\tprogram=") + 9;
    snprintf(sentence, sizeof sentence,
             "the journal is of edition 1000 of the rules, this program of edition %d: a later %.*s can finish it", edition_today(),
             (int)strcspn(program, "\t"), program);
    refused_untouched("new", sentence);
    journal_text_destroy(&text);
}

static void a_new_journal_is_todays(void)
{
    JournalText text = {0};
    JournalHeader header;
    char error[SIMUL_ERROR_SIZE];
    write_journal(edition_today(), &text);
    JournalReader reader = journal_reader_open(text.text, text.length);
    CHECK_INT(journal_read_header(&reader, &header, error), JOURNAL_LINE);
    CHECK_INT(header.edition, edition_today());
    CHECK((strstr(text.text, "\tedition=") != NULL) == (edition_today() > 1));
    journal_header_destroy(&header);
    journal_text_destroy(&text);
}

/* With the sum of a first line whose identity is 99, as journal.h says it is made. */
static void seal(char *line, size_t size)
{
    uint64_t sum = UINT64_C(99) ^ UINT64_C(0xcbf29ce484222325);
    for (const char *c = line; *c != '\0'; c++)
        sum = (sum ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    const size_t length = strlen(line);
    snprintf(line + length, size - length, "%016" PRIx64 "\n", sum ^ sum >> 32);
}

/* What the defaults were when journals began; today's may be others. */
static void a_setting_not_given_has_the_value_of_its_time(void)
{
    /* clang-format off */
    static const struct { const char *key, *value; } then[] = {
        {"movetime", "1000"},     {"reply-engines", "500"},  {"reply-people", "10000"}, {"late", "forfeit"},
        {"misses", "3"},          {"illegal-engines", "1"},  {"illegal-people", "2"},   {"illegal-bonus", "120000"},
        {"touch", "refuse"},      {"claims", "auto"},        {"dead-nodes", "10000"},   {"loss-nodes", "1000000"},
        {"unfinished", "*"},      {"adjudicate-moves", "4"}, {"maxmoves", "0"},         {"seed", "1"},
        {"exhibitor-kind", "engine"}, {"date", "????.??.??"}, {"warn-factor", "10"},   {"start-limit", "10000"}};
    /* clang-format on */
    char line[512], error[SIMUL_ERROR_SIZE], edition[32] = "";
    if (edition_today() > 1)
        snprintf(edition, sizeof edition, "edition=%d\t", edition_today());
    snprintf(line, sizeof line, "0\t0\texhibition\tversion=carousel-journal-1\t%sidentity=0000000000000063\t.depth=7\tboard=kind=manual\t",
             edition);
    seal(line, sizeof line);
    JournalReader reader = journal_reader_open(line, strlen(line));
    JournalHeader header;
    if (!CHECK_MSG(journal_read_header(&reader, &header, error) == JOURNAL_LINE, "%s", error))
        return;
    CHECK_INT(header.settings.depth, 7);
    for (size_t i = 0; i < sizeof then / sizeof *then; i++) {
        char value[SIMUL_VALUE_SIZE];
        simul_setting_write(&header.settings, simul_setting_find(text_of(then[i].key)), value);
        CHECK_MSG(strcmp(value, then[i].value) == 0, "%s is %s, was %s", then[i].key, value, then[i].value);
    }
    journal_header_destroy(&header);
}

/* A setting that is added has to say what journals without it mean. */
static void every_setting_has_a_value_for_journals_without_it(void)
{
    SimulSettings settings;
    char error[SIMUL_ERROR_SIZE] = "";
    CHECK_MSG(edition_settings(&settings, error), "%s", error);
}

int main(void)
{
    chess_init();
    openings_init();
    earlier_journals();
    every_earlier_edition_names_its_program();
    a_later_journal_is_refused();
    a_new_journal_is_todays();
    a_setting_not_given_has_the_value_of_its_time();
    every_setting_has_a_value_for_journals_without_it();
    memory_disk_free(&disk);
    return test_end("record/edition");
}
