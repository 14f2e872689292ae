#!/bin/sh
# The program for Windows under Wine: `under_wine.sh CHECK WORK`, where CHECK is the folder of the tests built for Windows (…/check) and
# WORK is made anew for files. TALK is the talk of this system, REFERENCE a program of this system with the same search. The Wine
# prefix is in WINEPREFIX. `under_wine.sh --tests`: the unit tests that are run.
set -u
tests='base/test_text base/test_command_line system/test_file system/test_output system/test_reactor chess/test_position
    record/test_journal simul/test_core_visits'
if test "$1" = --tests; then
    echo $tests
    exit
fi
check=$(cd "$1" && pwd) || exit 1
rm -rf "$2"
mkdir -p "$2" || exit 1
work=$(cd "$2" && pwd)
passed=0
failed=0
# (Who crashes is not looked at by Wine's debugger, which takes seconds.)
export WINEDEBUG=-all WINEDLLOVERRIDES=winedbg.exe=d

# What is run in the end: one file, as talk wants it, which becomes the program and so gets its signals.
printf '#!/bin/sh\nexec wine "%s/carousel.exe" "$@"\n' "$work" >"$work/carousel"
chmod +x "$work/carousel"
cp "$check/carousel.exe" "$work/carousel.exe" && cp "$check/tests/tools/fake_engine.exe" "$work/fake_engine.exe" || exit 1
mkdir "$work/folder with blanks" && cp "$check/tests/tools/fake_engine.exe" "$work/folder with blanks/Grünfeld.exe" || exit 1
cd "$work" || exit 1

# say NAME STATUS: a line, and what was written to `said` if it failed.
say()
{
    if test "$2" = 0; then
        passed=$((passed + 1))
        echo "ok    $1"
    else
        failed=$((failed + 1))
        echo "FAIL  $1"
        tail -n 40 said
    fi
}

talk()
{
    name=$1
    shift
    timeout 120 "$TALK" ./carousel "$@" >said 2>&1
    say "$name" $?
}

nodes()
{
    sed -n 's/^\([0-9][0-9]*\) nodes .*/\1/p'
}

# The engines of this prefix that are alive.
engines()
{
    for process in $(pgrep -f '(fake_engine|Grünfeld)\.exe'); do
        tr '\0' '\n' 2>/dev/null <"/proc/$process/environ" | grep -qx "WINEPREFIX=$WINEPREFIX" && ps -o pid=,args= "$process"
    done 2>/dev/null
}

# None is left, after five seconds at the latest.
nobody_left()
{
    for i in 1 2 3 4 5 6 7 8 9 10; do
        test -z "$(engines)" && return 0
        sleep 0.5
    done
    engines >>said
    return 1
}

# The processes that come with a prefix are started once and stay for all that follows.
wine wineboot -i >said 2>&1
for test in $tests; do
    timeout 120 wine "$check/tests/$test.exe" >said 2>&1
    say "$test" $?
done

timeout 120 wine ./carousel.exe bench 9 >said 2>&1
count=$(nodes <said)
test -n "$count" && test "$count" = "$("$REFERENCE" bench 9 | nodes)"
say "bench: $count nodes" $?
timeout 120 wine ./carousel.exe perft 5 >said 2>&1 && grep -q '4865609' said
say 'perft' $?

talk 'a GUI of Windows: uci twice, registration, castling as O-O, readiness while it thinks, end of input' <<'END'
timeout 20000
> uci
< uciok
> register later
> register name Anna code 1
> uci
< uciok
> setoption name Hash value 16
> isready
= readyok
> ucinewgame
> setoption name UCI_Chess960 value true
> position fen bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1 moves g2g3 g7g6 g1g2 g8g7 O-O
> go infinite
timeout 1000
> isready
= readyok
> stop
timeout 10000
< bestmove
> position startpos moves e2e4
> go movetime 100
< bestmove
eof
exit 0
END

talk 'what cannot be started is said with its reason' simul --plain --pgn none --journal none \
    --opponent '.\missing.exe' --opponent '.\said' <<'END'
= error board 1 is not ready: cannot start '.\missing.exe': No such file or directory
= error board 2 is not ready: cannot start '.\said': Exec format error
= error the exhibition is not started: 2 seats are not ready
exit 1
END

# Twenty-four engines. One has a name that is not English, in a folder with blanks, and a child of its own; one crashes, one hangs,
# one leaves.
{
    for i in $(seq 20); do
        printf '%s\n' "opponent engine .\\fake_engine.exe seed=$i"
    done
    cat <<'END'
opponent engine "folder with blanks\Grünfeld.exe" grandchild=held
opponent engine .\fake_engine.exe crash at=2
opponent engine .\fake_engine.exe silent at=2
opponent engine .\fake_engine.exe exit=3 at=2
END
} >hall.simul
talk '24 engines; a crash, a hang and an exit among them' simul --plain --file hall.simul --seed 1 --nodes 100 --maxmoves 3 \
    --start-limit 60000 --reply 4000 --overrun 60000 --pgn 'Gästebuch.pgn' --journal none --thinkers all <<'END'
timeout 100000
~ Black abandons the game (crashed (exception 0xC0000005)
~ done wins 3 draws 21
= Score sheets: Gästebuch.pgn
exit 0
END
test "$(grep -c '^\[Event ' 'Gästebuch.pgn')" = 24 && test "$(grep -c '"time forfeit"' 'Gästebuch.pgn')" = 1 &&
    test "$(grep -c '"abandoned"' 'Gästebuch.pgn')" = 2
say 'its score sheets' $?
nobody_left
say 'nobody is left of it' $?

talk 'Ctrl-C saves' simul --plain --nodes 100 --maxmoves 40 --start-limit 60000 --reply 20000 --overrun 60000 --pgn c.pgn \
    --opponent '.\fake_engine.exe' --opponent 'builtin elo 1000' <<'END'
timeout 60000
~ depart board 2
signal 2
= It can go on: carousel simul --resume c.journal
exit 130
END
talk 'and it goes on' simul --plain --resume c.journal <<'END'
timeout 60000
~ arrive board
signal 2
= It can go on: carousel simul --resume c.journal
exit 130
END
talk 'a controller that is killed' simul --plain --nodes 100 --maxmoves 40 --start-limit 60000 --reply 20000 --overrun 60000 --pgn k.pgn \
    --opponent '.\fake_engine.exe grandchild=held2' --opponent '.\fake_engine.exe ignore-quit' <<'END'
timeout 60000
~ depart board 2
signal 9
exit 137
END
nobody_left
say 'leaves nobody' $?
talk 'and its exhibition goes on' simul --plain --resume k.journal <<'END'
timeout 60000
~ arrive board
signal 2
exit 130
END

echo "under Wine: $passed passed, $failed failed"
test $failed = 0
