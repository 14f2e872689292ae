# Several exhibitions started at one moment in one folder: names that nobody gave are different ones, a file that they share
# holds all games, and nothing is lost, made anew or left behind empty.
. "$(dirname "$0")/lib.sh"

case $CAROUSEL in
/*) program=$CAROUSEL ;;
*) program=$PWD/$CAROUSEL ;;
esac

# together NAME ARGUMENT …: five at once, in a folder of their own
together() {
    name=$1
    shift
    mkdir "$scripts/$name"
    cd "$scripts/$name"
    for i in 1 2 3 4 5; do
        "$program" simul --plain --boards 2 --nodes 50 --maxmoves 3 --reply 60000 "$@" >"said-$i" 2>&1 </dev/null &
    done
    wait
    if grep -E '^(error|incident)' said-*; then
        echo "FAILED: $name"
        exit 1
    fi
}

expect() {
    test "$2" = "$3" || {
        echo "FAILED: $name: $1: $2 instead of $3"
        ls
        exit 1
    }
    passed=$((passed + 1))
}

together made_up
expect 'score sheets' "$(ls ./*.pgn | wc -l)" 5
expect 'journals' "$(ls ./*.journal | wc -l)" 5
expect 'games' "$(cat ./*.pgn | grep -c '^\[Event ')" 10
for file in ./*.pgn; do
    expect "games in $file" "$(grep -c '^\[Event ' "$file")" 2
done

together no_journal --journal none
expect 'score sheets' "$(ls ./*.pgn | wc -l)" 5
expect 'games' "$(cat ./*.pgn | grep -c '^\[Event ')" 10

together shared --pgn shared.pgn
expect 'score sheets' "$(ls ./*.pgn)" ./shared.pgn
expect 'games' "$(grep -c '^\[Event ' shared.pgn)" 10
expect 'journals' "$(ls ./*.journal | wc -l)" 5
done_talking e2e/simul_at_once
