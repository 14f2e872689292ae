# Who may include whom, and where #ifdefs for processors and operating systems and the system's headers may stand.
# Usage: test_includes.sh [SOURCE FOLDER]
source=${1:-src}
failures=0

fail()
{
    echo "$1"
    failures=$((failures + 1))
}

# The rooms that stand directly below a room; with what stands below those in turn it may include them all.
below()
{
    case $1 in
    base) ;;
    system | chess) echo base ;;
    rules) echo chess ;;
    tablebase | perft) echo chess system ;;
    engine) echo chess rules tablebase system ;;
    simul) echo chess rules ;;
    record) echo simul system ;;
    control) echo record simul system ;;
    seats) echo chess system ;;
    desk) echo control record simul rules tablebase ;;
    web) echo desk control simul ;;
    uci) echo desk engine perft ;;
    cli | main.c) echo base system chess rules tablebase perft engine simul record control seats desk web uci cli ;;
    training) echo engine chess system ;;
    *) echo unknown ;;
    esac
}

# A room and all that stands below it.
with_all_below()
{
    rooms=" $1 "
    todo=$1
    while test -n "$todo"; do
        next=
        for room in $todo; do
            for lower in $(below "$room"); do
                case $rooms in
                *" $lower "*) ;;
                *)
                    rooms="$rooms$lower "
                    next="$next $lower"
                    ;;
                esac
            done
        done
        todo=$next
    done
    echo "$rooms"
}

# Single headers of another room, for whoever needs just that: FILE:INCLUDE.
exception()
{
    case $1 in
    *:version.h) ;;                # stands at the bottom
    seats/*:control/seat.h) ;;     # the contract that seats keep
    seats/builtin* | seats/pool* | seats/exhibitor*) # the kind of player that is our own engine
        case $1 in
        *:engine/engine.h) ;;
        *) return 1 ;;
        esac
        ;;
    desk/*:seats/kinds.h) ;; # the kinds of players there are
    *) return 1 ;;
    esac
}

files=$(cd "$source" && find . -name '*.[ch]' | sed 's|^\./||' | sort)
test -n "$files" || fail "no sources in $source"

found=$(mktemp)
(cd "$source" && grep -rnE --include='*.[ch]' '^[[:blank:]]*#[[:blank:]]*include[[:blank:]]*"' .) |
    sed 's|^\./\([^:]*\):[0-9]*:[^"]*"\([^"]*\)".*|\1 \2|' | sort >"$found"
last=
while read -r file include; do
    room=${file%%/*}
    if test "$room" != "$last"; then
        allowed=$(with_all_below "$room")
        last=$room
    fi
    case $allowed in
    *" unknown "*) fail "$file: a room that is not in the plan" ;;
    esac
    test -f "$source/$include" || fail "$file includes $include: paths start from $source"
    case $allowed in
    *" ${include%%/*} "*) ;;
    *) exception "$file:$include" || fail "$file includes $include: $room may include only:$allowed" ;;
    esac
done <"$found"

# forbid PATTERN WHERE MESSAGE: lines that only files whose path matches WHERE (extended) may hold.
forbid()
{
    (cd "$source" && grep -rnE --include='*.[ch]' "$1" .) | sed 's|^\./||' | grep -vE "^($2)" >"$found"
    while read -r line; do
        fail "$line: $3"
    done <"$found"
}

condition='^[[:blank:]]*#[[:blank:]]*(if|ifdef|ifndef|elif)'
processor='__(x86_64|i386|aarch64|arm|AVX|SSE|BMI|POPCNT|ARM|znver|SSSE|FMA|LZCNT)[A-Za-z0-9_]*|_M_X64|_MSC_VER'
system='__(linux|APPLE|FreeBSD|OpenBSD|NetBSD|unix|CYGWIN|MINGW)[A-Za-z0-9_]*|_WIN32|_WIN64'
forbid "$condition.*($processor)" 'base/bits.h:|engine/simd.h:' '#ifdefs for processors belong in base/bits.h and engine/simd.h'
forbid "$condition.*($system)" 'system/' '#ifdefs for operating systems belong in system'

# The wall to the operating system: its headers and words stand behind the headers of system, not even in them.
headers='(pthread|threads|sched|semaphore|unistd|poll|signal|fcntl|termios|spawn|dirent|dlfcn|netdb|pwd|time|io|direct|process|conio|windows|winsock2|ws2tcpip|sys/[a-z_]*|netinet/[a-z_]*|ntsecapi|arpa/[a-z_]*)[.]h'
words='pthread_|pollfd|sigaction|(^|[^a-z_.>])(signal|raise|fork|isatty|fileno|ppoll|poll|waitpid|getpid|kill|usleep|nanosleep|clock_gettime|localtime|mmap) ?[(]|STD(IN|OUT|ERR)_FILENO|(^|[^a-z_])(pid_t|ssize_t|HANDLE|DWORD)([^a-z_]|$)'
behind='system/[a-z]*/|system/[a-z_]*[.]c:'
forbid "^[[:blank:]]*#[[:blank:]]*include[[:blank:]]*<$headers>" "$behind" "the operating system's headers belong behind system's"
forbid "^[^*]*($words)" "$behind" "what only the operating system knows belongs behind system's headers"
rm -f "$found"

echo "rooms/includes: $(echo "$files" | wc -l) files, $failures failures"
test $failures -eq 0
