#!/bin/sh
# `carousel simul` from the shell: options, files, JSON, typed moves, Ctrl-C, resuming, slow and absent readers.
. "$(dirname "$0")/lib.sh"

fails() { # fails STATUS 'message' ARGUMENT …
    wanted=$1
    text=$2
    shift 2
    status=0
    "$CAROUSEL" "$@" >"$scripts/out" 2>"$scripts/err" </dev/null || status=$?
    if [ "$status" != "$wanted" ] || ! grep -qF "$text" "$scripts/err" "$scripts/out"; then
        echo "FAILED: carousel $* gives status $status and says:"
        cat "$scripts/err" "$scripts/out"
        exit 1
    fi
    passed=$((passed + 1))
}

top=$PWD
cd "$scripts"
case $CAROUSEL in /*) ;; *) CAROUSEL=$top/$CAROUSEL ;; esac
case $TOOLS in /*) ;; *) TOOLS=$top/$TOOLS ;; esac
fake=$TOOLS/fake_engine

printf 'boards 2\nlate tomorrow\n' >bad.simul
fails 2 'late takes forfeit or pass or warn, not "tomorrow"' simul --late tomorrow
fails 2 'unknown option --speed' simul --speed 3
fails 2 'bad.simul:2: late takes' simul --file bad.simul
fails 2 'seat 1: builtin elo' simul --opponent 'builtin elo 9'
fails 2 'there are more opponents than boards (1)' simul --boards 1 --opponent builtin --opponent builtin
fails 1 'nothing.journal' simul --resume nothing.journal
fails 2 'goes on as the journal says: --boards cannot be given with it' simul --resume nothing.journal --boards 3
fails 2 'goes on as the journal says: --opponent cannot be given with it' simul --opponent builtin --resume nothing.journal
fails 2 'refill takes on or off, not "maybe"' simul --refill=maybe
fails 2 "unexpected argument 'maybe'" simul --refill off --chess960 maybe
fails 1 'nothing.epd' simul --openings nothing.epd
fails 1 "board 1 is not ready: cannot start '/nowhere/x'" simul --plain --boards 1 --opponent /nowhere/x --pgn none
"$CAROUSEL" simul --help | grep -q -- '--opponent stockfish'
"$CAROUSEL" demo --help | grep -q demo.pgn
passed=$((passed + 2))

# The README's exhibition file is one.
sed -n '/^### The exhibition file/,/^Score sheets/p' "$top/README.md" | sed -n '/^```/,/^```/p' | grep -v '^```' >readme.simul
printf 'simul new file readme.simul\nsimul status\n' | "$CAROUSEL" >out
grep -qx 'info string simul status phase planned boards 8' out
grep -qx 'info string simul seat 7 name "Anna" manual' out
grep -qx 'info string simul seat 8 name "" engine option.UCI_LimitStrength=true option.UCI_Elo=1350 stockfish' out
passed=$((passed + 1))

# Options, environment and directory anywhere among an engine's words.
mkdir there
"$CAROUSEL" simul --plain --nodes 200 --reply 60000 --start-limit 60000 --maxmoves 3 --pgn a.pgn --opponent "$fake name=Second env=A=B option.Hash=4 dir=there" \
    --opponent 'builtin nodes 20' </dev/null >out
grep -q '^board 1 name "Second" color white' out
grep -q '^done wins' out
grep -q '^Score sheets: a.pgn$' out
[ "$(grep -c '^\[Event ' a.pgn)" = 2 ]
[ -s a.journal ]
passed=$((passed + 1))

# The same events as JSON, nothing else.
"$CAROUSEL" simul --json --nodes 200 --reply 60000 --start-limit 60000 --maxmoves 3 --pgn none --color alternate --boards 2 --opponent "$fake name=\"A\\\\B\"" </dev/null >json
[ "$(grep -vc '^{"event":".*}$' json)" = 0 ]
grep -q '"event":"arrive","board":1,"round":1,"due":"move"' json
grep -q '"event":"board","board":2,.*"color":"black"' json
grep -q '"event":"done"' json
passed=$((passed + 1))

# An exhibition file, and an option that overrides it.
cat >club.simul <<END
event "Test evening"
boards 3
movetime 5000
maxmoves 2
pgn club.pgn
opponent name "One" builtin nodes 10
END
"$CAROUSEL" simul --plain --file club.simul --nodes 100 --journal none </dev/null >out
[ "$(grep -c '^\[Event "Test evening"\]' club.pgn)" = 3 ]
[ ! -e club.journal ]
passed=$((passed + 1))

talk 'a person types moves, with and without the board' simul --plain --boards 1 --nodes 100 --pgn none --manual Anna <<'END'
< board 1 name "Anna" color white
< arrive board 1 round 2 due reply limit 10000
> status
< status phase running round 2 board 1 stage reply
> Qxh9
< refused board 1 reason Qxh9: this names no move
> e5
< reply board 1 move e7e5
< arrive board 1 round 3 due reply
> 1 d5
< reply board 1 move d7d5
< arrive board 1 round 4 due reply
> board
< show board 1 name "Anna"
> touch e8
< bound board 1 moves e8
> simul resign 1
< end board 1 result 1-0 termination normal reason Black resigns (Article 5.1.2)
< done wins 1 draws 0 losses 0 unfinished 0
exit 0
END

talk 'a person types before A has come' simul --plain --boards 1 --movetime 600000 --pgn none --manual Anna <<'END'
< arrive board 1 round 1 due move
> e5
= error that is no command (`help` lists them), and no move is awaited here now: replies are typed while A stands at the board
> abort
< done wins 0
exit 1
END

talk 'a person plays A' simul --plain --boards 1 --reply 60000 --pgn none --exhibitor 'name "Me" manual' --opponent 'builtin nodes 10' <<'END'
= arrive board 1 round 1 due move limit 0
> e4
< move board 1 move e2e4
< reply board 1 move
> concede
< end board 1 result 0-1
~ Me: 0 out of 1
exit 0
END

talk 'without a name A is called A' simul --plain --boards 1 --pgn none --journal none --exhibitor manual --opponent 'builtin nodes 10' <<'END'
= arrive board 1 round 1 due move limit 0
> e4
< reply board 1 move
> concede
~ A: 0 out of 1
exit 0
END

talk 'Ctrl-C stops after the move and saves' simul --plain --boards 2 --movetime 100 --reply 60000 --pgn stop.pgn --opponent "$fake" --opponent "$fake" <<'END'
< arrive board 1 round 2
signal 2
< Stopping after A's move.
< move board 1
< done wins 0 draws 0 losses 0 unfinished 2
= files pgn stop.pgn journal stop.journal unfinished stop-unfinished.pgn
= Unfinished games: stop-unfinished.pgn
= It can go on: carousel simul --resume stop.journal
exit 130
END
[ "$(grep -c '^\[Result "\*"\]' stop-unfinished.pgn)" = 2 ]
[ ! -s stop.pgn ]

talk 'and it goes on' simul --plain --resume stop.journal <<'END'
< arrive board 
< done wins
exit 0
END
[ "$(grep -c '^\[Event ' stop.pgn)" = 2 ]
[ "$(grep -c '^\[Result "\*"\]' stop.pgn)" = 0 ]
[ ! -e stop-unfinished.pgn ]

talk 'Ctrl-C twice ends it at once, saved' simul --plain --boards 2 --movetime 60000 --start-limit 60000 --pgn now.pgn --opponent "$fake" --opponent "$fake" <<'END'
timeout 5000
< arrive board 1 round 1
signal 2
< Stopping after A's move.
signal 2
= Stopping now.
< done wins 0
exit 130
END
[ -s now.journal ]

# A reader that does not read holds nothing up: the exhibition ends while all its lines still wait.
{ "$CAROUSEL" simul --plain --boards 40 --nodes 20 --maxmoves 30 --pgn slow.pgn --journal none </dev/null; echo $? >slow.status; } | {
    i=0
    while [ "$(grep -c '^\[Event ' slow.pgn 2>/dev/null || true)" != 40 ] && [ $i -lt 1200 ]; do
        sleep 0.1
        i=$((i + 1))
    done
    [ "$(grep -c '^\[Event ' slow.pgn)" = 40 ] || echo 'not finished'
    cat
} >slow.out
grep -q '^not finished' slow.out && exit 1
grep -q '^done wins' slow.out
[ "$(wc -c <slow.out)" -gt 70000 ]
[ "$(cat slow.status)" = 0 ]
passed=$((passed + 1))

# A reader that goes away ends it, saved.
{ status=0; "$CAROUSEL" simul --plain --boards 4 --movetime 50 --pgn gone.pgn </dev/null || status=$?; echo $status >gone.status; } | head -n 8 >/dev/null
i=0
while [ ! -s gone.status ] && [ $i -lt 600 ]; do
    sleep 0.1
    i=$((i + 1))
done
[ "$(cat gone.status)" = 1 ]
[ -s gone.journal ]
[ "$(grep -c '^\[Event ' gone-unfinished.pgn)" = 4 ]
passed=$((passed + 1))

done_talking e2e/simul_shell
