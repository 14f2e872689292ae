/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/simul_json.h"

#include "base/json.h"
#include "chess/fen.h"
#include "desk/key.h"
#include "simul/settings_table.h"
#include "version.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line as long as it has to be. */
typedef struct JsonLine {
    char *text;
    size_t length, capacity;
    bool failed; /* memory ran out */
} JsonLine;

static bool make_room(JsonLine *line, size_t more)
{
    if (line->failed || line->length + more < line->capacity)
        return !line->failed;
    const size_t capacity = 2 * line->capacity + more + 256;
    char *grown = realloc(line->text, capacity);
    line->failed = grown == NULL;
    if (grown == NULL)
        return false;
    line->text = grown;
    line->capacity = capacity;
    return true;
}

__attribute__((format(printf, 2, 3))) static void put(JsonLine *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0 || !make_room(line, (size_t)length + 1))
        return;
    va_start(arguments, format);
    vsnprintf(line->text + line->length, line->capacity - line->length, format, arguments);
    va_end(arguments);
    line->length += (size_t)length;
}

/* A string, or null for none. */
static void put_string(JsonLine *line, const char *text)
{
    if (text == NULL || text[0] == '\0') {
        put(line, "null");
        return;
    }
    const size_t length = json_write_text(text, NULL, 0);
    if (!make_room(line, length + 3))
        return;
    line->text[line->length++] = '"';
    json_write_text(text, line->text + line->length, length + 1);
    line->length += length;
    line->text[line->length++] = '"';
    line->text[line->length] = '\0';
}

static void say(JsonLine *line, Output *output)
{
    output_line(output, line->failed ? "{\"event\":\"error\",\"text\":\"out of memory\"}" : line->text);
    free(line->text);
    *line = (JsonLine){0};
}

static const char *color_word(Color color)
{
    return color == WHITE ? "white" : "black";
}

/* --- the first event --- */

static void put_setting(JsonLine *line, const SimulSettings *settings, const SimulSetting *setting)
{
    char value[SIMUL_VALUE_SIZE];
    simul_setting_write(settings, setting, value);
    put(line, "\"%s\":", setting->key);
    switch (setting->kind) {
    case SIMUL_SETTING_INT:
    case SIMUL_SETTING_TIME:
    case SIMUL_SETTING_UINT64: put(line, "%s", value); break;
    case SIMUL_SETTING_BOOL: put(line, strcmp(value, "on") == 0 ? "true" : "false"); break;
    case SIMUL_SETTING_WORD:
    case SIMUL_SETTING_TEXT:
    case SIMUL_SETTING_CONTROL:
    case SIMUL_SETTING_TEST: put_string(line, value); break;
    }
}

static void put_settings(JsonLine *line, const SimulSettings *settings)
{
    size_t count;
    const SimulSetting *all = simul_settings_all(&count);
    bool first = true;
    put(line, ",\"settings\":{");
    for (size_t i = 0; i < count; i++) {
        if ((all[i].flags & SIMUL_INTERNAL) != 0)
            continue;
        put(line, "%s", first ? "" : ",");
        put_setting(line, settings, &all[i]);
        first = false;
    }
    put(line, "}");
}

/* Board 0 is A's seat. Of a page's key nothing is said. */
static void put_seat(JsonLine *line, int board, const char *name, bool person, const char *player)
{
    put(line, "{\"board\":%d,\"name\":", board);
    put_string(line, name);
    put(line, ",\"person\":%s,\"player\":", person ? "true" : "false");
    put_string(line, player != NULL && key_is_wanted(player) ? "browser" : player);
}

void simul_json_exhibition(const SimulCore *core, bool resumed, Output *output)
{
    const SimulSettings *settings = simul_core_settings(core);
    SimulStatus status;
    JsonLine line = {0};
    simul_core_status(core, &status);
    put(&line, "{\"event\":\"exhibition\",\"version\":");
    put_string(&line, CAROUSEL_NAME);
    put(&line, ",\"seed\":%llu,\"resumed\":%s", (unsigned long long)settings->seed, resumed ? "true" : "false");
    put_settings(&line, settings);
    put(&line, ",\"seats\":[");
    put_seat(&line, 0, settings->exhibitor_name, settings->exhibitor_person, settings->exhibitor_spec);
    put(&line, "}");
    for (int board = 1; board <= status.boards; board++) {
        SimulBoardView view;
        char fen[FEN_SIZE];
        if (!simul_core_view(core, board, &view) || view.game == NULL)
            continue;
        put(&line, ",");
        put_seat(&line, board, view.setup->name, view.person, view.setup->spec);
        fen_write(&view.game->start, fen);
        put(&line, ",\"color\":\"%s\",\"fen\":\"%s\"}", color_word(view.exhibitor_color), fen);
    }
    put(&line, "]}");
    say(&line, output);
}

/* --- the last one --- */

typedef struct GameLine {
    int board, game;
    const char *name;
    Color color;
    const Verdict *verdict;
    const char *reason;
    size_t plies;
    bool over;
} GameLine;

static void put_game(JsonLine *line, const GameLine *game, bool *first)
{
    put(line, "%s{\"board\":%d,\"game\":%d,\"name\":", *first ? "" : ",", game->board, game->game);
    put_string(line, game->name);
    put(line, ",\"color\":\"%s\",\"result\":\"%s\",\"termination\":\"%s\",\"reason\":", color_word(game->color),
        result_text(game->verdict->result), game->over ? verdict_termination(game->verdict) : "unterminated");
    put_string(line, game->over ? game->reason : "in play");
    put(line, ",\"plies\":%zu}", game->plies);
    *first = false;
}

/* Those who sat here before, then who sits here now. */
static void put_board(JsonLine *line, const SimulCore *core, int board, bool *first)
{
    int count;
    const SimulPastGame *past = simul_core_past(core, &count);
    SimulBoardView view;
    for (int i = 0; i < count; i++)
        if (past[i].board == board)
            put_game(line,
                     &(GameLine){board, past[i].game_number, past[i].name, past[i].exhibitor_color, &past[i].verdict, past[i].reason,
                                 (size_t)past[i].plies, true},
                     first);
    if (simul_core_view(core, board, &view) && view.game != NULL && view.state != SIMUL_BOARD_VACANT)
        put_game(line,
                 &(GameLine){board, view.game_number, view.name, view.exhibitor_color, &view.verdict, view.reason, view.game->move_count,
                             view.state == SIMUL_BOARD_ENDED},
                 first);
}

void simul_json_results(const SimulCore *core, Output *output)
{
    SimulStatus status;
    JsonLine line = {0};
    bool first = true;
    simul_core_status(core, &status);
    put(&line, "{\"event\":\"results\",\"exhibitor\":");
    put_string(&line, status.exhibitor_name);
    put(&line, ",\"boards\":[");
    for (int board = 1; board <= status.boards; board++)
        put_board(&line, core, board, &first);
    const int played = status.wins + status.draws + status.losses;
    put(&line,
        "],\"score\":{\"wins\":%d,\"draws\":%d,\"losses\":%d,\"unfinished\":%d,\"points\":%d%s,\"played\":%d},\"rounds\":%d,\"visits\":%lld,"
        "\"incidents\":%lld}",
        status.wins, status.draws, status.losses, status.unfinished + status.in_play, status.wins + status.draws / 2,
        status.draws % 2 != 0 ? ".5" : "", played, status.round, (long long)status.visits, (long long)status.incidents);
    say(&line, output);
}

/* --- answers and announcements --- */

static void put_path(JsonLine *line, const char *key, Text path)
{
    char text[SIMUL_PATH_SIZE];
    text_copy(path, text, sizeof text);
    put(line, ",\"%s\":", key);
    put_string(line, strcmp(text, "none") == 0 ? NULL : text);
}

void simul_json_answer(const char *answer, Output *output)
{
    JsonLine line = {0};
    const char *journal = strstr(answer, " journal ");
    if (strncmp(answer, "files pgn ", 10) == 0 && journal != NULL) {
        put(&line, "{\"event\":\"files\"");
        put_path(&line, "pgn", (Text){answer + 10, (size_t)(journal - answer) - 10});
        put_path(&line, "journal", text_of(journal + 9));
        put(&line, "}");
    } else {
        const bool error = strncmp(answer, "error ", 6) == 0;
        const char *text = error ? answer + 6 : strncmp(answer, "notice ", 7) == 0 ? answer + 7 : answer;
        put(&line, "{\"event\":\"%s\",\"text\":", error ? "error" : "notice");
        put_string(&line, text[0] != '\0' ? text : " ");
        put(&line, "}");
    }
    say(&line, output);
}

void simul_json_announcement(const SimulAnnouncement *announcement, Output *output)
{
    JsonLine line = {0};
    size_t length = 0;
    for (size_t more = 1024; length == 0 && make_room(&line, more); more *= 2)
        length = simul_announcement_json(announcement, line.text, line.capacity);
    say(&line, output);
}
