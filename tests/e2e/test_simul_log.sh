#!/bin/sh
# `log`: everything said to and by engines in one file, by shell, file and UCI; where it cannot be written; when it is resumed.
. "$(dirname "$0")/lib.sh"

top=$PWD
cd "$scripts"
case $CAROUSEL in /*) ;; *) CAROUSEL=$top/$CAROUSEL ;; esac
case $TOOLS in /*) ;; *) TOOLS=$top/$TOOLS ;; esac
fake=$TOOLS/fake_engine
mkdir there elsewhere

has() { # has FILE 'BOARD DIRECTION text…': such lines are in the log, each with its time
    file=$1
    shift
    for line; do
        grep -q "^ *[0-9][0-9]*\.[0-9][0-9][0-9] $line" "$file" || {
            echo "FAILED: no line '$line' in $file:"
            cat "$file"
            exit 1
        }
    done
    passed=$((passed + 1))
}

refused() { # refused STATUS 'message' ARGUMENT…
    wanted=$1
    text=$2
    shift 2
    status=0
    "$CAROUSEL" simul --plain --nodes 50 --maxmoves 1 --opponent "$fake" "$@" </dev/null >out 2>&1 || status=$?
    if [ $status != "$wanted" ] || ! grep -qF "$text" out; then
        echo "FAILED: $* gives status $status:"
        cat out
        exit 1
    fi
    passed=$((passed + 1))
}

# In a file, relative to it. A's engine is board 0; what an opponent says on stderr, and how it ends, is there, too.
printf 'log here.log\npgn none\njournal none\nnodes 100\nreply 60000\nmaxmoves 2\nopponent engine %s words=oops\nexhibitor engine %s name=Master\n' \
    "$fake" "$fake" >there/a.simul
"$CAROUSEL" simul --plain --file there/a.simul </dev/null >out
has there/here.log "0 = $fake name=Master\$" "1 = $fake words=oops\$" '1 > uci$' '1 < uciok$' '0 < id name Master$' '0 > position startpos$' \
    '0 > go nodes 100$' '0 < bestmove ' '1 > position startpos moves ' '1 > go movetime 12000$' '1 < bestmove ' '1 ! oops$' '1 > quit$' \
    '1 = exited with status 0$'
[ "$(grep -vc '^ *[0-9]*\.[0-9][0-9][0-9] [01] [<>!=] \|^# Carousel [0-9.]*, seconds from 20' there/here.log)" = 0 ]

# In the UCI conversation.
talk 'UCI: log' <<END
> simul new boards 1 nodes 50 maxmoves 1 reply 60000 pgn none journal none log uci.log
> simul seat 1 engine $fake
> simul start
~ done wins 0 draws 1
> quit
exit 0
END
has uci.log '1 > uci$' '1 > quit$'
[ "$(grep -c ' 0 [<>]' uci.log)" = 0 ] # A is built in

# A program that is not there, one that crashes.
status=0
"$CAROUSEL" simul --plain --nodes 50 --pgn none --journal none --log none.log --opponent /nowhere/engine </dev/null >out 2>&1 || status=$?
[ $status = 1 ]
has none.log '1 = /nowhere/engine$'
"$CAROUSEL" simul --plain --nodes 50 --pgn none --journal none --log crash.log --opponent "$fake crash" </dev/null >out 2>&1
has crash.log '1 = killed by signal'

# Where it cannot be written nothing begins, and nothing is left.
refused 1 "cannot open '/nowhere/x.log': No such file or directory" --log /nowhere/x.log --pgn left.pgn
refused 1 "cannot open 'there': Is a directory" --log there --pgn left.pgn
refused 1 'log: the score sheets or the journal go to this file' --log left.pgn --pgn left.pgn
[ -c /dev/full ] && refused 1 "cannot write to '/dev/full': No space left on device" --log /dev/full --pgn left.pgn
[ ! -e left.pgn ] && [ ! -e left.journal ]

# A disk that is full later ends the log, not the exhibition: said once.
(
    ulimit -f 16
    "$CAROUSEL" simul --plain --nodes 50 --reply 60000 --maxmoves 60 --pgn none --journal none --log full.log --opponent "$fake" --opponent "$fake" </dev/null 2>&1
) | cat >out
[ "$(grep -c "^incident board [0-9]* the log of engines ends here: cannot write to 'full.log': File too large" out)" = 1 ]
grep -q '^done wins . draws . losses . unfinished 0' out
passed=$((passed + 1))

# Resumed, it goes on in the same log.
talk 'stopped' simul --plain --boards 1 --movetime 20 --reply 60000 --maxmoves 200 --pgn r.pgn --log r.log --opponent "$fake" <<END
< arrive board 1 round 3
signal 2
exit 130
END
[ "$(grep -c '^#' r.log)" = 1 ]
lines=$(wc -l <r.log)
talk 'and gone on with' simul --plain --resume r.journal <<END
< arrive board 1
signal 2
exit 130
END
[ "$(grep -c '^#' r.log)" = 2 ]
[ "$(wc -l <r.log)" -gt "$lines" ]
[ "$(grep -c '1 > uci$' r.log)" = 2 ]
passed=$((passed + 1))

done_talking e2e/simul_log
