#!/bin/sh
# The same words in the shell, in a file and in the UCI conversation; a GUI's options that start an exhibition; exit statuses.
. "$(dirname "$0")/lib.sh"

directory=$(mktemp -d)
trap 'rm -rf "$scripts" "$directory"' EXIT
short='--nodes 50 --maxmoves 1 --reply 4000 --start-limit 60000 --pgn none --journal none'
quiet='nodes 50 maxmoves 1 reply 4000 start-limit 60000 pgn none journal none'

# An option may stand after the command and be quoted as one word; one that the engine does not have is named.
for option in '"option.Skill Level=3"' "'option.Skill Level=3'"; do
    talk "shell: $option" simul --plain $short --opponent "$CAROUSEL uci $option" <<END
! incident
~ done wins 0 draws 1
exit 0
END
done
talk 'shell: an option the engine does not have' simul --plain $short --opponent "$CAROUSEL uci \"option.No Such=3\"" <<END
~ No Such
~ done wins 0 draws 1
exit 0
END
cat >"$directory/words.simul" <<END
$quiet reply 2s
opponent engine $CAROUSEL uci "option.Skill Level=3"
END
talk 'file: quoted, after the command' simul --plain --file "$directory/words.simul" <<END
! incident
~ done wins 0 draws 1
exit 0
END
talk 'UCI: quoted, after the command' <<END
> simul new boards 1 $quiet reply 2s
> simul seat 1 engine $CAROUSEL uci "option.Skill Level=3"
> simul start
! info string simul incident
~ done wins 0 draws 1
> quit
exit 0
END

# All mistakes of a file at once, and the exit status of a mistake.
printf 'bords 3\nnodes many\nseat 1 manual\n' >"$directory/bad.simul"
status=0
"$CAROUSEL" simul --plain --file "$directory/bad.simul" </dev/null >"$directory/out" 2>&1 || status=$?
test $status = 2
test "$(grep -c 'bad.simul:[12]: ' "$directory/out")" = 2
grep -q 'bad.simul:1: no setting is called "bords"; is `boards` meant?' "$directory/out"
# It cannot begin: 1. Games are left: 1. Stopped by a signal: 130.
status=0
"$CAROUSEL" simul --plain $short --opponent /nowhere/engine </dev/null >"$directory/out" 2>&1 || status=$?
test $status = 1
passed=$((passed + 2))
talk 'stopped by a signal' simul --plain --reply 100000 --nodes 50 --pgn none --journal none --manual Anna <<END
~ round 2 due reply
signal 15
~ done wins 0
exit 130
END

# SimulRun starts once, when the GUI has set all its options; the files go beside the exhibition file.
printf 'boards 1\nnodes 50\nreply 4000\nmaxmoves 1\n' >"$directory/gui.simul"
talk 'SimulRun' <<END
> setoption name SimulRun value true
> setoption name SimulFile value $directory/gui.simul
quiet 200
> isready
~ done wins 0 draws 1
! info string simul arrive
> isready
< readyok
> ucinewgame
> isready
< readyok
> quit
exit 0
END
test "$(ls "$directory" | grep -c '^exhibition-.*\.pgn$')" = 1
passed=$((passed + 1))
printf 'boards 2\nnodes 50\nseat 2 manual\n' >"$directory/people.simul"
talk 'a person could not type' <<END
> setoption name SimulFile value $directory/people.simul
> setoption name SimulStart
< info string simul error start: a person sits at board 2 and could not type moves; \`simul start\` begins such an exhibition
> quit
exit 0
END

# A limit beside infinite or ponder holds nothing up and hastens nothing.
for limit in 'infinite depth 1' 'infinite movetime 20' 'infinite nodes 100' 'depth 1 infinite' 'ponder movetime 20' 'ponder nodes 100' 'infinite wtime 50 btime 50'; do
    talk "go $limit" <<END
> go $limit
sleep 250
> d
~ Legal moves
> stop
< bestmove
> quit
exit 0
END
    # Said in this order: a `bestmove` before the diagram came too early.
    awk '/bestmove/ { best = NR } /Legal moves/ { shown = NR } END { exit !(shown < best) }' "$scripts/said"
done
done_talking e2e/simul_words
