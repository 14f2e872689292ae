/* SPDX-License-Identifier: GPL-3.0-only */
/* What an exhibition's endgame tables (of three men, written here) say of a position, the halfmove clock included. */
#include "chess/chess.h"
#include "chess/fen.h"
#include "desk/tables.h"
#include "tablebase/table_writer.h"
#include "test.h"

#include <unistd.h>

static Retrograde retrograde;
static DeskTables tables;

/* `expected` NULL: they do not say. */
static void expect(const char *fen, const char *expected)
{
    Position position;
    FenReport report;
    char text[CONTROLLER_JUDGEMENT_SIZE] = "";
    CHECK_MSG(fen_parse(fen, FEN_STRICT, &position, &report), "%s: %s", fen, report.message);
    const bool known = desk_tables_judge(&tables, &position, text);
    CHECK_MSG(known == (expected != NULL), "%s: known %d", fen, known);
    if (known && expected != NULL)
        CHECK_STR(text, expected);
}

int main(void)
{
    static const char *const won = "8/8/8/8/8/2k5/4P3/4K3 w - - 0 1"; /* 13 plies to a pawn move */
    char folder[] = "/tmp/carousel-desk-XXXXXX";
    Error error = {.message = ""};
    chess_init();
    if (!CHECK(mkdtemp(folder) != NULL))
        return test_end("desk/tables");
    for (int type = PAWN; type < KING; type++)
        CHECK(retrograde_count(&retrograde, writer_class(type)));
    CHECK(writer_write_all(folder, &retrograde));

    expect(won, NULL);
    CHECK(desk_tables_open(&tables, folder, NULL, NULL, &error));
    CHECK_STR(tables.folders, folder);
    expect(won, "1-0 KPvK");
    expect("4k3/4p3/2K5/8/8/8/8/8 b - - 0 1", "0-1 KPvK");
    expect("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "1/2-1/2 KPvK");
    expect("8/8/8/8/8/2k5/4P3/4K3 w - - 86 80", "1-0 KPvK");
    expect("8/8/8/8/8/2k5/4P3/4K3 w - - 87 80", NULL);
    expect("8/8/8/8/8/2k5/4P3/4K3 w - - 88 80", "1/2-1/2 KPvK");
    expect("4k3/8/8/8/8/8/8/4K2R w K - 0 1", NULL);
    expect("4k3/8/8/8/8/8/8/4KR1R w - - 0 1", NULL);

    CHECK(!desk_tables_open(&tables, "/nonexistent", NULL, NULL, &error));
    CHECK_STR(error.message, "there is no folder '/nonexistent'");
    CHECK_STR(tables.folders, "/nonexistent");
    expect(won, NULL);
    CHECK(desk_tables_open(&tables, "", NULL, NULL, &error));
    expect(won, NULL);
    desk_tables_close(&tables);
    writer_remove_all(folder);
    rmdir(folder);
    retrograde_destroy(&retrograde);
    return test_end("desk/tables");
}
