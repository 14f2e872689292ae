# Thirty engines that start together, however few processors there are: slow ones, ones that know both protocols and read both
# questions before they answer the first, ones that never end their list of features. All of them get ready, and all of them play.
. "$(dirname "$0")/lib.sh"
fake=$TOOLS/fake_engine
slower=${TALK_PATIENCE:-1}
test "$slower" -le 4 || slower=4 # they sleep: more would only take longer
# A fourth of the limit is the patience with `uci`: these sleep for longer than that.
limit=$((4000 * slower))
sleep=$((1150 * slower))

set --
for i in 1 2 3 4 5; do
    set -- "$@" --opponent "$fake seed=$i" --opponent "$fake xboard seed=$i" --opponent "$fake both start=$sleep seed=$i" \
        --opponent "$fake handshake=$((500 * slower)) seed=$i" --opponent "$fake xboard nodone seed=$i" \
        --opponent "$fake both banner start=$sleep option.Hash=2 seed=$i"
done
talk 'thirty at once' simul --plain --start-limit $limit --reply 30000 --nodes 50 --overrun 100000 --maxmoves 2 --pgn none --journal none "$@" <<'END'
timeout 60000
! error
! incident
< arrive board 1 round 1
< arrive board 30 round 2
< done wins 0 draws 30 losses 0 unfinished 0
exit 0
END
done_talking e2e/simul_starters
