/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The files that make up the core, and what they do for each other; private to simul/core*.c.
 *
 * Handlers and judgements change the state, say so, and set which step comes next (`step`); core_visit.c alone takes
 * steps. So a file calls only files above it in this list, which a test checks:
 *
 *     core_view.c       looking in
 *     core_actions.c    giving actions and announcements
 *     core_speaker.c    who has spoken, where an operator gives what players say
 *     core_board.c      a board set up, its clocks, its seat
 *     core_time.c       the awaited side's time, the deadline, pausing
 *     core_thinkers.c   who may think while A is elsewhere
 *     core_end.c        how games end, and the exhibition
 *     core_offers.c     draws offered, passes asked for
 *     core_touch.c      what a person has touched
 *     core_moves.c      replies and A's moves: judged, held, played
 *     core_takeback.c   A's last move taken back
 *     core_claims.c     draws claimed, resignations, what was said while A was away
 *     core_joining.c    joining, leaving, refilling
 *     core_seats.c      seats opened, ready, failing; A's own failures
 *     core_late.c       deadlines that have passed
 *     core_visit.c      rotation, and the steps of a visit
 *     core.c            making the core; which event goes where
 */
#ifndef CAROUSEL_SIMUL_CORE_PARTS_H
#define CAROUSEL_SIMUL_CORE_PARTS_H

#include "simul/core_state.h"

/* ---- core_actions.c ---- */

/* A new action, all zero but kind and board, valid until the next. Never NULL: when memory is out it is the last one given,
 * over again, and the event comes to nothing. */
SimulAction *core_act(SimulCore *core, SimulActionKind kind, int board);
/* A new announcement. */
SimulAnnouncement *core_say(SimulCore *core, SimulAnnouncementKind kind, int board);
/* printf into memory that lasts until the next event; never NULL. */
__attribute__((format(printf, 2, 3))) const char *core_text(SimulCore *core, const char *format, ...);
void core_incident(SimulCore *core, int board, const char *text);
void core_error(SimulCore *core, const char *text);
/* A command or reply from `seat` about `board` is refused; told to the seat and announced. */
void core_refuse(SimulCore *core, int seat, int board, const char *reason);
void core_texts_reset(SimulCore *core);
void core_texts_free(SimulCore *core);

/* ---- core_speaker.c ---- */

/* The board that an event of a player is about. */
int core_event_board(const SimulCore *core, const SimulEvent *event);
/* Puts the seat that has spoken in the place of the operator who gave its words. False if nobody can have; it has been said
 * why: a program speaks for itself. */
bool core_find_speaker(SimulCore *core, SimulEvent *event);

/* ---- core_board.c ---- */

const char *board_name(const SimulBoard *b);
/* A's clock for this board, NULL if A plays without. */
GameClock *core_exhibitor_clock(SimulCore *core, SimulBoard *b);
/* The opponent's, NULL without. */
GameClock *core_opponent_clock(SimulCore *core, SimulBoard *b);
/* Sets a board up from `setup` (copied); board 0, which nobody sees, for trying it. False with a sentence in `error`; the board is then as before. */
bool board_set_up(SimulCore *core, int board, const SimulBoardSetup *setup, int game_number, char error[SIMUL_ERROR_SIZE]);
void board_free(SimulBoard *b);
void board_clear_hand(SimulBoard *b);
/* Room for boards up to `count`. False if memory ran out. */
bool core_grow_boards(SimulCore *core, int count);
/* Opens its seat. */
void core_open_seat(SimulCore *core, SimulBoard *b);
/* Puts a copy of `text`, if there is any, in the place of `*name`. False if memory ran out. */
bool core_set_name(SimulCore *core, char **name, const char *text);

/* ---- core_time.c ---- */

/* What the awaited side has used so far. */
int64_t core_used_ns(const SimulCore *core);
void core_awaited_start(SimulCore *core);
void core_awaited_stop(SimulCore *core);
void core_awaited_reset(SimulCore *core);
/* The arbiter gives time to A at this board, or to the opponent, for an offence of the other side. The words for it, as in
 * "two minutes added to A's clock"; NULL if there is no clock. */
const char *core_give_bonus(SimulCore *core, SimulBoard *b, bool to_exhibitor);
/* A's limits at this board now. */
void core_limits(SimulCore *core, SimulBoard *b, SimulLimits *limits);
/* When the flag falls that runs now; NO_TIME if none does. A move at that very moment is in time. */
int64_t core_flag_ns(SimulCore *core);
/* Gives the deadline that the state asks for, if it is another than the last one given. */
void core_give_deadline(SimulCore *core);
void core_pause(SimulCore *core);
void core_resume(SimulCore *core);

/* ---- core_thinkers.c ---- */

/* Lets as many of the boards that A reaches next think as may. */
void thinkers_fill(SimulCore *core);
/* A has left this board: it may think, if there is room. */
void thinkers_departed(SimulCore *core, SimulBoard *b);
/* A has arrived: it is no longer one of those who think away. */
void thinkers_arrived(SimulCore *core, SimulBoard *b);
/* Its request is answered or gone. */
void thinkers_release(SimulCore *core, SimulBoard *b);
/* It is out of play. Before it is removed from `in_play`. */
void thinkers_removed(SimulCore *core, SimulBoard *b);
void thinkers_reset(SimulCore *core);
/* Those on other machines think from the start. */
void thinkers_begin(SimulCore *core);

/* ---- core_end.c ---- */

void core_end_game(SimulCore *core, SimulBoard *b, const Verdict *verdict, const char *detail);
/* One side's doing, with the Laws' exception. */
void core_end_at_fault(SimulCore *core, SimulBoard *b, Ending ending, Color at_fault, const char *detail);
void core_end_drawn(SimulCore *core, SimulBoard *b, Ending ending);
/* Ends the game by the position on the board or an auto claim. True if it has ended. */
bool core_check_outcome(SimulCore *core, SimulBoard *b);
/* A's score was noted: ends the game by adjudication if it is time. True if it has ended. */
bool core_adjudicate_by_score(SimulCore *core, SimulBoard *b, const SimulPly *ply);
bool core_check_maxmoves(SimulCore *core, SimulBoard *b);
void core_adjudicate(SimulCore *core, const SimulEvent *event);

/* Endgame tables know a position: with `adjudicate` its game ends, else what they say is kept for an early end. */
void core_tables(SimulCore *core, const SimulEvent *event);
/* Nothing is left to play. */
void core_finish(SimulCore *core);
/* STOP has been waited for, or ABORT: games stand, or are judged if that was asked for and `may_judge`. */
void core_end_early(SimulCore *core, bool may_judge);
/* All seats are closed, games stand: their sheets, the score, the end for now. */
void core_stand_still(SimulCore *core);
/* The score; `standing` games are in play. */
void core_say_done(SimulCore *core, int standing);
void core_close_all(SimulCore *core);

/* ---- core_offers.c ---- */

void core_offer(SimulCore *core, const SimulEvent *event);
void core_accept(SimulCore *core, const SimulEvent *event);
void core_decline(SimulCore *core, const SimulEvent *event);
void core_pass(SimulCore *core, const SimulEvent *event);
void core_consent(SimulCore *core, const SimulEvent *event);
/* Why A can say nothing at `board` now; NULL if he can. */
const char *core_exhibitor_barred(const SimulCore *core, int board);
/* Is what an opponent says to be dealt with now? A program may speak at any time: then it waits, noted in `*pending`,
 * for A's arrival. A person away from A is told to wait. */
bool core_now_or_pending(SimulCore *core, SimulBoard *b, bool *pending);
/* The opponent, A being there, offers. */
void core_opponent_offers(SimulCore *core, SimulBoard *b);
/* A, being there, offers. */
DrawOfferAnswer core_exhibitor_offers(SimulCore *core, SimulBoard *b);
/* A accepts the offer that stands. */
void core_offer_accepted(SimulCore *core, SimulBoard *b);
/* One side has moved: an offer of the other side is answered by that. */
void core_offer_answered(SimulCore *core, SimulBoard *b, bool by_exhibitor);
/* A departs: an opponent's offer stood during the visit only. */
void core_offer_lapses(SimulCore *core, SimulBoard *b);

/* ---- core_touch.c ---- */

void core_touch(SimulCore *core, const SimulEvent *event);
/* Has the side to move touched a piece, meaning to move or capture it? */
bool core_has_touched(const SimulBoard *b);
/* True if the move keeps to what was touched; else `*reason` says what binds, and by which article. */
bool core_keeps_to_touch(SimulCore *core, const SimulBoard *b, Move move, const char **reason);
/* A person's illegal move has touched what it moved and what it would have captured: that binds the replacement, and rejects
 * the other side's offer. */
void core_touch_by_illegal(SimulCore *core, SimulBoard *b, const Illegal *read);

/* ---- core_moves.c ---- */

void core_reply(SimulCore *core, const SimulEvent *event);
/* Judges and plays a reply of the opponent A stands at. */
void core_judge_reply(SimulCore *core, const char *text, int64_t used_ns, bool held);
void core_exhibitor_reply(SimulCore *core, const SimulEvent *event);
void core_judge_exhibitor_move(SimulCore *core, const SimulEvent *event);

/* ---- core_takeback.c ---- */

void core_takeback(SimulCore *core);

/* ---- core_claims.c ---- */

void core_claim(SimulCore *core, const SimulEvent *event);
void core_resign(SimulCore *core, const SimulEvent *event);
/* What a program said while A was away. True if it ended the game. */
bool core_take_pending(SimulCore *core, SimulBoard *b);

/* ---- core_joining.c ---- */

void core_join(SimulCore *core, const SimulEvent *event);
void core_leave(SimulCore *core, const SimulEvent *event);
/* A late comer did not come: nobody sits at this board. */
void core_vacate(SimulCore *core, SimulBoard *b);
/* Who waits sits down where a game has ended. */
void core_refill(SimulCore *core);

/* ---- core_seats.c ---- */

void core_start(SimulCore *core);
void core_reopen(SimulCore *core);
void core_cancel_opening(SimulCore *core);
void core_seat_ready(SimulCore *core, const SimulEvent *event);
void core_seat_failed(SimulCore *core, const SimulEvent *event);
void core_exhibitor_down(SimulCore *core, const char *reason);

/* ---- core_late.c ---- */

void core_asked(SimulCore *core, const SimulEvent *event);
void core_deadline(SimulCore *core, const SimulEvent *event);

/* ---- core_visit.c ---- */

/* Takes steps as long as there is one to take. */
void core_walk(SimulCore *core);

#endif
