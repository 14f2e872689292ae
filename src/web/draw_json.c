/* SPDX-License-Identifier: GPL-3.0-only */
#include "web/draw.h"

#include "base/units.h"
#include "chess/fen.h"
#include "chess/move_text.h"

#include <inttypes.h>
#include <stdlib.h>

static const char *phase_word(const SimulStatus *status)
{
    return status->phase == SIMUL_RUNNING && status->paused ? "paused" : simul_phase_word(status->phase);
}

static void pair_text(PageText *text, const char *key, const char *value)
{
    page_addf(text, ",\"%s\":", key);
    page_add_json(text, value);
}

void draw_hall_json(PageText *text, const HallCopy *copy)
{
    const SimulStatus *status = &copy->status;
    page_addf(text, "{\"phase\":\"%s\",\"stage\":\"%s\",\"board\":%d,\"round\":%d,\"boards\":%d,\"inPlay\":%d", phase_word(status),
              simul_stage_word(status->stage), status->board, status->round, status->boards, status->in_play);
    page_addf(text, ",\"wins\":%d,\"draws\":%d,\"losses\":%d,\"unfinished\":%d,\"now\":%" PRId64, status->wins, status->draws,
              status->losses, status->unfinished, copy->now_ns / NS_PER_MS);
    if (status->deadline_ns >= 0 && status->phase == SIMUL_RUNNING && !status->paused)
        page_addf(text, ",\"due\":%" PRId64, status->deadline_ns / NS_PER_MS);
    pair_text(text, "exhibitor", copy->exhibitor_name[0] != '\0' ? copy->exhibitor_name : "A");
    pair_text(text, "event", copy->settings.event);
    if (copy->held[0] != '\0')
        pair_text(text, "held", copy->held);
    page_add_string(text, "}");
}

/* Moves as UCI text and as SAN, each in one string with blanks between. */
static void pair_moves(PageText *text, const Game *game)
{
    PageText sans = {0};
    char uci[UCI_MOVE_SIZE];
    char san[SAN_SIZE];
    Position position = game->start;
    page_add_string(text, ",\"moves\":\"");
    for (size_t i = 0; i < game->move_count; i++) {
        move_to_uci(&position, game->moves[i], uci);
        move_to_san(&position, game->moves[i], san);
        page_addf(text, "%s%s", i > 0 ? " " : "", uci);
        page_addf(&sans, "%s%s", i > 0 ? " " : "", san);
        position_make_move(&position, game->moves[i], NULL);
    }
    page_add_string(text, "\"");
    pair_text(text, "san", sans.text != NULL ? sans.text : "");
    text->failed |= sans.failed;
    page_text_destroy(&sans);
}

/* A's last score, where it may be seen. */
static void pair_score(PageText *text, const HallCopy *copy, const BoardCopy *board)
{
    size_t at = board->game.move_count;
    while (copy->scores_shown && at > 0) {
        const SimulPly *ply = &board->plies[--at];
        if ((ply->flags & SIMUL_PLY_SCORE) == 0)
            continue;
        if ((ply->flags & SIMUL_PLY_MATE) != 0)
            page_addf(text, ",\"score\":\"%s#%d\"", ply->score < 0 ? "-" : "+", abs(ply->score));
        else
            page_addf(text, ",\"score\":\"%s%d.%02d\"", ply->score < 0 ? "-" : "+", abs(ply->score) / 100, abs(ply->score) % 100);
        return;
    }
}

Blob *draw_board_json(HallCopy *copy, int number)
{
    BoardCopy *board = &copy->boards[number - 1];
    PageText text = {0};
    char fen[FEN_SIZE];
    if (board->json != NULL)
        return board->json;
    page_addf(&text, "{\"board\":%d,\"state\":\"%s\",\"person\":%s,\"page\":%s,\"color\":\"%s\",\"game\":%d", number,
              simul_board_state_word(board->state), board->person ? "true" : "false", board->browser ? "true" : "false",
              board->exhibitor_color == WHITE ? "white" : "black", board->game_number);
    pair_text(&text, "name", board->name);
    if (board->has_game) {
        fen_write(&board->game.start, fen);
        pair_text(&text, "start", fen);
        fen_write(&board->game.current, fen);
        pair_text(&text, "fen", fen);
        page_addf(&text, ",\"ply\":%zu,\"turn\":\"%s\",\"check\":%s", board->game.move_count,
                  board_copy_exhibitor_to_move(board) ? "exhibitor" : "opponent",
                  position_in_check(&board->game.current) ? "true" : "false");
        pair_moves(&text, &board->game);
        pair_score(&text, copy, board);
    }
    if (board->exhibitor_left_ms >= 0)
        page_addf(&text, ",\"exhibitorLeft\":%" PRId64, board->exhibitor_left_ms);
    if (board->opponent_left_ms >= 0)
        page_addf(&text, ",\"opponentLeft\":%" PRId64, board->opponent_left_ms);
    page_addf(&text, ",\"misses\":%d,\"offer\":\"%s\"", board->misses,
              board->offer_by_exhibitor  ? "exhibitor"
              : board->offer_by_opponent ? "opponent"
                                         : "");
    pair_text(&text, "result", result_text(board->verdict.result));
    pair_text(&text, "reason", board->reason);
    page_add_string(&text, "}");
    board->json = blob_of_text(&text);
    return board->json;
}

/* The legal moves; drawn once and kept until the board changes. */
static const Blob *legal_of(BoardCopy *board)
{
    PageText text = {0};
    MoveList list;
    char uci[UCI_MOVE_SIZE];
    if (board->legal != NULL)
        return board->legal;
    movegen_legal(&board->game.current.board, &list);
    page_add_string(&text, "[");
    for (int i = 0; i < list.count; i++) {
        move_to_uci(&board->game.current, list.moves[i], uci);
        page_addf(&text, "%s\"%s\"", i > 0 ? "," : "", uci);
    }
    page_add_string(&text, "]");
    board->legal = blob_of_text(&text);
    return board->legal;
}

static void pair_legal(PageText *text, BoardCopy *board)
{
    const Blob *legal = legal_of(board);
    text->failed |= legal == NULL;
    if (legal == NULL)
        return;
    page_add_string(text, ",\"legal\":");
    page_add(text, legal->bytes, legal->length);
}

/* A list of what may be ordered now. */
static void can(PageText *text, bool *any, bool possible, const char *word)
{
    if (possible)
        page_addf(text, "%s\"%s\"", *any ? "," : "", word);
    *any = *any || possible;
}

static void pair_can(PageText *text, const HallCopy *copy, const BoardCopy *board, bool exhibitor, bool here)
{
    const SimulStage stage = copy->status.stage;
    const bool reply = here && (stage == SIMUL_STAGE_REPLY || stage == SIMUL_STAGE_ASKING);
    const bool to_move = here && (exhibitor ? stage == SIMUL_STAGE_THINK : reply || stage == SIMUL_STAGE_EXCHANGE);
    const bool offered = exhibitor ? board->offer_by_opponent : board->offer_by_exhibitor;
    const bool offers = exhibitor ? board->offer_by_exhibitor : board->offer_by_opponent;
    bool any = false;
    page_add_string(text, ",\"can\":[");
    can(text, &any, to_move, "move");
    can(text, &any, here, "resign");
    can(text, &any, here && !offered && !offers && (!exhibitor || to_move), "offer");
    can(text, &any, here && offered, "accept");
    can(text, &any, (here && offered) || (exhibitor && here && stage == SIMUL_STAGE_CONSENT), "decline");
    can(text, &any, to_move && copy->settings.claims == SIMUL_CLAIMS_FIDE, "claim");
    can(text, &any, reply && !exhibitor && board->passes < board->passes_limit && copy->status.in_play > 1, "pass");
    can(text, &any, exhibitor && here && stage == SIMUL_STAGE_CONSENT, "consent");
    page_add_string(text, "]");
}

void draw_seat_json(PageText *text, HallCopy *copy, int seat)
{
    const bool exhibitor = seat == 0;
    const int number = exhibitor ? copy->status.board : seat;
    BoardCopy *board = hall_copy_find(copy, number) != NULL ? &copy->boards[number - 1] : NULL;
    page_addf(text, "{\"seat\":%d,\"board\":%d,\"round\":%d", seat, number, copy->status.round);
    if (board != NULL && board->has_game) {
        const Color own = exhibitor ? board->exhibitor_color : color_opposite(board->exhibitor_color);
        const bool playing = board->state != SIMUL_BOARD_ENDED && board->state != SIMUL_BOARD_VACANT;
        page_addf(text, ",\"ply\":%zu,\"color\":\"%s\",\"here\":%s", board->game.move_count, own == WHITE ? "white" : "black",
                  hall_copy_stands(copy, number) ? "true" : "false");
        if (!exhibitor)
            page_addf(text, ",\"away\":%d", board->away);
        pair_can(text, copy, board, exhibitor, playing && hall_copy_stands(copy, number));
        if (playing && position_side_to_move(&board->game.current) == own)
            pair_legal(text, board);
    }
    page_add_string(text, "}");
}
