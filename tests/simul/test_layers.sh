# SPDX-License-Identifier: GPL-3.0-only
# The files of the exhibition's core call only those above them in the list of core_parts.h: handlers and judgements
# set what comes next, and the one place that steps calls them, never the other way round.
# Usage: test_layers.sh [core_parts.h]; the objects looked at are those of the tests' own build, where $TOOLS stands.
objects=${TOOLS:-build/check/tests/tools}/../../src/simul
state=${1:-src/simul/core_parts.h}

# `nm -A` says FILE:ADDRESS TYPE NAME of what a file defines (T) and of what it wants (U).
for source in src/simul/core*.c; do
    nm -A "$objects/$(basename "$source" .c).o"
done | awk -v state="$state" '
    BEGIN {
        while ((getline line <state) > 0)
            if (line ~ /^ [*]     core[a-z_]*[.]c /) {
                sub(/^ [*]     /, "", line)
                sub(/[.]c .*/, "", line)
                place[line] = ++places
            }
    }
    {
        file = $1
        sub(/[.]o:.*/, "", file)
        sub(/.*[/]/, "", file)
        seen[file] = 1
        if ($(NF - 1) == "T")
            owner[$NF] = file
        else if ($(NF - 1) == "U")
            calls[++count] = file " " $NF
    }
    END {
        for (file in seen)
            if (!(file in place)) {
                print file ".c is not in the list of " state
                failures++
            }
        for (i = 1; i <= count; i++) {
            split(calls[i], call, " ")
            if (!(call[2] in owner))
                continue
            checked++
            if (place[owner[call[2]]] > place[call[1]]) {
                print call[1] ".c calls " call[2] "() of " owner[call[2]] ".c, which stands below it"
                failures++
            }
        }
        if (checked < 100) {
            print "only " checked + 0 " calls were found"
            failures++
        }
        print "simul/layers: " checked + 0 " calls, " failures + 0 " failures"
        exit failures > 0
    }'
