#!/bin/sh
# An exhibition of people through the UCI conversation: every command, and what is refused.
. "$(dirname "$0")/lib.sh"

talk 'two boards of people, A a person too' <<'END'
> simul new boards 2 pgn none
> simul exhibitor name "The Master" manual
> simul seat 1 name "Anna" manual
> simul seat 2 name "Ben" reply 60000 manual
> simul start
= info string simul files pgn none journal none
= info string simul board 1 name "Anna" color white fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
= info string simul board 2 name "Ben" color white fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
= info string simul arrive board 1 round 1 due move limit 0
> simul reply 1 e7e5
< info string simul refused board 1 reason 
> simul move f2f5
< info string simul refused board 1 reason 
> simul touch 1 f2
= info string simul bound board 1 moves f2f3 f2f4 reason the pawn on f2 was touched and must move (Article 4.3.1)
> simul move e4
= info string simul refused board 1 reason the pawn on f2 was touched and must move (Article 4.3.1); not counted
> simul move f3
< info string simul move board 1 move f2f3 ms 
= info string simul depart board 1
= info string simul arrive board 2 round 1 due move limit 0
> simul reply 1 e7e5
< info string simul refused board 1 reason A is at another board
> isready
= readyok
> simul move e4
< info string simul move board 2 move e2e4
= info string simul depart board 2
= info string simul arrive board 1 round 2 due reply limit 10000
> simul reply 2 e5
< info string simul refused board 2 reason A is at another board
> simul reply 1 nonsense
< info string simul refused board 1 reason 
> simul reply 1 e5
< info string simul reply board 1 move e7e5 ms 
> simul move g4
< info string simul move board 1 move g2g4
= info string simul depart board 1
= info string simul arrive board 2 round 2 due reply limit 60000
> simul board 1 too
= info string simul error board: nothing more is expected, not "too"
> simul status
< info string simul status phase running round 2 board 2 stage reply waited 
> simul board 1
= info string simul show board 1 fen rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2
= info string simul show board 1 moves 1. f3 e5 2. g4
> simul offer 2
= info string simul offer board 2 by opponent state made
> simul accept 2
< info string simul refused board 2 reason a draw can be agreed only after both sides have moved
> simul reply 2 e5
< info string simul reply board 2 move e7e5
> simul accept 2
= info string simul offer board 2 by opponent state accepted
< info string simul end board 2 result 1/2-1/2 termination normal reason 
= info string simul arrive board 1 round 3 due reply limit 10000
> simul reply 1 Qh4#
< info string simul reply board 1 move d8h4 ms 
= info string simul end board 1 result 0-1 termination normal reason White is checkmated (Article 5.1.1)
= info string simul done wins 0 draws 1 losses 1 unfinished 0 rounds 3
> simul score
= info string simul score board 1 name "Anna" color white result 0-1 plies 4 reason White is checkmated (Article 5.1.1)
< info string simul score board 2 name "Ben" color white result 1/2-1/2
= info string simul score wins 0 draws 1 losses 1 unfinished 0 points 0.5 of 2
> simul reply 1 e4
= info string simul refused board 1 reason the exhibition is over
> simul start
= info string simul error start: the exhibition is over; `simul new` makes another
> quit
exit 0
END

talk 'commands that are wrong change nothing and say what was expected' <<'END'
> simul start
= info string simul error start: there is no exhibition yet; `simul new` makes one
> simul reply 1 e4
= info string simul error reply: no exhibition has been started
> simul fly
= info string simul error no command is called "fly"; `simul help` lists them
> simul new boards many
= info string simul error boards takes a whole number, 1 to 100000, not "many"
> simul new boards 2 tempo 3
= info string simul error no setting is called "tempo"; `simul help new` lists them
> simul new boards 2 pgn none
> simul seat 3 manual
= info string simul error seat 3: there are 2 boards
> simul seat 1 fen 8/8/8/8/8/8/8/8 w - - 0 1 manual
< info string simul error seat 1: fen: 
> simul seat 1 wizard
< info string simul error seat 1: expected engine COMMAND, builtin, manual or browser
> simul exhibitor robot
= info string simul error exhibitor: expected engine COMMAND, builtin, manual or browser, not "robot"
> simul seat 1 manual
> simul seat 2 manual
> simul exhibitor manual
> simul start
= info string simul arrive board 1 round 1 due move limit 0
> simul seat 1 builtin
< info string simul error seat: the exhibition is in progress
> simul new
< info string simul error new: an exhibition is in progress
> simul start
= info string simul error start: the exhibition is running
> simul load nothing
< info string simul error load: an exhibition is in progress
> simul reply 3 e4
= info string simul refused board 3 reason there is no such board: they are 1 to 2
> simul reply
= info string simul error reply: expected the number of a board, not ""
> simul reply 1
= info string simul error reply: expected the board's number and a move
> simul resign 1 now
= info string simul error resign: nothing more is expected, not "now"
> simul move
= info string simul error move: expected a move
> simul board x
= info string simul error board: expected the number of a board, not "x"
> simul status
< info string simul status phase running round 1 board 1 stage think waited 
> simul offer 1 by nobody
= info string simul error offer: by takes exhibitor or opponent
> simul adjudicate 2 2-0
< info string simul 
> simul abort
= info string simul done wins 0 draws 0 losses 0 unfinished 2 rounds 1
> quit
exit 0
END

talk 'claims, touching, passing, leaving, joining, adjudicating, pausing' <<'END'
> simul new boards 3 pgn none passes 1 claims fide
> simul exhibitor manual
> simul seat all manual
> simul start
= info string simul arrive board 1 round 1 due move limit 0
> simul move e4
= info string simul arrive board 2 round 1 due move limit 0
> simul pause
= info string simul paused
> simul resume
= info string simul resumed
> simul move e4
= info string simul arrive board 3 round 1 due move limit 0
> simul leave 2
< info string simul end board 2 result 1-0 termination abandoned
> simul adjudicate 1 1/2-1/2
< info string simul end board 1 result 1/2-1/2 termination adjudication
> simul join name "Carl" manual
< info string simul board 4 name "Carl" color white
> simul move e4
= info string simul arrive board 3 round 2 due reply limit 10000
> simul claim 3
< info string simul claim board 3 by opponent state wrong reason 
> simul touch 3 e7
< info string simul bound board 3 moves 
> simul reply 3 d5
< info string simul refused board 3 reason 
> simul claim 3
< info string simul refused board 3 reason touching a piece has forfeited the claim
> simul reply 3 e5
< info string simul reply board 3 move e7e5
> simul move Ke2
= info string simul arrive board 4 round 2 due move limit 0
> simul takeback
< info string simul takeback board 3 
> simul abort
> simul new boards 1 pgn none
= info string simul done wins 1 draws 1 losses 0 unfinished 2 rounds 2
> simul status
= info string simul status phase planned boards 1
> quit
exit 0
END

talk 'a late reply loses' <<'END'
> simul new boards 2 pgn none reply 100
> simul exhibitor manual
> simul seat all manual
> simul start
= info string simul arrive board 1 round 1 due move limit 0
> simul move e4
> simul move e4
= info string simul arrive board 1 round 2 due reply limit 100
< info string simul late board 1 ms 
< info string simul end board 1 result 1-0 termination time forfeit reason 
= info string simul arrive board 2 round 2 due reply limit 100
< info string simul end board 2 result 1-0 termination time forfeit reason 
= info string simul done wins 2 draws 0 losses 0 unfinished 0 rounds 2
> quit
exit 0
END

done_talking e2e/simul_people
