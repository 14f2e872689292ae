# A program that was stopped (Ctrl-Z, a suspended machine) judges people by what they had typed before, as it does engines.
. "$(dirname "$0")/lib.sh"

# 19 and 18 are SIGSTOP and SIGCONT.
if test "$(uname)" != Linux; then
    done_talking e2e/simul_stopped
    exit 0
fi

for form in uci shell; do
    if test $form = uci; then
        arguments= before='info string simul ' say='simul '
        start='> simul new boards 1 reply-people 2000 nodes 500 maxmoves 1 pgn none journal none
> simul seat 1 name "Anna" manual
> simul start'
    else
        arguments='simul --plain --reply-people 2000 --nodes 500 --maxmoves 1 --pgn none --journal none --opponent manual'
        before= say= start=
    fi
    talk "$form: typed in time, read late" $arguments <<END
$start
! ${before}late
< ${before}arrive board 1 round 2 due reply
signal 19
sleep 100
> ${say}reply 1 e7e6
sleep 3500
signal 18
~ ${before}reply board 1 move
~ ${before}done wins 0 draws 1
END
done
talk "silence is silence" simul --plain --reply-people 300 --nodes 500 --pgn none --journal none --opponent manual <<'END'
< arrive board 1 round 2 due reply
signal 19
sleep 1000
signal 18
~ late board 1
~ done wins 1
END
done_talking e2e/simul_stopped
