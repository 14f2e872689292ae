# carousel-train from outside: words, seeds, signals, what files hold.
failures=0
checks=0
case $CAROUSEL in
/*) train=$CAROUSEL-train ;;
*) train=$PWD/$CAROUSEL-train ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
out=$folder/out
err=$folder/err

# run STATUS ARGUMENT…: the exit status is as it should be.
run()
{
    expected=$1
    shift
    "$train" "$@" >"$out" 2>"$err" </dev/null
    status=$?
    check "'carousel-train $*' exits $status, expected $expected" test $status = "$expected"
}

# check MESSAGE COMMAND…
check()
{
    message=$1
    shift
    checks=$((checks + 1))
    "$@" >/dev/null && return
    echo "$message"
    failures=$((failures + 1))
}

# value NAME: the number after it in what was said.
value()
{
    sed -n "s/^$1 \([0-9]*\).*/\1/p" "$out"
}

cd "$folder" || exit 1

# Words are never taken for files.
for words in '--help' '-h' 'datagen --help' 'datagen games.dat --help' 'stats -h'; do
    run 0 $words
    check "'$words' helps" grep -q '^Usage: carousel-train datagen' "$out"
done
for words in 'datagen -x' 'datagen' 'datagen a.dat b.dat' 'datagen a.dat nodes=0' 'datagen a.dat epochs=3' 'stats a.dat seed=1' 'dance a.dat'; do
    run 2 $words
    check "'$words' is explained" grep -q '^carousel-train: ' "$err"
done
run 1 stats missing.dat
check 'a missing file is named' grep -q "cannot read 'missing.dat'" "$err"
check 'no file was made' sh -c 'test -z "$(ls | grep -v "^out$\|^err$")"'

# Seeds: one is drawn and told; a given one goes on after its last game.
run 0 datagen one.dat positions=200 nodes=20 threads=1
drawn=$(sed -n 's/.* of seed \([0-9]*\),.*/\1/p' "$err")
run 0 datagen two.dat positions=200 nodes=20 threads=1
check 'another seed each time' test -n "$drawn" -a "$drawn" != "$(sed -n 's/.* of seed \([0-9]*\),.*/\1/p' "$err")"
run 0 datagen again.dat positions=200 nodes=20 threads=1 seed="$drawn"
check 'the same seed is the same games' cmp one.dat again.dat
run 0 stats again.dat
games=$(value games)
run 0 datagen again.dat positions=400 nodes=20 threads=1 seed="$drawn"
check 'the run goes on after its last game' grep -q "holds $(wc -c <one.dat | awk '{print ($1 - 40) / 32}') positions; on with game $games of seed $drawn," "$err"
run 0 stats again.dat
check 'and plays no game twice' test "$(value duplicates)" -lt 60

# Statistics.
cp one.dat copy.dat
run 0 stats one.dat
positions=$(value positions)
games=$(value games)
duplicates=$(value duplicates)
run 0 stats one.dat two.dat
check 'two seeds are two' grep -qx 'seeds in several files 0' "$out"
run 0 stats one.dat copy.dat
check 'a file twice has every position twice' test "$(value duplicates)" = $((positions + duplicates))
check 'positions add up' test "$(value positions)" = $((2 * positions))
check 'games add up' test "$(value games)" = $((2 * games))
check 'a seed in two files is counted' grep -qx 'seeds in several files 1' "$out"
check 'and named' grep -q "seed $drawn is in more than one file" "$err"
run 0 stats one.dat limit=10
check 'a limit is kept' test "$(value positions)" = 10

# A torn end is left out, with a word about it; damage inside is not accepted.
cat one.dat two.dat >torn.dat
truncate -s -7 torn.dat
run 0 stats torn.dat
check 'what is whole counts' test "$(value positions)" = "$positions"
check 'a torn end is told' grep -q "'torn.dat' ends in a torn chunk" "$err"
cat torn.dat one.dat >damaged.dat
run 1 stats damaged.dat
check 'damage is told' grep -q "'damaged.dat': a chunk is torn or altered" "$err"

# A request to end: finished games are written, the file is whole, the status is the shell's for the signal.
"$train" datagen stopped.dat nodes=50 threads=2 seed=1 positions=100000000 2>"$err" </dev/null &
pid=$!
sleep 1
kill -TERM $pid
wait $pid
status=$?
check "status $status after SIGTERM" test $status = $((128 + 15))
check 'it says what it did' grep -q '^stopped; [1-9][0-9]* positions of [1-9][0-9]* games' "$err"
run 0 stats stopped.dat
check 'the file is whole' test ! -s "$err"
check 'and holds the games' test "$(value games)" -gt 0

# From positions to a network and its source.
run 2 train one.dat
check 'train wants to know where to' grep -q 'out=FILE' "$err"
run 2 train one.dat out=x.flt nodes=3
run 1 train one.dat out=x.flt hidden=100
check 'a wrong width is told' grep -q '100 hidden neurons' "$err"
run 0 datagen many.dat positions=3000 nodes=60 threads=2 seed=3
run 0 train many.dat out=trained.flt hidden=64 buckets=8 passes=2 threads=2
check 'it says what came out' grep -q '^validation 0\.[0-9]*$' "$out"
run 0 train many.dat out=again.flt from=trained.flt passes=1 rate=1 weight=40
run 2 export trained.flt many.dat
check 'export wants to know where to' grep -q 'out=FILE' "$err"
run 1 export trained.flt one.dat out=made.net
check 'too few positions are told' grep -q 'settle no scale' "$err"
check 'and nothing is written' test ! -e made.net
run 1 export one.dat many.dat out=other.net
check 'what is no network is told' grep -q "'one.dat' is no network that is being trained" "$err"

echo "training/commands: $checks checks, $failures failures"
test $failures -eq 0
