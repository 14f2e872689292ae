/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The settings of an exhibition, a row each: all there is to say of one. From these rows the compiler makes the struct
 * (simul/settings.h), its defaults, the table that reads and writes every field by name (simul/settings_table.h), help, the
 * journal's first record and what `given` remembers. A new setting is one row here and its line in README.md.
 *
 * A row: field, key, default, range or words, unit for help, flags, how help names a default that is found out at the start
 * (NULL: the default itself), one line of help. R is the macro that is applied to every row, as
 * R(kind, type, field, key, default, least, most, words, word_value, unit, flags, found, help).
 */
#ifndef CAROUSEL_SIMUL_SETTINGS_ROWS_H
#define CAROUSEL_SIMUL_SETTINGS_ROWS_H

#define ROW_TIME(R, field, key, value, least, flags, help) \
    R(TIME, int64_t, field, key, value, least, SIMUL_TIME_MAX, NULL, 0, "MS", flags, NULL, help)
#define ROW_INT(R, field, key, value, least, most, unit, flags, help) \
    R(INT, int, field, key, value, least, most, NULL, 0, unit, flags, NULL, help)
#define ROW_OFF_INT(R, field, key, value, most, unit, help) /* 0 may be written `off` */ \
    R(INT, int, field, key, value, 0, most, WORDS_OFF, 0, unit, 0, NULL, help)
#define ROW_COUNT(R, field, key, value, words, unit, flags, found, help) \
    R(UINT64, uint64_t, field, key, value, 0, INT64_MAX, words, 0, unit, flags, found, help)
#define ROW_SWITCH(R, field, key, help) R(BOOL, bool, field, key, false, 0, 1, NULL, 0, "on|off", 0, NULL, help)
#define ROW_WORD(R, type, field, key, value, words, unit, help) R(WORD, type, field, key, value, 0, 0, words, 0, unit, 0, NULL, help)
#define ROW_TEXT(R, type, field, key, value, unit, flags, found, help) \
    R(TEXT, type, field, key, value, 0, 0, NULL, 0, unit, flags, found, help)
#define ROW_CONTROL(R, field, key, help) R(CONTROL, SimulControlText, field, key, "", 0, 0, NULL, 0, "T", SIMUL_NONE_WORDS, NULL, help)

/* The comment after a help names the arbiter's rule (W visits, M moves, E ends) that the setting belongs to. */
#define SIMUL_SETTING_ROWS(R) \
    /* Side A. */ \
    ROW_TIME(R, movetime_ms, "movetime", 1000, 0, SIMUL_LIMIT, \
             "how long A thinks at a board (0: no such limit; a person is not bound by it)")      /* W4 */ \
    ROW_INT(R, depth, "depth", 0, 0, 127, "D", SIMUL_LIMIT, "A searches to this depth, in plies") /* W4 */ \
    ROW_COUNT(R, nodes, "nodes", 0, NULL, "N", SIMUL_LIMIT, NULL, "A searches this many nodes")   /* W4 */ \
    R(CONTROL, SimulControlText, tc, "tc", "", 0, 0, NULL, 0, "T", SIMUL_LIMIT | SIMUL_NONE_WORDS, NULL, \
      "A's clock, like 40/5400+30 or 300+2 (seconds)") /* W4, rules/time_control.h */ \
    ROW_WORD(R, SimulClockPlace, clock_place, "clock", SIMUL_CLOCK_BOARD, WORDS_CLOCK, "board|hall", \
             "A's clock: one a board, or one for the whole hall") \
    ROW_TIME(R, overrun_ms, "overrun", 20, 0, 0, "A beyond its limit by more than this is noted as an incident") /* W4 */ \
    ROW_TIME(R, hang_ms, "hang", 5000, 0, 0, \
             "an engine playing A that is silent for this long after `stop` is restarted (0: never)")                  /* E7 */ \
    ROW_INT(R, restarts, "restarts", 1, 0, 100, "K", 0, "restarts of A's engine a visit before the exhibition pauses") /* E7 */ \
    ROW_WORD(R, SimulColor, color, "color", SIMUL_COLOR_WHITE, WORDS_COLOR, "white|black|alternate", \
             "A's colour (alternate: White on odd boards)") /* W2 */ \
    /* The opponents' time. */ \
    ROW_TIME(R, reply_engine_ms, "reply-engines", 500, 1, 0, "the time a program has to reply when A arrives") /* W6 */ \
    ROW_TIME(R, reply_manual_ms, "reply-people", 10000, 1, 0, "the time a person has to reply when A arrives") /* W6 */ \
    ROW_TIME(R, lag_ms, "lag", 0, 0, 0, "added to every reply time for the network")                           /* W6 */ \
    ROW_CONTROL(R, opponent_tc, "opponent-tc", "the opponents' clocks, running from arrival to reply") \
    ROW_WORD(R, SimulLate, late, "late", SIMUL_LATE_FORFEIT, WORDS_LATE, "forfeit|pass|warn", \
             "a late reply loses, or is owed at the next visit, or is waited for")                                    /* W7 */ \
    ROW_OFF_INT(R, misses, "misses", 3, 1000000, "K", "under pass and warn the K-th late reply loses (0: never)")     /* W7 */ \
    ROW_INT(R, warn_factor, "warn-factor", 10, 1, 1000, "K", 0, "under warn A waits K times the reply time in all")   /* W7 */ \
    ROW_INT(R, passes, "passes", 0, 0, 1000000, "N", 0, "how often an opponent may pass in a game, with A's consent") /* W8 */ \
    ROW_WORD(R, SimulThink, think, "think", SIMUL_THINK_AWAY, WORDS_THINK, "away|none", \
             "whether opponents think while A is elsewhere") /* W9 */ \
    R(INT, int, thinkers, "thinkers", 1, SIMUL_NO_LIMIT, SIMUL_MAX_BOARDS, WORDS_ALL, SIMUL_NO_LIMIT, "K|all", 0, \
      "processors less A's threads", "how many opponents on this machine may think at one time") /* W9; resolved by whoever starts it */ \
    ROW_INT(R, exchanges, "exchanges", 0, 0, 1000, "K", 0, "further replies an opponent may give in one visit") /* W11 */ \
    ROW_TIME(R, start_ms, "start-limit", 10000, 1, 0, "the time an opponent has to get ready")                  /* E6 */ \
    ROW_WORD(R, SimulAbsent, absent, "absent", SIMUL_ABSENT_REFUSE, WORDS_ABSENT, "refuse|forfeit", \
             "an opponent who is not ready: refuse to start, or he loses")                 /* E6 */ \
    ROW_SWITCH(R, refill, "refill", "an ended board goes to the next on the waiting list") /* W13 */ \
    /* The arbiter. */ \
    ROW_INT(R, illegal_engine, "illegal-engines", 1, 1, 1000, "K", 0, "a program's K-th illegal move loses") /* M3 */ \
    ROW_OFF_INT(R, illegal_manual, "illegal-people", 0, 1000, "K", \
                "a person's K-th illegal move loses (0: what is typed is refused with its reason, and never counted)")            /* M3 */ \
    ROW_TIME(R, illegal_bonus_ms, "illegal-bonus", 120000, 0, 0, "added to the other clock for an illegal move or a wrong claim") /* M3 */ \
    ROW_WORD(R, SimulTouch, touch, "touch", SIMUL_TOUCH_REFUSE, WORDS_TOUCH, "refuse|count", \
             "a move that breaks touch-move: refused, or counted as illegal") /* M4 */ \
    ROW_WORD(R, SimulClaims, claims, "claims", SIMUL_CLAIMS_AUTO, WORDS_CLAIMS, "auto|fide", \
             "draws by repetition and fifty moves: by themselves, or on claim") /* E4 */ \
    ROW_WORD(R, SimulDraws, draws, "draws", SIMUL_DRAWS_DECLINE, WORDS_DRAWS, "decline|accept", \
             "what an engine playing A answers to a draw offer")                                                        /* E3 */ \
    ROW_INT(R, draws_cp, "draws-cp", 0, -30000, 30000, "CP", 0, "with draws accept: only if A's score is at most this") /* E3 */ \
    ROW_COUNT(R, dead_nodes, "dead-nodes", 10000, WORDS_OFF, "N", 0, NULL, \
              "effort to see after each move that nobody can win any more (0: material only)") /* E2 */ \
    ROW_COUNT(R, loss_nodes, "loss-nodes", 1000000, WORDS_OFF, "N", 0, NULL, \
              "effort to see before a loss that the winner could not mate (0: material only)") /* E2 */ \
    ROW_WORD(R, SimulUnfinished, unfinished, "unfinished", SIMUL_UNFINISHED_OPEN, WORDS_UNFINISHED, "*|score", \
             "games cut short: left open, or judged by A's score")                                                        /* W14 */ \
    ROW_INT(R, unfinished_cp, "unfinished-cp", 300, 1, 30000, "CP", 0, "with unfinished score: a win from this score on") /* W14 */ \
    ROW_OFF_INT(R, adjudicate_cp, "adjudicate", 0, 30000, "CP", "a game ends when A's score stays beyond this (0: off)")  /* W14 */ \
    ROW_INT(R, adjudicate_moves, "adjudicate-moves", 4, 1, 1000, "K", 0, "for this many of A's moves") \
    ROW_TEXT(R, SimulPath, tablebase, "tablebase", "", "FOLDERS", SIMUL_NONE_WORDS, NULL, \
             "Syzygy endgame tables: adjudicate ends a game whose position they know, unfinished score goes by them") \
    ROW_OFF_INT(R, maxmoves, "maxmoves", 0, 100000, "N", "a game is drawn after this many moves of both sides (0: off)") /* W14 */ \
    ROW_SWITCH(R, show_scores, "show-scores", "show A's scores although people play")                                    /* W15 */ \
    /* The exhibition and its score sheets. */ \
    ROW_TEXT(R, SimulText, event, "event", "Simultaneous exhibition", "TEXT", 0, NULL, "the event's name on the score sheets") \
    ROW_TEXT(R, SimulText, site, "site", "?", "TEXT", 0, NULL, "its place") \
    ROW_TEXT(R, SimulPath, pgn_path, "pgn", "", "FILE", SIMUL_NONE_WORDS, "exhibition-DATE-TIME.pgn", \
             "score sheets are appended to this file") \
    ROW_TEXT(R, SimulPath, journal_path, "journal", "", "FILE", SIMUL_NONE_WORDS, "beside the PGN", "the journal to resume from") \
    ROW_TEXT(R, SimulPath, log_path, "log", "", "FILE", SIMUL_NONE_WORDS, NULL, \
             "everything said to and by engines, a line each; at 16 MiB it becomes FILE.1 and a new one begins") \
    ROW_TEXT(R, SimulPath, openings_path, "openings", "", "FILE", SIMUL_NONE_WORDS, NULL, \
             "start positions or opening moves from an EPD or PGN file, in order") \
    ROW_INT(R, games, "games", 1, 1, 100000, "N", 0, "the games of a board, one after the other; each begins with the next round") \
    ROW_SWITCH(R, repeat, "repeat", "games in pairs, from the same opening with colours swapped (2 games unless `games` says more)") \
    R(TEST, SimulText, sprt, "sprt", "", 0, 0, NULL, 0, "'elo0 E elo1 E [alpha A] [beta B] [model normalized|logistic]'", \
      SIMUL_NONE_WORDS, NULL, "ends once this test is decided and A has finished the visit it is on by then") \
    ROW_SWITCH(R, chess960, "chess960", "boards without a position of their own start from Chess960 positions") \
    ROW_COUNT(R, seed, "seed", 1, NULL, "N", 0, "drawn", "of everything drawn by lot") \
    ROW_TEXT(R, SimulDate, date, "date", "????.??.??", "YYYY.MM.DD", 0, "today", "the date on the score sheets") \
    /* The pages. */ \
    ROW_TEXT(R, SimulText, listen, "listen", "", "[ADDRESS:]PORT", SIMUL_NONE_WORDS, NULL, \
             "serve pages to browsers there (127.0.0.1 unless an address is given; 0.0.0.0: to the whole network; port 0: any)") \
    ROW_TEXT(R, SimulText, url, "url", "", "URL", SIMUL_NONE_WORDS, NULL, \
             "how browsers reach the pages, where a proxy stands between: links are made of it") \
    ROW_INT(R, web_per_address, "web-per-address", 64, 0, 100000, "K", 0, \
            "connections of one address that only watches (0: as many as it likes)") \
    ROW_TEXT(R, SimulKey, organizer_key, "organizer-key", "", "", SIMUL_INTERNAL, NULL, "of the organizer's page") \
    R(BOOL, bool, exhibitor_person, "exhibitor-kind", false, 0, 1, WORDS_PLAYER, 0, "", SIMUL_INTERNAL, NULL, \
      "whether a program or a person plays A") \
    ROW_TEXT(R, SimulText, exhibitor_name, "exhibitor-name", "", "TEXT", 0, "what A's seat calls itself", "A's name on the score sheets") \
    ROW_TEXT(R, SimulSpec, exhibitor_spec, "exhibitor-spec", "", "", SIMUL_INTERNAL, NULL, \
             "how A's seat is opened, as after `simul exhibitor`")

/* What a board may have otherwise than the exhibition: type, field of SimulBoardSetup, key, and the settings it overrides,
 * for programs and for people. Range and reading are the settings' own. R(type, field, key, setting, setting_for_people) */
#define SIMUL_OVERRIDE_ROWS(R) \
    R(int64_t, reply_ms, "reply", reply_engine_ms, reply_manual_ms) \
    R(int64_t, lag_ms, "lag", lag_ms, lag_ms) \
    R(int, illegal, "illegal", illegal_engine, illegal_manual) \
    R(int, misses, "misses", misses, misses) \
    R(int, passes, "passes", passes, passes) \
    R(int, exchanges, "exchanges", exchanges, exchanges) \
    R(int, color, "color", color, color)

/* A board's texts, NULL or "" where none is given. T(field) */
#define SIMUL_SETUP_TEXTS(T) \
    T(name)    /* what the seat is called; none: what it calls itself, else "board B" */ \
    T(spec)    /* how to open the seat, as after `simul seat B` */ \
    T(fen)     /* none: the usual start position */ \
    T(moves)   /* an opening's moves after `fen`, UCI text with blanks between */ \
    T(opening) /* the opening's name for the score sheet */

#endif
