/* SPDX-License-Identifier: GPL-3.0-only */
/* What the tests of the network's training share: positions of random games, as packed records. */
#ifndef CAROUSEL_TESTS_TRAINING_NET_TOOLS_H
#define CAROUSEL_TESTS_TRAINING_NET_TOOLS_H

#include "chess/movegen.h"
#include "test.h"
#include "training/net_data.h"
#include "training/random.h"

/* Fills `records` with positions of random games, one game every twenty positions, that training would take; scores and
 * results by chance, each clear score naming the winner. */
__attribute__((unused)) static void random_records(PackedPosition *records, int count, uint64_t seed)
{
    Random random = random_of(seed, 1);
    for (int made = 0; made < count;) {
        Position position;
        MoveList list;
        position_start(&position);
        const int last = made + 20;
        for (int ply = 0; ply < 200 && made < count && made < last; ply++) {
            movegen_legal(&position.board, &list);
            if (list.count == 0)
                break;
            position_make_move(&position, list.moves[random_below(&random, (uint64_t)list.count)], NULL);
            PackedPosition record;
            packed_from_position(&position, &record);
            if (!net_data_wanted(&record, &position))
                continue;
            record.result = (uint8_t)random_below(&random, 3);
            record.score_cp = (int16_t)((record.result - 1) * (int)random_below(&random, 800));
            record.first_of_game = made == last - 20;
            records[made++] = record;
        }
    }
}

#endif
