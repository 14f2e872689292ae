/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Whole exhibitions in simulated time: random settings, random and faulty players on both sides, an operator who
 * pauses, stops, resumes, lets people in and out, disks that fail, processes that are killed. Everything comes from one
 * number, which is printed when something is wrong:
 *
 *     test_exhibitions [COUNT [FIRST [verbose]]]
 */
#include "chess/chess.h"
#include "chess/fen.h"
#include "chess/pgn_reader.h"
#include "random_people.h"
#include "random_settings.h"
#include "record/journal.h"
#include "rules/openings.h"
#include "simul/match_tally.h"

enum { MEMORY_SIZE = 1 << 20 };

static int64_t pairs_seen; /* of games, over all counts */

/* ---- The records ---- */

static void game_found(const PgnGame *game)
{
    char board[16], number[16], result[8];
    pgn_tag(game, "Board", board, sizeof board);
    pgn_tag(game, "Round", number, sizeof number);
    pgn_tag(game, "Result", result, sizeof result);
    SHADOW_CHECK(game->error == PGN_OK, "PGN, board %s: %s", board, game->message);
    char fen[FEN_SIZE], end[72];
    SlowBoard last;
    fen_write(&game->game.current, fen);
    slow_from_fen(&last, fen);
    shadow_position_text(&last, end);
    for (int i = 0; i < shadow.game_count; i++) {
        ShadowGame *g = &shadow.games[i];
        if (g->board != atoi(board) || g->number != atoi(number))
            continue;
        SHADOW_CHECK(!g->found, "PGN: board %s, game %s is there twice", board, number);
        g->found = true;
        SHADOW_CHECK(strcmp(g->result, result) == 0 && strcmp(g->result, game->result) == 0, "PGN, board %s: result %s", board, result);
        SHADOW_CHECK(g->plies == game->game.move_count && strcmp(g->end, end) == 0, "PGN, board %s: another game", board);
        return;
    }
    /* Not ended: it must stand, and be the only one. */
    const int b = atoi(board);
    SHADOW_CHECK(b >= 1 && b <= shadow.board_count && shadow.boards[b].state == SHADOW_PLAYING && strcmp(result, "*") == 0,
                 "PGN: board %s, game %s is not known", board, number);
    if (shadow.problem == NULL) {
        char standing[72];
        shadow_position_text(&shadow.boards[b].now, standing);
        SHADOW_CHECK(strcmp(standing, end) == 0, "PGN, board %s: another unfinished game", board);
    }
}

/* Every game of a file is one of the exhibition's. How many there are. */
static int read_sheets(const char *path)
{
    static PgnGame game;
    static bool made;
    const MemoryFile *file = memory_find(&disk, path);
    int read = 0;
    if (file == NULL)
        return 0;
    PgnReader reader = pgn_reader_open(file->data, file->size);
    if (!made)
        made = pgn_game_init(&game);
    for (; pgn_read(&reader, &game); read++)
        game_found(&game);
    return read;
}

static void check_sheets(void)
{
    const int unfinished = read_sheets("x-unfinished.pgn");
    const int read = read_sheets("x.pgn") + unfinished;
    int standing = 0;
    for (int i = 0; i < shadow.game_count; i++)
        SHADOW_CHECK(shadow.games[i].found, "PGN: board %d, game %d is missing", shadow.games[i].board, shadow.games[i].number);
    for (int b = 1; b <= shadow.board_count; b++)
        standing += shadow.boards[b].state == SHADOW_PLAYING;
    SHADOW_CHECK(unfinished == standing, "PGN: %d unfinished games, expected %d", unfinished, standing);
    SHADOW_CHECK(read == shadow.game_count + standing, "PGN: %d games, expected %d", read, shadow.game_count + standing);
}

/* What is kept up as games end is what all games come to, counted at once. */
static MatchCounter counter;

static void check_count(void)
{
    MatchRow all;
    MatchTally tally;
    if (!CHECK(match_counter_all(&counter, core(), &all)) || !CHECK(match_tally_make(core(), &tally)))
        return;
    SHADOW_CHECK(memcmp(&all.games, &tally.all.games, sizeof all.games) == 0 && memcmp(&all.pairs, &tally.all.pairs, sizeof all.pairs) == 0,
                 "the match is counted otherwise game by game");
    SHADOW_CHECK(all.games.of[0] == shadow.losses && all.games.of[1] == shadow.draws && all.games.of[2] == shadow.wins,
                 "the match's games are not those of the score");
    pairs_seen += all.pairs.of[0] + all.pairs.of[1] + all.pairs.of[2] + all.pairs.of[3] + all.pairs.of[4];
    match_tally_destroy(&tally);
}

/* The journal cut off anywhere gives the exhibition as it was after its last whole line, or a refusal. */
static void check_cut(void)
{
    const MemoryFile *whole = memory_find(&disk, "x.journal");
    if (whole->size == 0)
        return;
    const size_t cut = (size_t)(chance_next() % whole->size);
    size_t lines = 0;
    for (size_t i = 0; i < cut; i++)
        lines += whole->data[i] == '\n';
    MemoryDisk scratch;
    memset(&scratch, 0, sizeof scratch);
    memory_set(memory_make(&scratch, "x.journal"), whole->data, cut);
    const SimulFiles scratch_files = memory_files(&scratch);
    char notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
    SimulSession *cut_session = session_resume("x.journal", &scratch_files, &memory, notice, error);
    if (lines == 0) {
        SHADOW_CHECK(cut_session == NULL && error[0] != '\0', "a journal without its first record is taken");
    } else {
        SHADOW_CHECK(cut_session != NULL, "the journal cut at %zu: %s", cut, error);
        SHADOW_CHECK((notice[0] != '\0') == (whole->data[cut - 1] != '\n'), "the journal cut at %zu: notice '%s'", cut, notice);
        if (cut_session != NULL && keep_digests && lines >= 2 && lines - 2 < digest_count)
            SHADOW_CHECK(simul_core_digest(session_core(cut_session)) == digests[lines - 2], "cut after line %zu: another state", lines);
    }
    session_destroy(cut_session);
    memory_disk_free(&scratch);
}

/* The process is killed, and the exhibition resumed from what it has written. */
static void kill_and_resume(void)
{
    const uint64_t before = simul_core_digest(core());
    char notice[SIMUL_ERROR_SIZE], error[SIMUL_ERROR_SIZE];
    SimulStatus status;
    simul_core_status(core(), &status);
    const int stood_at = status.board;
    match_counter_destroy(&counter);
    session_destroy(session);
    session = session_resume("x.journal", &files, &memory, notice, error);
    if (session == NULL) {
        shadow_wrong("killed, not resumed: %s", error);
        return;
    }
    SHADOW_CHECK(notice[0] == '\0', "killed: %s", notice);
    SHADOW_CHECK(simul_core_digest(core()) == before, "killed and resumed: another state (at board %d)", stood_at);
    for (int seat = 1; seat < SEATS; seat++) {
        seats[seat].open = false;
        seats[seat].life++;
    }
    exhibitor_open = false;
    exhibitor_life++;
    thinking_request = 0;
    asked_count = 0;
    feed(&(SimulEvent){.kind = SIMUL_EVENT_REOPEN, .seat = SIMUL_OPERATOR});
}

/* ---- One exhibition ---- */

static void deliver(Item *item)
{
    SimulEvent *event = &item->event;
    if (event->text != NULL)
        event->text = item->text;
    switch (item->kind) {
    case ITEM_SEAT:
        if (item->seat == 0 ? !exhibitor_open || item->life != exhibitor_life
                            : !seats[item->seat].open || item->life != seats[item->seat].life)
            return;
        if (event->kind == SIMUL_EVENT_READY)
            agenda_add((Item){.time_ns = now_ns + chance_ns(500, 30000),
                              .kind = ITEM_FIDGET,
                              .seat = item->seat,
                              .life = item->life,
                              .request = (item->seat == 0 ? exhibitor_is_person() : is_person(item->seat)) ? 0 : 2});
        if (event->kind == SIMUL_EVENT_FAILED && item->seat == 0)
            thinking_request = 0;
        if (event->kind == SIMUL_EVENT_REPLY) { /* it answers whatever is open */
            seats[item->seat].request = 0;
            shadow.boards[item->seat].think_open = false;
        }
        feed(event);
        return;
    case ITEM_REPLY: {
        ScriptSeat *seat = &seats[item->seat];
        if (!seat->open || item->life != seat->life || item->request != seat->request)
            return;
        seat->request = 0;
        shadow.boards[item->seat].think_open = false;
        any_reply(item->seat, item->text, seat->temper / 4);
        feed(&(SimulEvent){.kind = SIMUL_EVENT_REPLY, .seat = item->seat, .text = item->text});
        return;
    }
    case ITEM_EXHIBITOR:
        if (!exhibitor_open || item->life != exhibitor_life || event->request != thinking_request)
            return;
        any_reply(thinking_board, item->text, 3);
        thinking_request = 0;
        event->text = item->text;
        event->board = thinking_board;
        event->has_score = chance_of(900);
        event->is_mate = event->has_score && chance_of(20);
        event->score = event->is_mate ? chance_below(9) - 4 : chance_below(240) - 120;
        event->depth = chance_below(30);
        feed(event);
        return;
    case ITEM_FIDGET:
        if (item->request != 2)
            fidget(item);
        return;
    case ITEM_OPERATOR:
        if (event->kind == SIMUL_EVENT_JOIN) {
            if (shadow.board_count >= SHADOW_BOARDS - 20 || shadow.game_count > SHADOW_GAMES - SHADOW_BOARDS)
                return;
            const SimulBoardSetup setup = random_board();
            event->setup = &setup;
            feed(event);
        } else if (event->kind == SIMUL_EVENT_COUNT) {
            SimulStatus status;
            simul_core_status(core(), &status);
            if (!session_blocked(session) && status.phase == SIMUL_RUNNING)
                kill_and_resume();
        } else {
            feed(event);
        }
        return;
    case ITEM_DEADLINE: feed(event); return;
    }
}

static void plan_the_operator(int count)
{
    const int64_t span = 2000 + 400 * count;
    if (chance_of(300))
        operator_will(chance_ns(0, 10 * span), SIMUL_EVENT_PAUSE, 0, NULL);
    for (int i = chance_of(350) ? 1 + chance_below(6) : 0; i > 0; i--)
        operator_will(chance_ns(0, 10 * span), SIMUL_EVENT_JOIN, 0, NULL);
    for (int i = chance_of(300) ? 1 + chance_below(3) : 0; i > 0; i--)
        operator_will(chance_ns(0, 10 * span), SIMUL_EVENT_LEAVE, 1 + chance_below(count + 2), NULL);
    if (chance_of(150))
        operator_will(chance_ns(0, 10 * span), SIMUL_EVENT_ADJUDICATE, 1 + chance_below(count),
                      chance_of(500)   ? "1/2-1/2"
                      : chance_of(500) ? "1-0"
                                       : "*");
    if (chance_of(200)) {
        operator_will(chance_ns(0, 10 * span), chance_of(500) ? SIMUL_EVENT_STOP : SIMUL_EVENT_ABORT, 0, NULL);
        reopenings_left = 1 + chance_below(3);
    }
    for (int i = chance_of(250) ? 1 + chance_below(3) : 0; i > 0; i--)
        operator_will(chance_ns(0, 10 * span), SIMUL_EVENT_COUNT, 0, NULL); /* killed */
}

static bool begin_session(int count)
{
    static SimulBoardSetup boards[SHADOW_GAMES];
    static char names[SHADOW_GAMES][32];
    const int games = count * settings.games;
    for (int i = 0; i < games; i++) {
        boards[i] = random_board();
        snprintf(names[i], sizeof names[i], "%s", boards[i].name);
        boards[i].name = names[i];
    }
    char error[SIMUL_ERROR_SIZE];
    session = session_create(&settings, boards, games, chance_next(), &files, &memory, error);
    if (session == NULL)
        shadow_wrong("%s", error);
    return session != NULL;
}

static void run(int starts_left)
{
    while (shadow.problem == NULL) {
        if (ended) {
            SimulStatus status;
            simul_core_status(core(), &status);
            ended = false;
            if (status.phase == SIMUL_SETUP && starts_left-- > 0)
                feed(&(SimulEvent){.kind = SIMUL_EVENT_START, .seat = SIMUL_OPERATOR});
            else if (remain && !session_given_up(session) && reopenings_left-- > 0)
                feed(&(SimulEvent){.kind = SIMUL_EVENT_REOPEN, .seat = SIMUL_OPERATOR});
            else
                break;
            continue;
        }
        if (agenda_count == 0) {
            shadow_wrong("nothing more happens, but it has not ended");
            break;
        }
        if (events_left-- <= 0) {
            disk.failing_from = 0;
            reopenings_left = 0;
            feed(&(SimulEvent){.kind = session_blocked(session) ? SIMUL_EVENT_RESUME : SIMUL_EVENT_ABORT, .seat = SIMUL_OPERATOR});
            events_left = ended ? 0 : 1;
            continue;
        }
        Item item = agenda_take();
        if (item.time_ns > now_ns)
            now_ns = item.time_ns;
        deliver(&item);
        if (settings.games > 1 && chance_of(50))
            check_count();
    }
}

static bool exhibition(uint64_t seed)
{
    chance_state = seed * UINT64_C(0x9e3779b97f4a7c15) + 12345;
    agenda_count = 0;
    memset(seats, 0, sizeof seats);
    memory_disk_free(&disk);
    exhibitor_open = ended = remain = false;
    thinking_request = 0;
    asked_count = 0;
    digest_count = 0;
    reopenings_left = 0;
    now_ns = 0;
    random_settings(&settings);
    const int count = random_count();
    if (count <= 40 && chance_of(250)) {
        settings.games = 2 + chance_below(3);
        settings.repeat = settings.games % 2 == 0 && chance_of(500);
    }
    shadow_reset(&settings);
    events_left = 400 * count * settings.games + 2000;
    shadow.relaxed = chance_of(60);
    keep_digests = !shadow.relaxed && count <= 12 && chance_of(250);
    files = memory_files(&disk);
    if (!begin_session(count))
        return false;
    if (shadow.relaxed)
        disk.failing_from = disk.operations + 1 + chance_below(200);
    plan_the_operator(count);
    feed(&(SimulEvent){.kind = SIMUL_EVENT_START, .seat = SIMUL_OPERATOR});
    run(2);
    if (shadow.problem == NULL && !session_given_up(session))
        check_sheets();
    check_count();
    match_counter_destroy(&counter);
    for (int i = 0; i < 2 && shadow.problem == NULL; i++)
        check_cut();
    session_destroy(session);
    return shadow.problem == NULL;
}

int main(int argc, char **argv)
{
    chess_init();
    openings_init();
    const long count = argc > 1 ? strtol(argv[1], NULL, 10) : 300;
    const long first = argc > 2 ? strtol(argv[2], NULL, 10) : 1;
    verbose = argc > 3;
    void *block = malloc(MEMORY_SIZE);
    if (block == NULL || !winnable_memory_init(&memory, block, MEMORY_SIZE))
        return 1;
    int64_t visits = 0, games = 0;
    for (long seed = first; seed < first + count; seed++) {
        const bool good = exhibition((uint64_t)seed);
        CHECK_MSG(good, "exhibition %ld: %s (again: test_exhibitions 1 %ld verbose)", seed, shadow.problem, seed);
        visits += shadow.visits;
        games += shadow.game_count;
        if (test_failed >= 10)
            break;
    }
    if (count > 300)
        printf("%ld exhibitions, %lld games, %lld visits\n", count, (long long)games, (long long)visits);
    CHECK(count < 100 || pairs_seen > 0);
    shadow_reset(&settings);
    memory_disk_free(&disk);
    free(agenda);
    free(block);
    return test_end("simul/exhibitions");
}
