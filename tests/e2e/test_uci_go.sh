#!/bin/sh
# Every way to ask for a move: limits, clocks in any order, pondering, stopping, positions without moves.
. "$(dirname "$0")/lib.sh"

talk 'clocks of every kind give a score and a move' <<'END'
> go wtime 100
< info depth
< bestmove
> go btime 100
< info depth
< bestmove
> go binc 10 wtime 200 unknown btime 200 winc 10 movestogo 5
< info depth
< bestmove
> go winc 100 binc 100
< info depth
< bestmove
> go movestogo 10
< info depth
< bestmove
> go wtime 0 btime 0
< info depth
< bestmove
> go wtime -500 btime 1000
< info depth
< bestmove
> go wtime 1 btime 1 winc 0 binc 0
< info depth
< bestmove
> position startpos moves e2e4
> go wtime 100
< info depth
< bestmove
> go wtime 99999999999999999999 btime 50 movestogo 1
< bestmove
> quit
exit 0
END

talk 'small limits' <<'END'
> go depth 0
< info depth 1
< bestmove
> go depth 1
< bestmove
> go nodes 1
< info depth
< bestmove
> go nodes 0
< bestmove
> go nodes 5000
< bestmove
> go movetime 0
< info depth
< bestmove
> go movetime -1
< bestmove
> go movetime 50
< bestmove
> go perft 0
= Nodes searched: 1
> go perft 1
= a2a3: 1
= Nodes searched: 20
> go perft -3
= Nodes searched: 1
> position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1
> go mate 1
~ score mate 1
< bestmove g5g7
> position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1
> go mate 1
= info string no mate in 1
< bestmove
> go mate 2
~ score mate 2
< bestmove a1a6
> position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1
> go searchmoves g5g6 f6f7 depth 4
< bestmove
> go depth 2 searchmoves g5g6
< bestmove g5g6
> go depth 2 searchmoves a1a2 g5h5
= info string go: searchmoves names a1a2, which is not legal here
< bestmove g5h5
> quit
exit 0
END

talk 'no answer before stop while infinite, though it is mate, and readiness all the time' <<'END'
> position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1
> go infinite
! bestmove
~ score mate 1
> isready
= readyok
sleep 300
> isready
= readyok
END
talk 'stop answers at once; stop without a search is ignored' <<'END'
! info string
> stop
> go infinite
< info depth 4
> isready
= readyok
> stop
< bestmove
> stop
quiet 50
> ponderhit
quiet 50
> isready
= readyok
> quit
exit 0
END

talk 'pondering: silent until ponderhit or stop' <<'END'
> position startpos moves e2e4 e7e5
> go ponder wtime 200 btime 200
sleep 300
> isready
= readyok
> ponderhit
< bestmove
> go ponder movetime 50
> stop
< bestmove
> go ponder depth 2
sleep 50
> ponderhit
< bestmove
> go ponder wtime 1000 btime 1000
> ponderhit
< bestmove
> quit
exit 0
END
talk 'no answer while pondering, though depth has run out' <<'END'
> go ponder depth 2
! bestmove
sleep 200
> isready
= readyok
END

talk 'positions without a move: (none), and alive' <<'END'
> position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
> go movetime 100
~ score cp 0
= bestmove (none)
> position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1
> go depth 5
~ score mate 0
= bestmove (none)
> go infinite
! bestmove
sleep 50
> isready
= readyok
END
talk 'one legal move' <<'END'
> position fen 7k/8/8/8/8/8/r7/K7 w - - 0 1
> go movetime 200
< info depth
= bestmove a1a2
> quit
exit 0
END

talk 'a second go, ucinewgame and options in mid-search do no harm' <<'END'
> go infinite
< info depth 3
> go depth 2
< bestmove
< bestmove
> go infinite
> setoption name Hash value 4
> setoption name Threads value 2
> setoption name Clear Hash
> isready
= readyok
> stop
< bestmove
> go depth 4
< bestmove
> go infinite
> ucinewgame
< bestmove
> isready
= readyok
> go infinite
> position startpos moves d2d4
> stop
< bestmove
> d
= Fen: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1
> quit
exit 0
END

talk 'a network that is none, increments without clocks' <<END
> setoption name EvalFile value /nonexistent/own.net
< info string option EvalFile:
> setoption name EvalFile value /dev/null
< info string option EvalFile: /dev/null: not a network file of this program; the network stays as it is
> go depth 3
< bestmove
> setoption name EvalFile value <empty>
> setoption name SyzygyPath value /nonexistent
< info string option SyzygyPath: there is no folder '/nonexistent'; nothing has changed
> setoption name SyzygyProbeLimit value 8
< info string option SyzygyProbeLimit takes a whole number from 0 to 7, not "8"
> go winc $((200 * ${TALK_PATIENCE:-1})) binc 200
~ depth 5
< bestmove
> quit
exit 0
END

talk 'several lines, chances, limited strength' <<'END'
> setoption name MultiPV value 3
> setoption name UCI_ShowWDL value true
> go depth 5
~ multipv 3
< bestmove
> position fen 7k/8/8/8/8/8/r7/K7 w - - 0 1
> go depth 4
~ wdl
< bestmove a1a2
> setoption name MultiPV value 1
> position fen 8/8/4k3/8/8/3K4/8/8 w - - 0 1
> go depth 3
~ wdl 0 1000 0
< bestmove
> position fen 8/4b3/5k2/8/8/3KB3/8/8 w - - 0 1
> go depth 3
~ wdl 0 1000 0
< bestmove
> position fen 4k3/8/8/8/8/3K4/8/R7 w - - 100 90
> go depth 3
~ wdl 0 1000 0
< bestmove
> position fen 4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/1B2K3 w - - 0 1
> go depth 3
~ wdl 0 1000 0
< bestmove
> setoption name UCI_LimitStrength value true
> setoption name UCI_Elo value 1200
> position startpos
> go movetime 100
< bestmove
> setoption name UCI_LimitStrength value false
> setoption name Skill Level value 3
> go movetime 100
< bestmove
> quit
exit 0
END

# A game of a thousand plies in one line.
moves=''
i=0
while [ $i -lt 260 ]; do
    moves="$moves g1f3 g8f6 f3g1 f6g8"
    i=$((i + 1))
done
{
    echo "> position startpos moves$moves"
    echo '> d'
    echo '< Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'
    echo '> go depth 3'
    echo '< bestmove'
    echo '> quit'
    echo 'exit 0'
} >"$scripts/long"
talk 'a thousand plies in one line' <"$scripts/long"

done_talking e2e/uci_go
