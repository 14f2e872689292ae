# The arbiter's question lines and its check of PGN files, from outside.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# check NAME WANTED-FILE GOT-FILE
check() {
    if diff -u "$2" "$3" >"$work/diff"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $1"
        cat "$work/diff"
    fi
}

# Questions and answers alternate in this list.
cat >"$work/dialogue" <<'LIST'
outcome startpos
none
outcome startpos moves f2f3 e7e5 g2g4 d8h4
0-1 checkmate
outcome 7k/5Q2/6K1/8/8/8/8/8 b - -
1/2-1/2 stalemate
outcome 8/8/4k3/8/8/3K4/8/8 w - - 0 1
1/2-1/2 dead position
outcome 4k3/8/8/8/8/8/8/R3K3 w - - 150 90;
1/2-1/2 75 moves
outcome startpos moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8
1/2-1/2 fivefold repetition
winnable white 8/8/8/8/8/5k2/7p/7K w - -
no only the king is left
winnable-quick black 4k3/8/8/8/8/8/8/R3K3 w - -
no only the king is left
touch startpos : g1
bound 4.3.1 g1f3 g1h3 : the knight on g1 was touched and must move
touch startpos : adjust g1
free 4.2.1 a2a3 b2b3 c2c3 d2d3 e2e3 f2f3 g2g3 h2h3 a2a4 b2b4 c2c4 d2d4 e2e4 f2f4 g2g4 h2h4 b1a3 b1c3 g1f3 g1h3 : adjusting was announced: any legal move
touch startpos : z9
error 'z9' is no square, g1-f3, e8=Q, adjust or ?
touch 4k3/8/8/3p4/4P3/8/8/3NK3 w - - 0 1 : d5 d1
bound 4.3.3 e4d5 : the pawn on d5 was the first touched that can be moved or captured, and must be
touch 4k3/8/8/3p4/4P3/8/8/3NK3 w - - 0 1 : ? d5 d1
bound 4.3.3 d1b2 d1f2 d1c3 d1e3 : the knight on d1 was the first touched that can be moved or captured, and must be
touch 3r4/2P1P2k/8/8/8/8/8/K7 w - - 0 1 : d8=Q e7
bound 4.4.4 e7d8q : the new piece has touched its square: the choice stands
legal startpos moves e4 e5 : e1e2
yes e1e2 Ke2
legal startpos moves e4 a6 e5 d5 : exd6 e.p.
yes e5d6 exd6
legal startpos moves e4 a6 e5 d5 exd6 e.p. exd6 : Nf3e.p.z
no unreadable this names no move
claim startpos moves e4 a6 e5 d5 : exd6 e.p.
no occurrence 1 with the intended move, 0 plies without capture or pawn move
claim startpos moves Nf3 Nf6 Ng1 : Ng8
no occurrence 2 with the intended move, 4 plies without capture or pawn move
legal startpos moves e4 e5 : Ke3
no cannot-go-there the king on e1 cannot go to e3
legal startpos :
error expected a move after the colon
legal startpos e2e4
error expected ' : ' and a move
claim startpos moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8
yes threefold repetition
claim startpos moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 : Ng8
yes threefold repetition
claim startpos moves Nf3
no occurrence 1, 1 plies without capture or pawn move
claim 4k3/8/8/8/8/8/8/R3K3 w - - 99 80 : Ra2
yes 50 moves
tablebase 4k3/8/8/8/8/8/8/R3K3 w - -
error there are no tables: carousel rules --tablebase FOLDERS
opening moves e4 c5
B20 Sicilian Defence
opening moves
none
outcome 8/8/8/8 w
error piece placement: 4 ranks, not 8
outcome 4k3/8/8/8/8/8/8/4K3 w KQ -
error castling: the right 'K' has no king and rook to go with it
outcome kk6/8/8/8/8/8/8/K7 w - -
error piece placement: Black has 2 kings
outcome startpos moves e4 e4
error move 2, 'e4': the pawn on e7 cannot go to e4
flag white 8/8/4k3/8/8/3K4/7P/6n1 w - - 0 1
0-1 6.9 : White runs out of time
flag black 8/8/4k3/8/8/3K4/8/6n1 w - - 0 1
1/2-1/2 5.2.2 : the game was over: dead position
flag white 8/8/4k3/8/8/3K4/7P/8 w - - 0 1
1/2-1/2 6.9 : White runs out of time, but Black cannot mate
resign black startpos moves e4
1-0 5.1.2 : Black resigns
resign white startpos moves f3 e5 g4 Qh4
0-1 5.1.1 : the game was over: checkmate
winnable green startpos
error expected white or black
outcome startpos tomorrow
error nothing more is expected, not 'tomorrow'
hello
error 'hello' is no question: outcome, winnable, winnable-quick, touch, legal, claim, opening, flag, resign, tablebase
LIST
awk 'NR % 2 == 1' "$work/dialogue" >"$work/questions"
awk 'NR % 2 == 0' "$work/dialogue" >"$work/wanted"
"$CAROUSEL" rules <"$work/questions" >"$work/got"
check "questions" "$work/wanted" "$work/got"

# A helpmate, played out, is mate.
line=$(echo 'winnable black 8/8/8/8/8/5kN1/7p/7K w - -' | "$CAROUSEL" rules)
echo "outcome 8/8/8/8/8/5kN1/7p/7K w - - moves ${line#yes }" | "$CAROUSEL" rules >"$work/got"
echo '0-1 checkmate' >"$work/wanted"
check "helpmate line '$line'" "$work/wanted" "$work/got"

# The last line may lack its newline; blank lines get no answer.
printf '\n\noutcome startpos' | "$CAROUSEL" rules >"$work/got"
echo none >"$work/wanted"
check "a last line without newline" "$work/wanted" "$work/got"

cat >"$work/games.pgn" <<'PGN'
[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[White "C"]
[Black "D"]
[Result "0-1"]

1. e4 e5 2. Ke3 Nc6 0-1

[White "E"]
[Black "F"]
[Result "0-1"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 0-1

[White "G"]
[Black "H"]
[Result "1-0"]
[FEN "8/8/4k3/8/3r4/3K4/8/8 w - - 0 1"]
[SetUp "1"]

1. Kxd4 Kd6 1-0

[White "I"]
[Black "J"]
[Result "0-1"]
[FEN "8/8/4k3/8/8/3K4/7P/6n1 w - - 0 1"]
[SetUp "1"]
[Termination "time forfeit"]

1. h4 Nh3 0-1

[White "K"]
[Black "L"]
[Result "0-1"]
[FEN "8/8/4k3/8/8/3K4/7R/8 w - - 0 1"]
[SetUp "1"]
[Termination "time forfeit"]

1. Rh5 Kf6 0-1

[White "M"]
[Black "N"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 1/2-1/2

[White "O"]
[Black "P"]
[Result "1-0"]

1. f3 e5 2. g4 Qh4# 3. a3 1-0

[White "Q"]
[Black "R"]
[Result "1-0"]

1. e4 e5 0-1

[White "S"]
[Black "T"]
[Result "1-0"]
[FEN "4k3/8/8/8/8/8/8/4K2R w KQ e6 0 1"]

1. O-O 1-0
PGN
cat >"$work/wanted" <<'LIST'
games.pgn:7: game 2, C - D: illegal move at ply 3, 2. Ke3: the king on e1 cannot go to e3
games.pgn:13: game 3, E - F: the result is 0-1, but the final position is checkmate: 1-0
games.pgn:19: game 4, G - H: play went on after dead position: ply 1, 1. Kxd4
games.pgn:19: game 4, G - H: the result is 1-0, but the final position is dead position: 1/2-1/2
games.pgn:36: game 6, K - L: Black wins on time, but cannot mate (only the king is left): this flag fall is a draw
games.pgn:45: game 7, M - N: remark: threefold repetition could have been claimed: ply 8, 4... Ng8
games.pgn:51: game 8, O - P: play went on after checkmate: ply 5, 3. a3
games.pgn:57: game 9, Q - R: the Result tag says 1-0, the moves end on 0-1
games.pgn:63: game 10, S - T: remark: line 66: the FEN tag: castling: the right 'Q' has no king and rook to go with it and is ignored; en passant: no pawn has just gone over e6, it is ignored
10 games, 7 contradictions, 2 remarks
LIST
case $CAROUSEL in
/*) program=$CAROUSEL ;;
*) program=$PWD/$CAROUSEL ;;
esac
(cd "$work" && "$program" rules --pgn games.pgn >got)
status=$?
check "PGN files" "$work/wanted" "$work/got"
[ $status -eq 1 ] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED: exit status $status, not 1"; }

# Remarks and other people's words, from standard input; the exit status stays 0 without a contradiction.
cat >"$work/remarks.pgn" <<'PGN'
[Event 'x']
[Variant "Crazyhouse"]

1. e4 N@e5 *

[White "A"]
[Result "1/2-1/2"]

1. e4 1/2-1/2

[White "B"]
[Result "1-0"]
[Termination "B won on time"]

1. e4 e5 1-0

[White "C"]
[Termination "Game drawn by repetition"]

1. e4 e5 1/2-1/2

1. f3 e5 2. g4 Qh4# *
PGN
cat >"$work/wanted" <<'LIST'
-:1: game 1, ? - ?: remark: line 1: a tag must look like [Name "value"], this one is taken as Event
-:1: game 1, ? - ?: remark: not followed: line 2: the variant 'Crazyhouse' is not known
-:6: game 2, A - ?: remark: a draw was agreed after 1 ply: both sides must have moved (5.2.3)
-:11: game 3, B - ?: remark: White wins on time with the move: the other side's clock was not running
-:17: game 4, C - ?: remark: drawn by repetition, it is said, but the position stands for the first time
-:22: game 5, ? - ?: remark: the result is *, but the final position is checkmate: 0-1
5 games, 0 contradictions, 6 remarks
LIST
"$CAROUSEL" rules --pgn - <"$work/remarks.pgn" >"$work/got" && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED: remarks change the exit status"; }
check "remarks" "$work/wanted" "$work/got"
cat >"$work/flag.pgn" <<'PGN'
[Result "1/2-1/2"]
[Termination "Game drawn by timeout vs insufficient material"]

1. e4 e5 1/2-1/2
PGN
cat >"$work/wanted" <<'LIST'
-:1: game 1, ? - ?: White's flag fell and the game is given as a draw, but Black can still mate
1 games, 1 contradictions, 0 remarks
LIST
"$CAROUSEL" rules --pgn - <"$work/flag.pgn" >"$work/got"
check "a drawn flag in a server's words" "$work/wanted" "$work/got"

printf '[White "A \\"x\\""]\n[Black "B"]\n\n1. e4 e5 2. Ke3 *\n' | "$CAROUSEL" rules --json --pgn - >"$work/got"
cat >"$work/wanted" <<'WANTED'
{"line":1,"game":1,"file":"-","white":"A \"x\"","black":"B","finding":"contradiction","text":"illegal move at ply 3, 2. Ke3: the king on e1 cannot go to e3"}
{"games":1,"contradictions":1,"remarks":0}
WANTED
check "findings as JSON" "$work/wanted" "$work/got"

"$CAROUSEL" rules --nonsense 2>/dev/null
[ $? -eq 2 ] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED: wrong usage is not exit status 2"; }

"$CAROUSEL" rules --tablebase /nonexistent </dev/null >"$work/got" 2>&1
test $? = 1 || echo "exit status" >>"$work/got"
echo "carousel rules: --tablebase: there is no folder '/nonexistent'" >"$work/wanted"
check 'folders of tables that are not there' "$work/wanted" "$work/got"

echo "cli/rules: $passed passed, $failed failed"
[ $failed -eq 0 ]
