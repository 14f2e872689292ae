# SIGTERM ends the program within two seconds whatever it is doing: what can be saved is, what is missing is said, and the exit
# status is not 0.
. "$(dirname "$0")/lib.sh"

test -c /dev/full || {
    done_talking e2e/simul_terms
    exit 0
}
fake=$TOOLS/fake_engine
dir=$scripts/files
mkdir "$dir"
hangs="ignore-quit ignore-term"

# ends NAME LINE STATUS ARGUMENT …: once a line begins with LINE, the signal, and within two seconds the end. Input stays open.
ends() {
    name=$1
    line=$2
    status=$3
    shift 3
    talk "$name" "$@" <<END
$script
< $line
timeout 2000
signal 15
$after
exit $status
END
}
script=
after='< done wins'

ends 'A thinks' 'arrive board 1 round 1' 130 simul --plain --boards 2 --movetime 60000 --pgn "$dir/a.pgn"
ends 'A, an engine, hangs' 'arrive board 1 round 1' 130 simul --plain --boards 2 --movetime 100 --hang 100000 --exhibitor "$fake silent $hangs" \
    --pgn "$dir/b.pgn"
ends 'an opponent hangs' 'arrive board 1 round 2' 130 simul --plain --movetime 50 --reply 100000 --opponent "$fake deaf $hangs" --pgn "$dir/c.pgn"
ends 'an opponent is suspended' 'arrive board 1 round 2' 130 simul --plain --movetime 50 --reply 100000 --opponent "$fake suspend $hangs" \
    --pgn "$dir/d.pgn"
ends 'opponents print without end' 'arrive board 2 round 2' 130 simul --plain --movetime 50 --opponent "$fake flood always $hangs" \
    --opponent "$fake flood always late=100000 $hangs" --pgn "$dir/e.pgn"
ends 'a person is to move' 'arrive board 1 round 2' 130 simul --plain --nodes 100 --reply-people 100000 --manual Anna --pgn "$dir/f.pgn"
ends 'a person plays A' 'arrive board 1 round 1' 130 simul --plain --exhibitor manual --boards 2 --pgn "$dir/g.pgn"
ends 'the disk is full' 'paused' 130 simul --plain --boards 2 --nodes 100 --maxmoves 3 --pgn /dev/full --journal "$dir/h.journal"

script='< arrive board 2 round 2
> pause'
ends 'paused' 'paused' 130 simul --plain --boards 2 --movetime 50 --pgn "$dir/i.pgn"
script='< arrive board 1 round 1
> pause'
ends 'paused while A thinks' 'paused' 130 simul --plain --boards 2 --movetime 60000 --pgn "$dir/j.pgn"
script=

# Saved, all of them, with their games standing.
for saved in a b c d e f g h i j; do
    test -s "$dir/$saved.journal" || {
        echo "FAILED: $saved is not saved"
        exit 1
    }
    passed=$((passed + 1))
done
grep -q 'Result "\*"' "$dir/a-unfinished.pgn"

# Nothing has begun: nothing is missing.
after=
ends 'seats are being opened' 'files pgn' 130 simul --plain --opponent "$fake handshake=never $hangs" --pgn "$dir/k.pgn"
ends 'they sleep before they read' 'files pgn' 130 simul --plain --opponent "$fake start=100000 $hangs" --pgn "$dir/k.pgn"
test ! -e "$dir/k.pgn" && test ! -e "$dir/k.journal"
passed=$((passed + 1))

# A pipe for the score sheets whose reader has it open and does not read: more than it holds is to be written at the end.
mkfifo "$dir/pipe"
sleep 60 <"$dir/pipe" &
reader=$!
after='< error not saved: score sheets (cannot write to'
ends 'nobody reads the score sheets' 'arrive board 300 round 2' 130 simul --plain --boards 300 --nodes 10 --opponent 'builtin nodes 5' \
    --pgn "$dir/pipe" --journal none
kill $reader

# The last sheet cannot be written: it is said.
after='< error not saved: the score sheet of board'
ends 'ended, a sheet is owed' 'error cannot write' 130 simul --plain --boards 1 --nodes 100 --maxmoves 2 --pgn /dev/full --journal none
after='< error not saved: what happened last'
program=$CAROUSEL
cat >"$dir/limited" <<END
#!/bin/sh
ulimit -f 8
exec "$program" "\$@"
END
chmod +x "$dir/limited"
CAROUSEL=$dir/limited
ends 'the journal cannot grow' 'paused' 130 simul --plain --boards 4 --nodes 100 --pgn "$dir/r.pgn"
CAROUSEL=$program

# In a conversation.
after=
script='> simul new boards 2
> isready'
ends 'uci: nothing started' 'readyok' 143
script="> simul new boards 1 pgn $dir/l.pgn
> simul seat 1 engine $fake handshake=never $hangs
> simul start"
ends 'uci: seats are being opened' 'info string simul files' 143
script="> simul new boards 2 movetime 60000 pgn $dir/m.pgn
> simul start"
after='< info string simul done wins 0 draws 0 losses 0 unfinished 2'
ends 'uci: A thinks' 'info string simul arrive board 1' 143
script="> simul new boards 1 nodes 100 maxmoves 2 pgn /dev/full journal none
> simul start"
after='< info string simul error not saved'
ends 'uci: the disk is full' 'info string simul error cannot write' 143
after='< info string simul done wins 0 draws 0 losses 0 unfinished 2'
script="> bench 30
> simul new boards 2 movetime 60000 pgn $dir/n.pgn
> simul start"
ends 'uci: a bench runs beside it' 'info string simul arrive board 1' 143
test -s "$dir/m.journal" && test -s "$dir/n.journal"
passed=$((passed + 1))

# `unfinished score` is for who ends it early, not for who pulls the plug.
script=
after='< done wins 0 draws 0 losses 0 unfinished 2'
ends 'a signal judges no game' 'arrive board 2 round 2' 130 simul --plain --boards 2 --movetime 50 --unfinished score --pgn "$dir/o.pgn"
talk 'nor does the end of input' simul --plain --boards 2 --exhibitor manual --unfinished score --pgn "$dir/p.pgn" <<'END'
< arrive board 1 round 1
eof
< done wins 0 draws 0 losses 0 unfinished 2
exit 1
END
talk 'abort does' simul --plain --boards 2 --movetime 50 --unfinished score --pgn "$dir/q.pgn" <<'END'
< arrive board 2 round 2
> abort
~ unfinished 0
exit 0
END
done_talking e2e/simul_terms
