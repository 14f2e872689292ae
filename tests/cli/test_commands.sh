# The shell commands from outside: help, version, exit statuses, what goes to which stream.
failures=0
checks=0
out=$(mktemp)
err=$(mktemp)
trap 'rm -f "$out" "$err"' EXIT

# run STATUS ARGUMENT…: the exit status is as it should be.
run()
{
    expected=$1
    shift
    "$CAROUSEL" "$@" >"$out" 2>"$err" </dev/null
    status=$?
    check "'carousel $*' exits $status, expected $expected" test $status = "$expected"
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

run 0 --version
check 'version' grep -qx 'Carousel [0-9][0-9.]*' "$out"
run 0 --help
check 'help says how to start' grep -q '^  carousel ' "$out"
commands=$(sed -n 's/^    \([a-z][a-z]*\)  *[a-z].*/\1/p' "$out")
cp "$out" "$out.help"
run 0 help
check '--help and help are the same' cmp "$out" "$out.help"
run 0 -h
check '--help and -h are the same' cmp "$out" "$out.help"
rm -f "$out.help"
for command in uci perft bench rules help; do
    check "the list names $command" sh -c "echo '$commands' | grep -qx $command"
done
for command in $commands; do
    run 0 "$command" --help
    check "'$command --help' shows how it is called" grep -q "carousel" "$out"
    check "'$command --help' complains of nothing" test ! -s "$err"
    mv "$out" "$out.one"
    run 0 help "$command"
    check "'help $command' is '$command --help'" cmp "$out" "$out.one"
    rm -f "$out.one"
    test "$command" = help && continue
    run 2 "$command" --no-such-option
    check "'$command --no-such-option' says what is wrong" grep -q "^carousel $command: unknown option --no-such-option$" "$err"
    check "'$command --no-such-option' says it once" test "$(wc -l <"$err")" = 2
    check "'$command --no-such-option' prints nothing else" test ! -s "$out"
done
run 2 nonsense
check 'an unknown command is named' grep -q "no command 'nonsense'" "$err"
check 'and nothing printed' test ! -s "$out"
run 2 help nonsense
run 2 bench 0
check 'a depth out of range' grep -qx 'carousel bench: the depth must be from 1 to 64, not 0' "$err"
run 2 bench 5 6
run 0 bench 2
check 'bench' grep -qx '[1-9][0-9]* nodes [0-9]* nps' "$out"

# A full disk is an error, not a success.
if test -w /dev/full; then
    "$CAROUSEL" --help >/dev/full 2>/dev/null
    check 'help into a full disk fails' test $? = 1
    "$CAROUSEL" bench 1 >/dev/full 2>/dev/null
    check 'bench into a full disk fails' test $? = 1
fi
# A reader that has gone does not kill the program by a signal.
status=$( (
    "$CAROUSEL" --help
    echo $? >&3
) 3>&1 >/dev/null | cat)
check 'help into a pipe' test "$status" = 0

echo "cli/commands: $((checks - failures)) passed, $failures failed"
test $failures = 0
