#!/bin/sh
# The perft command: output, exit status, mistakes, suites, comparing, splitting and summing.
carousel=$(cd "$(dirname "$CAROUSEL")" && pwd)/$(basename "$CAROUSEL")
fake=$TOOLS/fake_perft
kiwipete='r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
passed=0 failed=0

# check STATUS PATTERN ARGUMENTS...: the exit status, and a line of output or error that matches all of PATTERN
check()
{
    want=$1 pattern=$2
    shift 2
    output=$("$carousel" perft "$@" 2>&1 </dev/null)
    status=$?
    if [ $status -eq "$want" ] && printf '%s\n' "$output" | grep -q -x -e "$pattern"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'perft %s: status %s, expected %s and "%s"; it said:\n%s\n' "$*" $status "$want" "$pattern" "$output"
    fi
}

# same WHAT ACTUAL EXPECTED
same()
{
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s: "%s", expected "%s"\n' "$1" "$2" "$3"
    fi
}

check 0 'Nodes searched: 197281' 4
check 0 'Nodes searched: 197281' startpos 4 --threads 2 --hash 1
check 0 'Nodes searched: 97862' "$kiwipete" 3
check 0 'Depth: 3' "$kiwipete" 3
check 0 'e1g1: 2059' "$kiwipete" 3 --divide
check 0 'Nodes searched: 1' 0
check 0 '{"fen":".*","depth":2,"nodes":2039,"seconds":[0-9.]*,"nodes_per_second":[0-9]*}' "$kiwipete" 2 --json
check 0 '{"fen":.*,"moves":{"a2a3":1,.*"h2h4":1}}' 1 --divide --json
check 0 ' *4  *197281  *1576  *0  *0  *0  *469  *0  *0  *8' 4 --stats
check 0 '{"depth":2,"nodes":2039,"captures":351,"en_passant":1,"castles":91,.*}' "$kiwipete" 2 --stats --json
check 0 'Examples' --help

check 2 '.*a depth is missing.*'
check 2 '.*must be 0 to 20 (more only with --hash), not -1.*' -1
check 2 '.*must be 0 to 20 (more only with --hash), not 21.*' 21
check 2 '.*must be 0 to 60, not 61.*' 61 --hash 1
check 2 ".*must be a whole number, not '5x'.*" 5x
check 2 ".*piece placement.*" 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq -' 2
check 2 ".*'junk' after the position.*" "$kiwipete junk" 2
check 2 '.*one word too many.*' a b c
check 2 '.*at a time.*' 3 --stats --split 1
check 1 '.*does not fit 64 bits.*' 'k7/8/8/8/8/8/8/K7 w - -' 40 --hash 1

printf '\357\273\277# a comment\n\n%s ;D1 48 ;D2 2039 ;D3 97862\n' "$kiwipete" >"$place/good.epd"
printf '%s ;D1 48 ;D2 2040\n%s ;D1 48\nnonsense\n' "$kiwipete" "$kiwipete" >"$place/bad.epd"
check 0 '1 passed, 0 failed' --epd "$place/good.epd"
check 1 '1 passed, 2 failed' --epd "$place/bad.epd"
check 1 '.*bad.epd:1: depth 2: counted 2039, expected 2040' --epd "$place/bad.epd"
check 1 '.*none.epd.*' --epd "$place/none.epd"

check 0 'The counts agree: 97862, move by move.' --compare "$fake none" "$kiwipete" 3
check 1 'Missing there: e1c1 e1g1' --compare "$fake no-castling" "$kiwipete" 3
check 1 'The counts differ: here [0-9]*, there [0-9]*.' --compare "$fake no-castling" 'r3k3/8/8/8/8/8/8/4K3 w q - 0 1' 4
check 1 'Missing there: e8c8' --compare "$fake no-castling" 'r3k3/8/8/8/8/8/8/4K3 w q - 0 1' 4
check 1 'After: e1d1' --compare "$fake no-castling" 'r3k3/8/8/8/8/8/8/4K3 w q - 0 1' 2
check 1 'Too many there: a1a1' --compare "$fake extra" startpos 3
check 1 'The moves are the same, .*' --compare "$fake wrong-sum" startpos 2
check 1 '.*did not answer in time.*' --compare "$fake hang" startpos 2 --timeout 1
check 1 '.*exited with status 3 before it answered.*' --compare "$fake die" startpos 2
check 1 '.*killed by signal 9.* before it answered.*' --compare "$fake crash" startpos 2
check 1 ".*has no 'go perft'.*" --compare "$fake search" startpos 2
check 1 '.*cannot start.*' --compare "$place/nothing" startpos 2

# One count as many jobs, run as `xargs` or GNU parallel would run them.
mkdir "$place/bin"
ln -s "$carousel" "$place/bin/carousel"
PATH=$place/bin:$PATH
carousel perft "$kiwipete" 4 --split 1 >"$place/jobs"
same 'jobs' "$(grep -c "^carousel perft '[^']*' 3 # weight [0-9]*$" "$place/jobs")" "$(wc -l <"$place/jobs" | tr -d ' ')"
tr '\n' '\0' <"$place/jobs" | xargs -0 -P 2 -I JOB sh -c JOB >"$place/outputs"
same 'sum by the file of jobs' "$(carousel perft --sum "$place/jobs" <"$place/outputs" | head -n 1)" 'Nodes searched: 4085603'
same 'outputs twice' "$(cat "$place/outputs" "$place/outputs" | carousel perft --sum "$place/jobs" | head -n 1)" 'Nodes searched: 4085603'
head -n 10 "$place/jobs" | while read -r job; do
    sh -c "$job" | while read -r line; do printf '%s\t%s\n' "$job" "$line"; done
done >"$place/tagged"
head -n 10 "$place/jobs" >"$place/few"
same 'tagged lines' "$(carousel perft --sum <"$place/tagged")" "$(carousel perft --sum "$place/few" <"$place/tagged")"
same 'tagged and not' "$(carousel perft --sum <"$place/tagged" | head -n 1)" \
    "$(sed 's/.*	//' "$place/tagged" | carousel perft --sum "$place/few" | head -n 1)"
head -n $(($(wc -l <"$place/outputs") - 5)) "$place/outputs" >"$place/short"
same 'a missing output' "$(carousel perft --sum "$place/jobs" <"$place/short" 2>&1 | cut -d, -f 1)" \
    "carousel perft: 1 of $(wc -l <"$place/jobs" | tr -d ' ') jobs have no output"
if command -v parallel >/dev/null && parallel --version 2>/dev/null | grep -q GNU; then
    same 'GNU parallel' "$(parallel --tag -j 2 <"$place/jobs" 2>/dev/null | carousel perft --sum "$place/jobs" | head -n 1)" \
        'Nodes searched: 4085603'
fi

echo "perft/command: $passed passed, $failed failed"
[ $failed -eq 0 ]
