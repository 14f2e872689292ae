/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Random and mutated text for every parser: `test_parsers [SECONDS [SEED]]`; without arguments a fixed number of rounds.
 * The same seed gives the same texts. What is shown: no parser crashes, reads beyond its text or accepts what it
 * should not (what is accepted is checked against the rules of its kind). Meant to be built with sanitizers too.
 */
#include "test.h"

#include "fuzz/mutate.h"

#include "base/number.h"
#include "base/text.h"
#include "base/words.h"
#include "chess/chess.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "chess/move_text.h"
#include "chess/pgn_reader.h"
#include "chess/pgn_writer.h"
#include "rules/time_control.h"
#include "seats/kinds.h"
#include "simul/settings_table.h"
#include "system/clock.h"
#include "system/process.h"
#include "uci/command.h"
#include "uci/options.h"
#include "web/http.h"
#include "web/json.h"

enum { ROUNDS = 3000 };

/* Plays random moves and looks whether everything stays in order. */
static void play_on(Position position, int plies)
{
    char text[FEN_SIZE];
    for (int i = 0; i < plies; i++) {
        MoveList list;
        movegen_legal(&position.board, &list);
        CHECK_INT(movegen_count(&position.board), list.count);
        if (list.count == 0)
            return;
        const Move move = list.moves[random_below((unsigned)list.count)];
        move_to_san(&position, move, text);
        Move again = MOVE_NONE;
        CHECK_MSG(move_from_text(&position, text, &again) == MOVE_TEXT_OK && again == move, "%s", text);
        position_make_move(&position, move, NULL);
    }
    CHECK(position_check(&position));
}

static void try_fen(const char *text, size_t length)
{
    Position position;
    FenReport report;
    (void)length;
    if (!fen_parse(text, random_below(2) == 0 ? FEN_LENIENT : FEN_STRICT, &position, &report)) {
        CHECK(report.error != FEN_OK && report.message[0] != '\0');
        return;
    }
    CHECK(position_check(&position));
    CHECK(report.length <= length && report.message[0] == '\0');
    char written[FEN_SIZE];
    Position again;
    CHECK(fen_write(&position, written) < FEN_SIZE);
    CHECK_MSG(fen_parse(written, FEN_STRICT, &again, &report) && report.warning[0] == '\0', "%s: %s", written, report.message);
    CHECK_MSG(memcmp(&again, &position, sizeof again) == 0, "%s", written);
    play_on(position, 3);
}

static void try_moves(const char *text, size_t length)
{
    Position position;
    position_start(&position);
    const char *const end = text + length;
    while (text < end) {
        Move move = MOVE_NONE;
        if (move_from_text(&position, text, &move) == MOVE_TEXT_OK) {
            LegalMasks masks;
            movegen_masks(&position.board, &masks);
            if (!CHECK(movegen_is_legal(&position.board, &masks, move)))
                return;
            position_make_move(&position, move, NULL);
            CHECK(position_check(&position));
        }
        text += strcspn(text, " \n");
        text++;
    }
}

static void try_pgn(const char *text, size_t length)
{
    PgnReader reader = pgn_reader_open(text, length);
    PgnGame game;
    if (!CHECK(pgn_game_init(&game)))
        return;
    size_t games = 0;
    while (pgn_read(&reader, &game) && games++ <= length) {
        char value[64];
        CHECK((game.error == PGN_OK) == (game.message[0] == '\0'));
        CHECK(position_check(&game.game.current));
        pgn_tag(&game, "FEN", value, sizeof value);
        CHECK(strlen(value) < sizeof value);

        /* What was read can be written and read again. */
        PgnWriter writer = pgn_writer_begin();
        Position position = game.game.start;
        pgn_write_roster(&writer, &(PgnRoster){.event = value});
        pgn_write_start(&writer, &position);
        for (size_t i = 0; i < game.game.move_count; i++) {
            pgn_write_move(&writer, &position, game.game.moves[i]);
            position_make_move(&position, game.game.moves[i], NULL);
            pgn_write_comment(&writer, value);
        }
        pgn_write_result(&writer, "*");
        PgnReader second = pgn_reader_open(writer.text, writer.length);
        PgnGame copy;
        if (CHECK(pgn_game_init(&copy) && pgn_read(&second, &copy))) {
            CHECK_STR(copy.message, "");
            CHECK_INT(copy.game.move_count, game.game.move_count);
            CHECK_INT(copy.game.current.key, game.game.current.key);
        }
        pgn_game_destroy(&copy);
        pgn_writer_destroy(&writer);
    }
    CHECK(games <= length);
    pgn_game_destroy(&game);
}

/* Lines to the engine. */
static void try_uci(const char *text, size_t length)
{
    static UciOptions options;
    char message[UCI_MESSAGE_SIZE];
    UciCommand command;
    options = uci_default_options();
    uci_command_parse((Text){text, length}, &command);
    if (command.verb == UCI_SETOPTION)
        uci_option_set(&options, command.name, command.value, message);
    const EngineOptions engine = uci_engine_options(&options);
    CHECK(engine.hash_mb >= ENGINE_HASH_MB_MIN && engine.hash_mb <= ENGINE_HASH_MB_MAX);
    CHECK(engine.threads >= 1 && engine.threads <= ENGINE_THREADS_MAX);
    CHECK(engine.multipv >= 1 && engine.multipv <= MAX_MOVES && engine.move_overhead_ms >= 0);
    CHECK(engine.elo == 0 || (engine.elo >= ENGINE_ELO_MIN && engine.elo <= ENGINE_ELO_MAX));
}

/* What the exhibition's parts read: settings, seats, command lines, time controls, numbers. */
static void try_settings(const char *text, size_t length)
{
    static SimulChoices choices;
    char message[SIMUL_MESSAGE_SIZE];
    Text rest = {text, length};
    Text key;
    simul_choices_init(&choices);
    while (text_next(&rest, &key)) {
        Text value = {text, 0};
        bool needs_value;
        if (simul_choice_known(key, &needs_value))
            text_next(&rest, &value);
        simul_choice_take(&choices, key, value, message);
    }
    size_t count;
    const SimulSetting *settings = simul_settings_all(&count);
    for (size_t i = 0; i < count; i++) {
        char value[SIMUL_VALUE_SIZE];
        simul_setting_write(&choices.settings, &settings[i], value);
        CHECK_MSG(simul_setting_set(&choices.settings, settings[i].key, value, message), "%s '%s': %s", settings[i].key, value, message);
    }
}

static void try_words(const char *text, size_t length)
{
    Error error;
    SeatTraits traits;
    seat_kinds_traits(text, &traits, &error);
    char *copy = malloc(length + 1);
    if (!CHECK(copy != NULL))
        return;
    memcpy(copy, text, length + 1);
    words_make_printable(copy, length);
    Text rest = text_of(words_trim(copy)), word;
    while (text_next(&rest, &word))
        ;
    free(copy);

    TimeControl control;
    char message[TIME_CONTROL_ERROR_SIZE];
    char written[TIME_CONTROL_SIZE];
    if (time_control_parse(text, &control, message)) {
        TimeControl again;
        time_control_write(&control, written);
        CHECK_MSG(time_control_parse(written, &again, message), "%s: %s", written, message);
        char twice[TIME_CONTROL_SIZE];
        time_control_write(&again, twice);
        CHECK_STR(twice, written);
    }
    int64_t number = 5;
    if (number_parse(text, -10, 10, &number) == NUMBER_OK)
        CHECK(number >= -10 && number <= 10);
}

/* What comes over the network: whole requests only, every slice within them, and no other answer for the same bytes alone. */
static void try_http(const char *text, size_t length)
{
    HttpRequest request;
    HttpRequest again;
    JsonObject object;
    int status = 0;
    char *copy = malloc(length + 1); /* of exactly this size, for the sanitizer */
    if (!CHECK(copy != NULL))
        return;
    memcpy(copy, text, length);
    const HttpResult result = http_parse(copy, length, &request, &status);
    if (result == HTTP_DONE) {
        CHECK(request.length <= length && request.length <= HTTP_REQUEST_MAX);
        CHECK(request.path.length > 0 && request.path.data[0] == '/' && request.path.length <= HTTP_TARGET_MAX);
        CHECK(request.body.length <= HTTP_BODY_MAX && request.body.data + request.body.length == copy + request.length);
        CHECK(http_parse(copy, request.length, &again, &status) == HTTP_DONE && again.length == request.length);
        CHECK(http_parse(copy, request.length - 1, &again, &status) == HTTP_MORE);
        json_read(request.body, &object);
    } else if (result == HTTP_REFUSED) {
        CHECK_MSG(status >= 400 && status < 600 && strcmp(http_reason(status), "Unknown") != 0, "status %d", status);
    }
    if (json_read((Text){copy, length}, &object))
        for (int i = 0; i < object.count; i++)
            CHECK(strlen(object.fields[i].key) < JSON_KEY_SIZE && strlen(object.fields[i].value) < JSON_VALUE_SIZE);
    free(copy);
}

static const char *const http_seeds[] = {
    "GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nConnection: close\r\n\r\n",
    "POST /seat/0123456789abcdef0123456789abcdef/order HTTP/1.1\r\nHost: localhost:80\r\nOrigin: http://localhost:80\r\n"
    "Content-Type: application/json; charset=utf-8\r\nContent-Length: 33\r\n\r\n{\"id\":\"1\",\"do\":\"move\",\"board\":1}",
    "HEAD /a?b HTTP/1.0\r\n\r\nGET /events HTTP/1.1\r\nHost: [::1]:1\r\n\r\n",
    "{\"id\":\"a\\u00e9\\n\",\"board\":12,\"ply\":-1,\"x\":true}",
};

static const char *const fen_seeds[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 ;D1 21 ;D2 528",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 bm exd6; id \"en passant\"; hmvc 3;",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/8/8/8/8/1Q6/K1k5 b - - 99 120",
};
static const char *const move_seeds[] = {
    "e4 e5 Nf3 Nc6 Bb5 a6 O-O Nf6 Re1 b5 Bb3 O-O c3 d5 exd5 Nxd5 Nxe5",
    "e2e4 d7d5 e4d5 c7c6 d5c6 g8f6 c6b7 d8d7 b7a8q",
    "e2-e4 e7-e5 Ng1-f3 Nb8-c6 Bf1-b5 0-0 0-0-0 Qa8xb2# a7a8Q e8(Q) exd6e.p.",
};
static const char *const pgn_seeds[] = {
    "[Event \"x\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 b - - 3 60\"]\n\n60... Kd7 61. a8=Q {done} *\n",
    "[Event \"a \\\"b\\\"\"]\n[Variant \"Chess960\"]\n\n1. e4 e5 (1... c5 2. Nf3 (2. c3 d5)) 2. Nf3 $1 Nc6 ; line\n3. Bb5 a6 1/2-1/2\n\n1. d4 0-1",
    "%skip\n{before}\n1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6 5.O-O Be7 6.Re1 b5 7.Bb3 d6 1-0\n",
};
static const char *const uci_seeds[] = {
    "position startpos moves e2e4 e7e5 g1f3",
    "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8",
    "go wtime 1000 btime 1000 winc 10 binc 10 movestogo 40 ponder",
    "go searchmoves e2e4 d2d4 depth 5 nodes 100 mate 3 movetime 50 infinite",
    "setoption name Hash value 32",
    "setoption name UCI_Elo value 1500",
    "setoption name Clear Hash",
    "setoption name SimulFile value <empty>",
    "simul new boards 8 movetime 200 reply 500 late pass",
    "go perft 3",
    "isready",
};
static const char *const setting_seeds[] = {
    "boards 8 movetime 200 reply 500 late pass misses 3 passes 1",
    "depth 8 think none thinkers all color alternate claims fide illegal 3",
    "tc 40/300:60+1 exchanges 2 draws accept 20 unfinished adjudicate chess960 on",
    "openings openings.epd pgn out.pgn journal out.journal seed 18446744073709551615 lag 10 start 5000",
};
static const char *const word_seeds[] = {
    "engine protocol uci dir /tmp env A=b option.Hash=32 init \"setoption name X\" 'my engine' -a \"b c\"",
    "builtin elo 1500 nodes 10000",
    "manual",
    "40/5400+30:1800+30",
    "300+3",
    "*15",
    "0.5d0.25",
    "info depth 12 seldepth 20 score cp -35 upperbound nodes 1234 nps 100000 pv e2e4 e7e5",
    "option name Style type combo default Normal var Solid var Normal",
    "feature ping=1 setboard=1 myname=\"Some Engine 1.0\" done=1",
    "-12",
};

#define SEEDS(seeds) seeds, sizeof(seeds) / sizeof(seeds)[0]

static const struct {
    void (*run)(const char *text, size_t length);
    const char *const *seeds;
    unsigned seed_count;
} targets[] = {
    {try_fen, SEEDS(fen_seeds)},          {try_moves, SEEDS(move_seeds)}, {try_pgn, SEEDS(pgn_seeds)},   {try_uci, SEEDS(uci_seeds)},
    {try_settings, SEEDS(setting_seeds)}, {try_words, SEEDS(word_seeds)}, {try_http, SEEDS(http_seeds)},
};

enum { TARGET_COUNT = sizeof targets / sizeof targets[0] };

static void run_once(unsigned number)
{
    size_t length = 0;
    char *text = mutant_of(targets[number].seeds, targets[number].seed_count, &length);
    if (!CHECK(text != NULL))
        return;
    const unsigned long failed = test_failed;
    targets[number].run(text, length);
    if (test_failed != failed)
        fprintf(stderr, "the text for parser %u was: %s\n", number, text);
    free(text);
}

int main(int argc, char **argv)
{
    int64_t seconds = 0;
    int64_t seed = 1;
    if ((argc > 1 && number_parse(argv[1], 1, 100000, &seconds) != NUMBER_OK) ||
        (argc > 2 && number_parse(argv[2], 1, INT64_MAX, &seed) != NUMBER_OK)) {
        fprintf(stderr, "usage: test_parsers [SECONDS [SEED]]\n");
        return 2;
    }
    chess_init();
    random_state = (uint64_t)seed * 0x9e3779b97f4a7c15u | 1;
    const int64_t end = system_now_ns() + seconds * 1000000000;
    uint64_t rounds = 0;
    while (seconds == 0 ? rounds < ROUNDS : system_now_ns() < end) {
        for (unsigned number = 0; number < TARGET_COUNT; number++)
            run_once(number);
        rounds++;
    }
    printf("%" PRIu64 " texts\n", rounds * TARGET_COUNT);
    return test_end("fuzz/parsers");
}
