#!/bin/sh
# A match: several games a board in pairs, the table at the end, the sequential test that ends it, going on after a stop.
. "$(dirname "$0")/lib.sh"

top=$PWD
cd "$scripts"
case $CAROUSEL in /*) ;; *) CAROUSEL=$top/$CAROUSEL ;; esac
case $TOOLS in /*) ;; *) TOOLS=$top/$TOOLS ;; esac

# Two pairs at one board: colours swap, both games of a pair have the same opening, the book goes on from pair to pair.
printf '1. a3 *\n\n1. b3 *\n' >book.pgn
"$CAROUSEL" simul --plain --opponent 'builtin nodes 20' --nodes 50 --maxmoves 12 --games 4 --repeat --openings book.pgn --pgn m.pgn --seed 3 \
    </dev/null >out
[ "$(grep -c '^\[Event ' m.pgn)" = 4 ]
[ "$(sed -n 's/^\[White "Carousel"\]/A/p; s/^\[White .*/B/p' m.pgn | tr -d '\n')" = ABAB ]
[ "$(sed -n 's/^1\. \([ab]\)3.*/\1/p' m.pgn | tr -d '\n')" = aabb ]
grep -q '^match games 4 wins [0-9]* draws [0-9]* losses [0-9]* elo .* pairs [0-2] [0-2] [0-2] [0-2] [0-2]$' out
grep -q '^Games: 4, Wins: ' out
grep -q '^Ptnml(0-2): \[' out
grep -q '^  Carousel, 20 nodes  *4 ' out
passed=$((passed + 1))

# The test is decided by the first drawn games: it ends there, saved, with status 0.
"$CAROUSEL" simul --plain --opponent 'builtin nodes 20' --nodes 50 --maxmoves 1 --games 2000 --sprt 'elo0 50 elo1 100 model logistic' --pgn s.pgn \
    --seed 3 </dev/null >out
grep -q '^match .* state elo0$' out
grep -q '^LLR: -[2-9][0-9.]* (-2.94, 2.94) \[50.00, 100.00\], H0 is accepted$' out
grep -q "^It can go on: carousel simul --resume s.journal$" out
games=$(grep -c '^\[Event ' s.pgn)
[ "$games" -gt 5 ] && [ "$games" -lt 1000 ]
passed=$((passed + 1))

# Stopped between the games and gone on with: every game is there once.
talk 'stopped between the games' simul --plain --opponent 'builtin nodes 20' --opponent 'builtin nodes 30' --movetime 20 --maxmoves 4 --games 3 \
    --pgn r.pgn --seed 3 <<'END'
< arrive board 1 round 1
> adjudicate 1 1-0
> stop
< done wins
< It can go on
exit 1
END
"$CAROUSEL" simul --plain --resume r.journal </dev/null >out
grep -q '^match games 6 ' out
[ "$(grep -c '^\[Event ' r.pgn)" = 6 ]
[ "$(paste -d ' ' - - <<EOF | sort | uniq -c | sed 's/^ *//' | tr '\n' ';'
$(grep -E '^\[(Round|Board)' r.pgn)
EOF
)" = '1 [Round "1"] [Board "1"];1 [Round "1"] [Board "2"];1 [Round "2"] [Board "1"];1 [Round "2"] [Board "2"];1 [Round "3"] [Board "1"];1 [Round "3"] [Board "2"];' ]
passed=$((passed + 1))

done_talking e2e/simul_match
