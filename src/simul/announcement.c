/* SPDX-License-Identifier: GPL-3.0-only */
#include "simul/announcement.h"

#include "base/json.h"
#include "simul/match_tally.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What is being written: a line or a JSON object, from the same pairs. */
typedef struct Writer {
    char *text;
    size_t size, used; /* `used` may pass `size`: then something did not fit */
    bool json;
} Writer;

__attribute__((format(printf, 2, 3))) static void put(Writer *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const bool room = w->used < w->size;
    const int length = vsnprintf(room ? w->text + w->used : NULL, room ? w->size - w->used : 0, format, arguments);
    va_end(arguments);
    if (length > 0)
        w->used += (size_t)length;
}

static void put_char(Writer *w, char c)
{
    if (w->used + 1 < w->size) {
        w->text[w->used] = c;
        w->text[w->used + 1] = '\0';
    }
    w->used++;
}

/* Free text: no control characters in lines, escapes in JSON. Quotes are left out where they would end a name. */
static void put_text(Writer *w, const char *text, bool quoted)
{
    if (text == NULL)
        return;
    if (w->json) {
        const bool room = w->used < w->size;
        w->used += json_write_text(text, room ? w->text + w->used : NULL, room ? w->size - w->used : 0);
        return;
    }
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        put_char(w, c < 0x20 || c == 0x7f ? ' ' : quoted && c == '"' ? '\'' : (char)c);
    }
}

static void key(Writer *w, const char *name)
{
    if (w->json)
        put(w, ",\"%s\":", name);
    else
        put(w, " %s ", name);
}

static void pair_number(Writer *w, const char *name, int64_t value)
{
    key(w, name);
    put(w, "%lld", (long long)value);
}

/* A word or several of a fixed vocabulary. */
static void pair_words(Writer *w, const char *name, const char *value)
{
    key(w, name);
    put(w, w->json ? "\"%s\"" : "%s", value == NULL ? "" : value);
}

static void pair_quoted(Writer *w, const char *name, const char *value)
{
    key(w, name);
    put_char(w, '"');
    put_text(w, value, true);
    put_char(w, '"');
}

/* The rest of the line. `name` NULL: the text alone, called "text" in JSON. */
static void pair_rest(Writer *w, const char *name, const char *value)
{
    if (w->json) {
        pair_quoted(w, name == NULL ? "text" : name, value);
        return;
    }
    if (name == NULL)
        put_char(w, ' ');
    else
        key(w, name);
    put_text(w, value, false);
}

static void pair_move(Writer *w, const SimulAnnouncement *a)
{
    pair_words(w, "move", a->move);
    pair_number(w, "ms", a->ms);
    pair_words(w, "san", a->san);
    pair_number(w, "ply", a->ply);
    if (!a->has_score)
        return;
    if (w->json) {
        put(w, ",\"score\":{\"%s\":%d}", a->is_mate ? "mate" : "cp", a->score);
        put(w, ",\"depth\":%d", a->depth);
    } else {
        put(w, " score %s %d depth %d", a->is_mate ? "mate" : "cp", a->score, a->depth);
    }
}

static const char *const kind_names[SIMUL_SAYS_COUNT] = {
    [SIMUL_SAYS_BOARD] = "board",     [SIMUL_SAYS_ARRIVE] = "arrive",     [SIMUL_SAYS_REPLY] = "reply",   [SIMUL_SAYS_REFUSED] = "refused",
    [SIMUL_SAYS_LATE] = "late",       [SIMUL_SAYS_MOVE] = "move",         [SIMUL_SAYS_DEPART] = "depart", [SIMUL_SAYS_OFFER] = "offer",
    [SIMUL_SAYS_PASS] = "pass",       [SIMUL_SAYS_TAKEBACK] = "takeback", [SIMUL_SAYS_CLAIM] = "claim",   [SIMUL_SAYS_BOUND] = "bound",
    [SIMUL_SAYS_END] = "end",         [SIMUL_SAYS_INCIDENT] = "incident", [SIMUL_SAYS_ERROR] = "error",   [SIMUL_SAYS_PAUSED] = "paused",
    [SIMUL_SAYS_RESUMED] = "resumed", [SIMUL_SAYS_DONE] = "done",         [SIMUL_SAYS_FILES] = "files",   [SIMUL_SAYS_MATCH] = "match",
};

/* Everything that is about one board names it first. */
static bool about_board(SimulAnnouncementKind kind)
{
    return kind != SIMUL_SAYS_ERROR && kind != SIMUL_SAYS_PAUSED && kind != SIMUL_SAYS_RESUMED && kind != SIMUL_SAYS_DONE &&
           kind != SIMUL_SAYS_FILES && kind != SIMUL_SAYS_MATCH;
}

static const char *side(const SimulAnnouncement *a)
{
    return a->by_exhibitor ? "exhibitor" : "opponent";
}

static void pair_file(Writer *w, const char *name, const char *path)
{
    if (w->json && path[0] != '\0') {
        pair_quoted(w, name, path);
        return;
    }
    key(w, name);
    put_text(w, path[0] != '\0' ? path : w->json ? "null" : "none", false);
}

/* Two decimals; what is undefined is `-`, in JSON null. */
static void pair_decimal(Writer *w, const char *name, double value, bool defined)
{
    key(w, name);
    if (defined)
        put(w, "%.2f", value);
    else
        put(w, w->json ? "null" : "-");
}

static void pair_match(Writer *w, const MatchReport *match)
{
    const MatchStrength *strength = &match->strength;
    pair_number(w, "games", match->games);
    pair_number(w, "wins", match->wins);
    pair_number(w, "draws", match->draws);
    pair_number(w, "losses", match->losses);
    pair_decimal(w, "elo", strength->elo, strength->known);
    pair_decimal(w, w->json ? "elo_error" : "error", strength->elo_error, strength->error_known);
    pair_decimal(w, "nelo", strength->nelo, strength->known);
    pair_decimal(w, w->json ? "nelo_error" : "error", strength->nelo_error, strength->known);
    pair_decimal(w, "los", strength->superiority * 100, strength->known);
    if (match->paired) {
        key(w, "pairs");
        for (int i = 0; i < MATCH_PAIR_CLASSES; i++)
            put(w, "%s%lld", i == 0 ? (w->json ? "[" : "") : (w->json ? "," : " "), (long long)match->pairs.of[i]);
        put(w, "%s", w->json ? "]" : "");
    }
    if (match->state == SPRT_NONE)
        return;
    pair_decimal(w, "llr", match->llr, true);
    pair_decimal(w, "lower", sprt_lower(&match->sprt), true);
    pair_decimal(w, "upper", sprt_upper(&match->sprt), true);
    pair_words(w, "state", sprt_state_name(match->state));
}

/* What is about no board. */
static void put_hall_pairs(Writer *w, const SimulAnnouncement *a)
{
    switch (a->kind) {
    case SIMUL_SAYS_ERROR: pair_rest(w, NULL, a->text); break;
    case SIMUL_SAYS_DONE:
        pair_number(w, "wins", a->wins);
        pair_number(w, "draws", a->draws);
        pair_number(w, "losses", a->losses);
        pair_number(w, "unfinished", a->unfinished);
        pair_number(w, "rounds", a->round);
        break;
    case SIMUL_SAYS_FILES:
        pair_file(w, "pgn", a->pgn);
        pair_file(w, "journal", a->journal);
        if (a->unfinished_pgn[0] != '\0')
            pair_file(w, "unfinished", a->unfinished_pgn);
        break;
    case SIMUL_SAYS_MATCH: pair_match(w, a->match); break;
    default: break;
    }
}

static void put_pairs(Writer *w, const SimulAnnouncement *a)
{
    switch (a->kind) {
    case SIMUL_SAYS_BOARD:
        pair_quoted(w, "name", a->name);
        pair_words(w, "color", a->color == WHITE ? "white" : "black");
        pair_rest(w, "fen", a->text);
        break;
    case SIMUL_SAYS_ARRIVE:
        pair_number(w, "round", a->round);
        pair_words(w, "due", a->due_reply ? "reply" : "move");
        pair_number(w, "limit", a->ms);
        break;
    case SIMUL_SAYS_REPLY:
    case SIMUL_SAYS_MOVE: pair_move(w, a); break;
    case SIMUL_SAYS_LATE: pair_number(w, "ms", a->ms); break;
    case SIMUL_SAYS_OFFER:
        pair_words(w, "by", side(a));
        pair_words(w, "state", a->state);
        break;
    case SIMUL_SAYS_PASS: pair_words(w, "state", a->state); break;
    case SIMUL_SAYS_TAKEBACK:
        pair_words(w, "move", a->move);
        pair_number(w, "ply", a->ply);
        break;
    case SIMUL_SAYS_CLAIM:
        pair_words(w, "by", side(a));
        pair_words(w, "state", a->state);
        pair_rest(w, "reason", a->text);
        break;
    case SIMUL_SAYS_BOUND:
        pair_words(w, "moves", a->moves == NULL ? "any" : a->moves);
        pair_rest(w, "reason", a->text);
        break;
    case SIMUL_SAYS_END:
        pair_words(w, "result", result_text(a->result));
        pair_words(w, "termination", a->termination);
        pair_rest(w, "reason", a->text);
        break;
    case SIMUL_SAYS_REFUSED: pair_rest(w, "reason", a->text); break;
    case SIMUL_SAYS_INCIDENT: pair_rest(w, NULL, a->text); break;
    default: put_hall_pairs(w, a); break;
    }
}

size_t simul_announcement_text(const SimulAnnouncement *announcement, char *text, size_t size)
{
    Writer w = {text, size, 0, false};
    if (announcement->kind == SIMUL_SAYS_BOARD) {
        put(&w, "board %d", announcement->board); /* the kind's own word is the key as well */
    } else {
        put(&w, "%s", kind_names[announcement->kind]);
        if (about_board(announcement->kind))
            pair_number(&w, "board", announcement->board);
    }
    put_pairs(&w, announcement);
    return size == 0 ? 0 : w.used < size ? w.used : size - 1;
}

size_t simul_announcement_json(const SimulAnnouncement *announcement, char *text, size_t size)
{
    Writer w = {text, size, 0, true};
    put(&w, "{\"event\":\"%s\"", kind_names[announcement->kind]);
    if (about_board(announcement->kind))
        pair_number(&w, "board", announcement->board);
    put_pairs(&w, announcement);
    put_char(&w, '}');
    if (w.used < size)
        return w.used;
    if (size > 0)
        text[0] = '\0';
    return 0;
}
