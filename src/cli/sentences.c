/* SPDX-License-Identifier: GPL-3.0-only */
#include "cli/sentences.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *text_or_empty(const char *text)
{
    return text != NULL ? text : "";
}

static bool is(const char *word, const char *expected)
{
    return word != NULL && strcmp(word, expected) == 0;
}

/* "Anna's" has made, accepted, declined an offer; a pass likewise. */
static void offer_text(const SimulAnnouncement *a, const char *where, const char *name, char *text, size_t size)
{
    const char *who = a->by_exhibitor ? "A" : name;
    if (is(a->state, "made"))
        snprintf(text, size, "%s%s offers a draw.", where, who);
    else if (is(a->state, "accepted"))
        snprintf(text, size, "%sThe draw is agreed.", where);
    else
        snprintf(text, size, "%sThe offer of a draw is declined.", where);
}

static void pass_text(const SimulAnnouncement *a, const char *where, const char *name, char *text, size_t size)
{
    if (is(a->state, "asked"))
        snprintf(text, size, "%s%s asks to pass.", where, name);
    else if (is(a->state, "late"))
        snprintf(text, size, "%sA goes on; %s owes a reply.", where, name);
    else
        snprintf(text, size, "%sThe pass is %s.", where, text_or_empty(a->state));
}

bool sentence_of_announcement(const SimulAnnouncement *a, const char *name, char *text, size_t size)
{
    char where[96] = "";
    if (a->board > 0)
        snprintf(where, sizeof where, "Board %d, %.60s: ", a->board, name);
    switch (a->kind) {
    case SIMUL_SAYS_REFUSED: snprintf(text, size, "%s%s", where, text_or_empty(a->text)); return true;
    case SIMUL_SAYS_LATE: snprintf(text, size, "%sno reply within %" PRId64 " ms.", where, a->ms); return true;
    case SIMUL_SAYS_OFFER: offer_text(a, where, name, text, size); return true;
    case SIMUL_SAYS_PASS: pass_text(a, where, name, text, size); return true;
    case SIMUL_SAYS_TAKEBACK: snprintf(text, size, "%sA takes %s back.", where, a->move); return true;
    case SIMUL_SAYS_CLAIM:
        snprintf(text, size, "%s%s claims a draw, %s: %s", where, a->by_exhibitor ? "A" : name,
                 is(a->state, "right") ? "rightly" : "wrongly", text_or_empty(a->text));
        return true;
    case SIMUL_SAYS_BOUND:
        snprintf(text, size, "%s%s%s", where, a->moves != NULL ? "touched; must play one of: " : "touched; free to move",
                 text_or_empty(a->moves));
        return true;
    case SIMUL_SAYS_END: snprintf(text, size, "%s%s, %s", where, result_text(a->result), text_or_empty(a->text)); return true;
    case SIMUL_SAYS_INCIDENT: snprintf(text, size, "%s%s", where, text_or_empty(a->text)); return true;
    case SIMUL_SAYS_ERROR: snprintf(text, size, "%s", text_or_empty(a->text)); return true;
    case SIMUL_SAYS_PAUSED: snprintf(text, size, "Paused; `resume` goes on."); return true;
    case SIMUL_SAYS_RESUMED: snprintf(text, size, "Going on."); return true;
    case SIMUL_SAYS_DONE:
        snprintf(text, size, "Over: %d won, %d drawn, %d lost%s.", a->wins, a->draws, a->losses,
                 a->unfinished > 0 ? ", others unfinished" : "");
        return true;
    default: return false;
    }
}

const char *sentence_of_answer(const char *line, char *text, size_t size)
{
    if (strncmp(line, "notice ", 7) == 0)
        return line + 7;
    if (strncmp(line, "error ", 6) == 0)
        return line + 6;
    const char *journal = strncmp(line, "files pgn ", 10) == 0 ? strstr(line, " journal ") : NULL;
    if (journal != NULL) {
        const char *pgn = line + 10;
        snprintf(text, size, "Score sheets: %.*s   journal: %s", (int)(journal - pgn), pgn, journal + 9);
        return text;
    }
    return line;
}

const char *sentence_of_help(int index)
{
    static const char *const LINES[] = {
        "e5  Nf6  O-O  e7e8q   your move, when A is at your board",
        "3 e5                  the same, said for board 3",
        "resign offer accept decline claim pass",
        "takeback  consent     if you are A",
        "board 3  status  score",
        "pause  resume  stop (after A's move)  quit (now)",
        "join NAME …  leave B  adjudicate B RESULT",
        "help all              every command",
    };
    return index >= 0 && index < (int)(sizeof LINES / sizeof *LINES) ? LINES[index] : NULL;
}
