# The test of includes notices every breach: for each room a file that includes something of each room it may not,
# and each kind of line that belongs elsewhere.
rooms='base system chess rules tablebase perft engine simul record control seats desk web uci cli training'
check=${0%/*}/test_includes.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0
tried=0

for room in $rooms; do
    mkdir "$tree/$room"
    echo '/* A header. */' >"$tree/$room/header.h"
done

# The rooms that stand below each room, itself among them, written out by hand.
may()
{
    case $1 in
    base) echo base ;;
    system) echo base system ;;
    chess) echo base chess ;;
    rules) echo base chess rules ;;
    tablebase) echo base chess system tablebase ;;
    perft) echo base chess system perft ;;
    engine) echo base chess rules system tablebase engine ;;
    simul) echo base chess rules simul ;;
    record) echo base chess rules simul system record ;;
    control) echo base chess rules simul system record control ;;
    seats) echo base chess system seats ;;
    desk) echo base chess rules tablebase simul system record control desk ;;
    web) echo base chess rules tablebase simul system record control desk web ;;
    uci) echo base chess rules simul system record control desk engine perft tablebase uci ;;
    cli) echo base chess rules simul system record control desk engine perft tablebase seats web uci cli ;;
    training) echo base chess rules system tablebase engine training ;;
    esac
}

# expect 0|1 WHAT: does the check pass the tree as it stands?
expect()
{
    tried=$((tried + 1))
    said=$(sh "$check" "$tree" 2>&1)
    got=$?
    if [ "$got" != "$1" ]; then
        echo "$2: expected $1, got $got: $said"
        failures=$((failures + 1))
    fi
}

# All that is allowed, in one tree; then each breach alone in a tree of headers.
for room in $rooms; do
    for other in $(may $room); do
        echo "#include \"$other/header.h\"" >"$tree/$room/of_$other.c"
    done
done
mkdir "$tree/system/posix"
echo '#include <pthread.h>' >"$tree/system/posix/of_system.h"
echo '#include <unistd.h>' >"$tree/system/of_system.c"
echo '    seat->signal(seat); child_poll(child); /* by poll() or ppoll() */' >"$tree/seats/of_seats.c"
expect 0 'a tree without a breach'
rm -r "$tree"/*/of_*.c "$tree/system/posix"
for room in $rooms; do
    for other in $rooms; do
        case " $(may $room) " in
        *" $other "*) continue ;;
        esac
        echo "#include \"$other/header.h\"" >"$tree/$room/breach.c"
        expect 1 "$room includes $other"
        rm "$tree/$room/breach.c"
    done
done

# planted FILE LINE: a line in a file where it does not belong.
planted()
{
    echo "$2" >"$tree/$1"
    expect 1 "$1: $2"
    rm "$tree/$1"
}
planted chess/planted.c '#if defined(__AVX2__)'
planted engine/planted.c '#ifdef __x86_64__'
planted simul/planted.c '#ifdef __linux__'
planted chess/planted.c '#include "chess/gone.h"'
planted chess/planted.c '#include "header.h"'
for header in pthread threads sched semaphore unistd poll signal fcntl termios spawn dirent netdb time windows winsock2 sys/types sys/wait \
    netinet/in arpa/inet; do
    planted engine/planted.c "#include <$header.h>"
done
planted simul/planted.c '# include <time.h>'
planted main.c '#include <signal.h>'
planted system/planted.h '#include <pthread.h>'
planted engine/planted.h '    pthread_mutex_t mutex;'
planted control/planted.c '    struct pollfd channels[2];'
planted uci/planted.c '    signal(SIGINT, SIG_IGN);'
planted training/planted.c '    if (isatty(2))'
planted cli/planted.c '    input_init(&input, STDIN_FILENO, -1);'
planted seats/planted.h '    pid_t child;'
planted desk/planted.c '    const HANDLE file = 0;'

echo "rooms/breaches: $tried trees, $failures failures"
test $failures -eq 0
