#!/bin/sh
# The files of an exhibition: disks that are full, limits, files that others take away or replace while it runs.
. "$(dirname "$0")/lib.sh"

top=$PWD
cd "$scripts"
case $CAROUSEL in /*) ;; *) CAROUSEL=$top/$CAROUSEL ;; esac
case $TOOLS in /*) ;; *) TOOLS=$top/$TOOLS ;; esac
fake=$TOOLS/fake_engine

# Nobody is sent away while a command could still come: the conversation keeps its input open.
if [ -c /dev/full ]; then
    talk 'the last sheet cannot be written: SIGTERM ends it' simul --plain --boards 1 --nodes 100 --maxmoves 2 --pgn /dev/full --journal none <<'END'
< error cannot write to '/dev/full'
> status
~  held cannot write to '/dev/full'
signal 15
< error not saved: the score sheet of board 1 (cannot write to '/dev/full'
< done wins
exit 130
END
fi

# Killed, and gone on with while others take its files away and put their own there.
talk 'an exhibition that is killed' simul --plain --boards 2 --movetime 30 --maxmoves 2000 --pgn taken.pgn --opponent "$fake" --opponent "$fake" <<'END'
< arrive board 2 round 2
END
"$CAROUSEL" simul --plain --resume taken.journal >taken.out 2>&1 </dev/null &
runs=$!
wait_for() {
    i=0
    until grep -q "$1" taken.out; do
        sleep 0.1
        i=$((i + 1))
        [ $i -lt 600 ] || { echo "FAILED: nothing says '$1'"; cat taken.out; exit 1; }
    done
}
wait_for '^move board 1'
rm taken.pgn
echo 'somebody else' >new
mv new taken.journal
wait_for "^incident board 0 'taken.journal' was replaced by another file, which is left as it is: the record goes on in 'taken-2.journal'"
kill -9 $runs
wait $runs || true
[ "$(cat taken.journal)" = 'somebody else' ]
passed=$((passed + 1))
talk 'and goes on from the file beside' simul --plain --resume taken.journal <<'END'
~ the exhibition goes on from 'taken-2.journal'
< arrive board
signal 15
= files pgn taken.pgn journal taken-2.journal unfinished taken-unfinished.pgn
exit 130
END

done_talking e2e/simul_files
