#!/bin/sh
# What `make install` puts where, that `make uninstall` takes all of it away again, and that the examples are exhibition files.
set -eu

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
passed=0
case $CAROUSEL in /*) ;; *) CAROUSEL=$PWD/$CAROUSEL ;; esac

make -s install EXE="$CAROUSEL" DESTDIR="$place" PREFIX=/usr BINDIR=/usr/games >/dev/null
(cd "$place" && find . -type f | sort) >"$place.list"
cat >"$place.wanted" <<'END'
./usr/games/carousel
./usr/share/doc/carousel/COPYING
./usr/share/doc/carousel/README.md
./usr/share/doc/carousel/club.simul
./usr/share/doc/carousel/events.schema.json
./usr/share/doc/carousel/match.simul
./usr/share/man/man6/carousel.6
END
diff "$place.wanted" "$place.list" || { echo 'FAILED: other files are installed'; exit 1; }
rm -f "$place.wanted" "$place.list"
"$place/usr/games/carousel" --version | grep -q '^Carousel '
passed=$((passed + 2))

for file in club match; do
    printf 'simul new file src/doc/%s.simul\nsimul status\n' $file | "$CAROUSEL" >"$place/said"
    grep -q '^info string simul status phase planned boards ' "$place/said" || { echo "FAILED: $file.simul"; cat "$place/said"; exit 1; }
    passed=$((passed + 1))
done
# The page names the commands there are, and the exit statuses.
for word in simul demo perft rules bench 'EXIT STATUS' '130'; do
    grep -q -- "$word" src/doc/carousel.6 || { echo "FAILED: the manual page does not say $word"; exit 1; }
done
passed=$((passed + 1))

make -s uninstall EXE="$CAROUSEL" DESTDIR="$place" PREFIX=/usr BINDIR=/usr/games >/dev/null
rm -f "$place/said"
[ -z "$(find "$place" -type f)" ] || { echo 'FAILED: files are left:'; find "$place" -type f; exit 1; }
passed=$((passed + 1))
echo "rooms/install: $passed passed, 0 failed"
