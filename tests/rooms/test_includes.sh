# Who may include whom, and where #ifdefs for processors and operating systems may stand.
# Usage: test_includes.sh [SOURCE FOLDER]
source=${1:-src}
failures=0

fail()
{
    echo "$1"
    failures=$((failures + 1))
}

# The rooms that a file may include, its own among them.
allowed_rooms()
{
    case $1 in
    system/*) echo system ;;
    chess/*) echo chess ;;
    rules/*) echo rules chess ;;
    engine/*) echo engine chess rules system ;;
    perft/*) echo perft chess rules system ;;
    simul/*) echo simul chess rules system ;;
    seats/builtin* | seats/pool* | seats/exhibitor* | seats/spec*) echo seats engine chess system ;;
    seats/*) echo seats chess system ;;
    training/*) echo training engine chess system ;;
    uci/* | cli/* | main.c) echo system chess rules engine perft simul seats uci cli ;;
    *) echo ;;
    esac
}

files=$(cd "$source" && find . -name '*.[ch]' | sed 's|^\./||' | sort)
test -n "$files" || fail "no sources in $source"

for file in $files; do
    allowed=$(allowed_rooms "$file")
    test -n "$allowed" || fail "$file: a room that is not in the plan"
    for include in $(sed -n 's/^[ \t]*#[ \t]*include[ \t]*"\([^"]*\)".*/\1/p' "$source/$file"); do
        room=${include%%/*}
        case $file:$include in
        seats/*:simul/seat.h) continue ;; # the one thing the two rooms share
        esac
        case " $allowed " in
        *" $room "*) ;;
        *) fail "$file includes $include: ${file%%/*} may include only: $allowed" ;;
        esac
        test -f "$source/$include" || fail "$file includes $include: paths start from $source"
    done
done

processor='__(x86_64|i386|aarch64|arm|AVX|SSE|BMI|POPCNT|ARM|znver|SSSE|FMA|LZCNT)[A-Za-z0-9_]*|_M_X64|_MSC_VER'
system='__(linux|APPLE|FreeBSD|OpenBSD|NetBSD|unix|CYGWIN|MINGW)[A-Za-z0-9_]*|_WIN32|_WIN64'
for file in $files; do
    case $file in
    chess/bits.h | engine/simd.h) ;;
    *)
        grep -nE "^[ \t]*#[ \t]*(if|ifdef|ifndef|elif).*($processor)" "$source/$file" &&
            fail "$file: #ifdefs for processors belong in chess/bits.h and engine/simd.h"
        ;;
    esac
    case $file in
    system/*) ;;
    *)
        grep -nE "^[ \t]*#[ \t]*(if|ifdef|ifndef|elif).*($system)" "$source/$file" &&
            fail "$file: #ifdefs for operating systems belong in system"
        ;;
    esac
done

echo "rooms/includes: $(echo "$files" | wc -l) files, $failures failures"
test $failures -eq 0
