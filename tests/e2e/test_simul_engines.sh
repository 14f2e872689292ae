#!/bin/sh
# Exhibitions against programs: beside the other engine, stopped and resumed, from a file, and ended by quit and signals.
. "$(dirname "$0")/lib.sh"
fake=$TOOLS/fake_engine
pgn=$scripts/games.pgn
journal=$scripts/games.journal

talk 'an exhibition beside the other engine; isready all the time' <<END
> simul new boards 3 reply 60000 nodes 400 pgn $pgn
> simul seat 1 builtin nodes 50
> simul seat 2 name "Quick" engine $fake seed=3
> simul seat 3 engine $fake resign at=4
> simul start
= info string simul files pgn $pgn journal $journal
> isready
= readyok
< info string simul board 2 name "Quick" color white
< info string simul board 3 name "Fake engine" color white
< info string simul arrive board 1 round 1 due move
> position startpos moves e2e4
> go depth 6
< bestmove
> setoption name Hash value 8
> isready
= readyok
< info string simul end board 3 result 1-0 termination normal
< info string simul done wins
> quit
exit 0
END
[ "$(grep -c '^\[Event ' "$pgn")" = 3 ]
[ "$(grep -c '^\[Result "\*"' "$pgn")" = 0 ]
grep -q '^\[Black "Quick"\]' "$pgn"
passed=$((passed + 1))

talk 'stop after the visit, go on; abort, load and go on' <<END
> simul new boards 4 reply 60000 nodes 300 pgn $scripts/stop.pgn
> simul seat all builtin nodes 40
> simul start
< info string simul arrive board 1 round 3
> simul stop
< info string simul done wins 0 draws 0 losses 0 unfinished 4
> simul status
< info string simul status phase stopped
> simul start
< info string simul arrive board 4 round 4
> simul stop
< info string simul done wins
> simul load $scripts/stop.journal
< info string simul arrive board
< info string simul done wins
> simul score
< info string simul score wins
> quit
exit 0
END
[ "$(grep -c '^\[Event ' "$scripts/stop.pgn")" = 4 ]
[ "$(grep -c '^\[Result "\*"' "$scripts/stop.pgn")" = 0 ]
passed=$((passed + 1))

cat >"$scripts/club.simul" <<END
# An exhibition file
event "Test evening"
boards = 2
nodes 300
pgn $scripts/club.pgn
journal none
opponent builtin nodes 30
opponent name "Second" builtin nodes 40
END
talk 'the two options of a GUI without a console' <<END
> setoption name SimulFile value $scripts/club.simul
> setoption name SimulStart
< info string simul board 2 name "Second"
< info string simul done wins
> setoption name SimulFile value $scripts/nothing
> setoption name SimulStart
< info string simul error cannot open '$scripts/nothing'
> quit
exit 0
END
[ "$(grep -c '^\[Event "Test evening"\]' "$scripts/club.pgn")" = 2 ]
passed=$((passed + 1))

talk 'a seat that cannot be opened: the start is refused, the board named' <<END
> simul new boards 2 pgn none
> simul seat 1 engine /nowhere/engine
> simul seat 2 builtin
> simul start
< info string simul error board 1 is not ready: cannot start '/nowhere/engine'
> isready
= readyok
> quit
exit 0
END

talk 'quit ends an exhibition, and every game has its score sheet' <<END
> simul new boards 2 reply 60000 nodes 200 pgn $scripts/quit.pgn
> simul seat all engine $fake
> simul start
< info string simul arrive board 2 round 2
> quit
exit 0
END
[ "$(grep -c '^\[Result "\*"\]' "$scripts/quit-unfinished.pgn")" = 2 ]
[ ! -s "$scripts/quit.pgn" ]
passed=$((passed + 1))

talk 'so does end of input' <<END
> simul new boards 2 reply 60000 nodes 200 pgn $scripts/eof.pgn
> simul seat all engine $fake late=100000 at=4
> simul start
< info string simul arrive board 2 round 2
eof
exit 0
END
[ "$(grep -c '^\[Event ' "$scripts/eof-unfinished.pgn")" = 2 ]
passed=$((passed + 1))

talk 'and SIGTERM, which leaves no engine behind' <<END
timeout 20000
> simul new boards 2 reply 60000 nodes 200 pgn none
> simul seat all engine $fake ignore-quit ignore-term name=leftover-$$
> simul start
< info string simul arrive board 2 round 2
signal 15
exit 143
END
if ps -A -o args 2>/dev/null | grep -v grep | grep -q "leftover-$$"; then
    echo 'FAILED: an engine was left behind'
    exit 1
fi
passed=$((passed + 1))

done_talking e2e/simul_engines
