#!/bin/sh
# Every spelling of tests/cli/moves.txt through the doors that need a process: UCI's `position`, a person at the table, UCI and
# XBoard engines. What each reads must be what the file says.
. "$(dirname "$0")/lib.sh"
cases=$scripts/cases

# One line a case, fields between tabs: FEN, text, the move in UCI or `-`. Without texts that need quotes.
awk '/^#/ || NF == 0 { next }
     { line[n++ % 3] = $0
       if (n % 3 == 0 && line[1] !~ /[\047"\\]/)
           print line[0] "\t" line[1] "\t" (line[2] ~ /^[a-h][1-8][a-h][1-8]/ ? substr(line[2], 1, index(line[2] " ", " ") - 1) : "-") }' \
    "$(dirname "$0")/../cli/moves.txt" | sed 's/^startpos/rnbqkbnr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/RNBQKBNR w KQkq - 0 1/' >"$scripts/all"
# In a game that is over nobody sits down.
cut -f 1 "$scripts/all" | sed 's/^/outcome /' | "$CAROUSEL" rules | paste "$scripts/all" - | awk -F '\t' '$4 == "none"' | cut -f 1-3 >"$cases"
count=$(wc -l <"$cases")
test "$count" -ge 50 || { echo "FAILED: only $count spellings were found"; exit 1; }

# UCI: the position after the text is the position after the move itself; what is no move leaves it as it was.
after() {
    awk -F '\t' -v field="$1" '{ print "position fen " $1
                                 if ($3 != "-") print "position fen " $1 " moves " $field
                                 else if (field == 2) print "position fen " $1 " moves " $2
                                 print "d" }' "$cases" | "$CAROUSEL" | grep '^Fen: '
}
after 2 >"$scripts/by-text"
after 3 >"$scripts/by-move"
if test "$(wc -l <"$scripts/by-text")" -eq "$count" && cmp -s "$scripts/by-text" "$scripts/by-move"; then
    passed=$((passed + 1))
else
    echo "FAILED: position … moves"
    diff "$scripts/by-text" "$scripts/by-move"
    exit 1
fi

# An exhibition with a board for each of some cases: what every seat is, is the argument's business.
exhibition() {
    echo '> simul new pgn none journal none reply 60000 start-limit 60000 think none nodes 1 movetime 0 illegal 1'
    awk -F '\t' -v engine="$1" '{ split($1, field, " ")
        seat = engine == "" ? "manual" : "engine " engine " 960 always spell \047line=" $2 "\047"
        print "> simul seat " NR " color " (field[2] == "w" ? "black" : "white") " fen " $1 " " seat }' "$some"
    echo '> simul start'
    awk -F '\t' -v engine="$1" '{
        print "< info string simul arrive board " NR " "
        if (engine == "") print "> simul reply " NR " " $2
        print $3 == "-" ? "< info string simul refused board " NR " " : "< info string simul reply board " NR " move " $3 " "
        if (engine == "" && $3 == "-") print "> simul resign " NR }' "$some"
    echo '> quit'
    echo 'exit 0'
}
some=$scripts/some
for first in $(seq 1 16 "$count"); do
    tail -n "+$first" "$cases" | head -n 16 >"$some"
    exhibition '' >"$scripts/script"
    talk 'a person at the table' <"$scripts/script"
    exhibition "protocol=uci $TOOLS/fake_engine uci" >"$scripts/script"
    talk 'UCI engines' <"$scripts/script"
    exhibition "protocol=xboard $TOOLS/fake_engine xboard" >"$scripts/script"
    talk 'XBoard engines' <"$scripts/script"
done

done_talking e2e/move_doors
