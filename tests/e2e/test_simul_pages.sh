#!/bin/sh
# `carousel simul` with pages open: what its output says of keys, and that it goes on, loads and begins anew under them.
. "$(dirname "$0")/lib.sh"

top=$PWD
cd "$scripts"
case $CAROUSEL in /*) ;; *) CAROUSEL=$top/$CAROUSEL ;; esac

# exhibition OPTION …, with its lines from stdin: 20 s at most; its own status does not matter.
exhibition() {
    status=0
    timeout -k 1 20 "$CAROUSEL" simul --listen 0 --boards 2 --movetime 50 --pgn none "$@" || status=$?
    [ "$status" -lt 124 ] || echo 'it does not end'
}

# A link is for who plays by it: no key stands in what a pipe gets.
{ sleep 1; printf 'start\n'; sleep 1; printf 'abort\n'; sleep 1; printf 'quit\n'; } |
    timeout -k 1 20 "$CAROUSEL" simul --json --listen 0 --exhibitor browser --seat '1 name "Anna" browser' --pgn none --journal none >json || true
grep -q '{"board":0,"name":[^,]*,"person":true,"player":"browser"}' json
grep -q '{"board":1,"name":"Anna","person":true,"player":"browser",' json
[ "$(grep -cE '[0-9a-f]{32}' json)" = 0 ]
passed=$((passed + 1))

# Ended, and going on: the next end is one of its own again, and the program stays for what is said after it.
{ printf 'abort\nstart\nabort\nstatus\n'; sleep 1; printf 'quit\n'; } | exhibition --plain --journal on.journal >on 2>&1
[ "$(grep -c '^status phase ' on)" = 1 ]
passed=$((passed + 1))

# What cannot be loaded leaves no exhibition, and the program asks for another.
{ printf 'abort\nload nothing.journal\nscore\nnew boards 1\nstatus\n'; sleep 1; printf 'quit\n'; } | exhibition --json --journal load.journal >load 2>&1
grep -q '"event":"error","text":"score: no exhibition has been started"' load
grep -q '"event":"notice","text":"status phase planned boards 1"' load
passed=$((passed + 1))

# Another one without pages closes those of the last, and ends by itself.
printf 'abort\nnew boards 1 nodes 50 maxmoves 1 pgn none journal none\nstart\n' | exhibition --plain --journal anew.journal >anew 2>&1
grep -q '^done wins' anew
[ "$(grep -c 'it does not end' on load anew)" = "$(printf 'on:0\nload:0\nanew:0')" ]
passed=$((passed + 1))

# While it waits for `start` there is nothing to save, and a signal ends it.
"$CAROUSEL" simul --listen 0 --browser Anna --plain --pgn none --journal none </dev/null >waits 2>&1 &
waiting=$!
tries=0
while ! grep -q '^listen ' waits && [ "$tries" -lt 100 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
kill -TERM "$waiting"
{ sleep 10; kill -KILL "$waiting" 2>/dev/null; } >/dev/null 2>&1 &
watch=$!
status=0
wait "$waiting" || status=$?
kill "$watch" 2>/dev/null || true
[ "$status" = 130 ]
passed=$((passed + 1))

done_talking e2e/simul_pages
