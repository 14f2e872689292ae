#!/bin/sh
# Hand-shake, options, readiness, positions, broken input, and the ways a conversation ends.
. "$(dirname "$0")/lib.sh"

talk 'nothing is said before uci, then name, options and uciok' <<'END'
quiet 100
> uci
< id name Carousel
< id author
< option name Hash type spin default
< option name Clear Hash type button
< option name Threads type spin default 1 min 1
< option name MultiPV type spin default 1 min 1
< option name Ponder type check default false
< option name Move Overhead type spin
< option name UCI_Chess960 type check default false
< option name UCI_AnalyseMode type check default false
< option name UCI_ShowWDL type check default false
< option name UCI_LimitStrength type check default false
< option name UCI_Elo type spin
< option name Skill Level type spin default 20 min 0 max 20
< option name SimulFile type string default <empty>
< option name SimulStart type button
< option name UCI_EngineAbout type string
= uciok
> isready
= readyok
> quit
exit 0
END

talk 'options in any case and spacing; values that are wrong are refused with a reason' <<'END'
> setoption name hash value 8
> setoption name  CLEAR   hash
> setoption name MultiPV value 2
> setoption name SimulFile value <empty>
> setoption name SimulFile value
> setoption name SimulFile value a file with blanks
> setoption name UCI_AnalyseMode value true
> setoption name Ponder value true
> isready
= readyok
> setoption name Threads value 0
< info string option Threads takes a whole number from 1 to
> setoption name Hash
< info string option Hash takes a whole number
> setoption name Hash value many
< info string option Hash takes a whole number
> setoption name UCI_Chess960 value maybe
< info string option UCI_Chess960 takes true or false
> setoption name No Such Thing value 3
< info string no option is called "No Such Thing"
> setoption
< info string setoption:
> go depth 3
< bestmove
> quit
exit 0
END

talk 'carriage returns, tabs, blanks, unknown words, empty lines' <<'END'
! info string
> uci
= uciok
>   
> 	isready 	
= readyok
> joho isready
= readyok
> position startpos   moves   e2e4	e7e5   
> d
= Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
> quit
exit 0
END

printf 'uci\r\nposition startpos moves e2e4\r\nd\r\nisready\r\n' | "$CAROUSEL" >"$scripts/crlf"
grep -qx 'Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' "$scripts/crlf"
grep -qx 'readyok' "$scripts/crlf"
passed=$((passed + 1))

talk 'FENs as they come: four fields, Shredder letters, unusable en passant, a right without its rook' <<'END'
> position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
> d
= Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
> position fen rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w HAha - 3 2 moves g1f3
> d
= Fen: rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 4 2
> position fen 4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1
> d
= Fen: 4k3/8/8/8/4P3/8/8/4K3 b - - 0 1
> position fen 4k3/4p3/8/8/8/8/8/4K3 b - e3 0 1
= info string position: en passant: no pawn has just gone over e3, it is ignored
> d
= Fen: 4k3/4p3/8/8/8/8/8/4K3 b - - 0 1
> position fen 4k3/8/8/8/8/8/8/4K3 w K - 0 1
< info string position:
> d
= Fen: 4k3/8/8/8/8/8/8/4K3 w - - 0 1
> quit
exit 0
END

talk 'what is broken is refused with a reason and the previous position stays' <<'END'
> position startpos moves e2e4
> position fen
< info string position: expected startpos or fen FEN
> position
< info string position: expected startpos or fen FEN
> position fen 8/8/8/8/8/8/8/8 w - - 0 1
< info string position:
> position fen this is no position at all
< info string position:
> position startpos moves e2e4 e2e4
= info string position: move 2, "e2e4", is illegal; the previous position stays
> position startpos moves e2e4 rubbish
< info string position: move 2, "rubbish", is unreadable
> position startpos moves thiswordislongerthananymove
< info string position: move 1,
> d
= Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
> go depth
< info string go: depth needs a whole number
> stop
< bestmove
> hello world
= info string unknown command: hello world
> isready
= readyok
> quit
exit 0
END

talk 'castling: two squares, king takes rook and O-O are understood; a step is a step' <<'END'
> position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8
> d
= Fen: 2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2
> position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1h1 e8a8
> d
= Fen: 2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2
> position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves O-O O-O-O
> d
= Fen: 2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2
> setoption name UCI_Chess960 value true
> position fen 1k6/8/8/8/8/8/8/5K1R w K - 0 1 moves f1g1
> d
= Fen: 1k6/8/8/8/8/8/8/6KR b - - 1 1
> position fen 1k6/8/8/8/8/8/8/5K1R w K - 0 1 moves f1h1
> d
= Fen: 1k6/8/8/8/8/8/8/5RK1 b - - 1 1
> quit
exit 0
END

talk 'castling is written e1g1, with UCI_Chess960 king takes rook' <<'END'
> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1
> go depth 3 searchmoves O-O
< bestmove e1g1
> go depth 3 searchmoves e1h1
< bestmove e1g1
> setoption name UCI_Chess960 value true
> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1
> go depth 3 searchmoves e1g1
< bestmove e1h1
> quit
exit 0
END

talk 'the board, its evaluation, and what is checked' <<'END'
> d
= 1  R N B Q K B N R
= Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
< Key: 
= Side to move: white
= Legal moves: 20
> eval
< Evaluation: 
> position fen 4k3/8/8/8/8/8/4q3/4K3 w - - 0 1
> d
= Side to move: white, in check
> eval
= Evaluation: none, the side to move is in check
> quit
exit 0
END

talk 'end of input ends it, silently' <<'END'
> isready
= readyok
eof
exit 0
END

talk 'end of input ends a search, which still answers' <<'END'
> go infinite
< info depth 1
eof
< bestmove
exit 0
END

talk 'end of input with the last line unfinished' <<'END'
> position startpos
> go ponder
sleep 50
eof
< bestmove
exit 0
END
printf 'isready' | "$CAROUSEL" | grep -qx readyok
passed=$((passed + 1))

talk 'a signal ends it, also in mid-search' <<'END'
timeout 3000
> go infinite
< info depth 1
signal 15
< bestmove
exit 143
END

talk 'counts are finished before the end' <<'END'
> go perft 4
> isready
eof
= Nodes searched: 197281
exit 0
END

talk 'quit waits for a count as well' <<'END'
> position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
> go perft 3
> quit
= e1g1: 2059
= Nodes searched: 97862
exit 0
END

[ "$(printf 'bench 5\n' | "$CAROUSEL" | sed 's/ nodes.*//')" = "$(printf 'bench 5\nquit\n' | "$CAROUSEL" | sed 's/ nodes.*//')" ]
passed=$((passed + 1))

done_talking e2e/uci_basics
