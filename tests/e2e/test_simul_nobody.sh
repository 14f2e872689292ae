# With input at its end and no terminal nobody can give an order: an exhibition that waits for one ends, saved, and says so.
. "$(dirname "$0")/lib.sh"

files=$(mktemp -d)
trap 'rm -rf "$scripts" "$files"' EXIT
nobody='an order is awaited and nobody is left to give it: the exhibition ends here, saved'

talk "a person plays A" simul --plain --exhibitor manual --boards 1 --pgn "$files/a.pgn" <<END
< arrive board 1 round 1 due move
quiet 600
eof
< error $nobody
< done wins 0 draws 0 losses 0 unfinished 1
exit 1
END
talk "A has crashed" simul --plain --reply 60000 --start-limit 60000 --exhibitor "$TOOLS/fake_engine crash always at=1" --boards 2 --pgn "$files/b.pgn" <<END
eof
< paused
< error $nobody
< done wins 0 draws 0 losses 0 unfinished 2
exit 1
END
talk "the disk is full" simul --plain --boards 2 --nodes 100 --maxmoves 3 --pgn /dev/full --journal "$files/c.journal" <<END
eof
< error cannot write to '/dev/full'
< error $nobody
exit 1
END
talk "paused, and the one who paused it has gone" simul --plain --boards 2 --movetime 50 --pgn "$files/d.pgn" <<END
< arrive board 1 round 2
> pause
< paused
eof
< error $nobody
exit 1
END
for saved in a b d; do
    test -s "$files/$saved.journal" || {
        echo "FAILED: $saved is not saved"
        exit 1
    }
    passed=$((passed + 1))
done
talk "nobody is needed" simul --plain --boards 2 --reply 60000 --nodes 100 --maxmoves 3 --pgn none --journal none <<END
eof
! error
< done wins 0 draws 2
exit 0
END

# Nobody reads any more what it says, though its input is open.
mkfifo "$files/in"
for form in uci shell; do
    rm -f "$files/status"
    if test $form = uci; then arguments=; else arguments="simul --plain --movetime 50 --boards 2 --pgn $files/shell.pgn"; fi
    (
        set +e
        "$CAROUSEL" $arguments <"$files/in"
        echo $? >"$files/status"
    ) | head -n 6 >/dev/null &
    exec 3>"$files/in"
    test $form = shell || printf 'simul new boards 2 movetime 50 pgn %s\nsimul start\n' "$files/uci.pgn" >&3
    tenths=0
    while ! test -s "$files/status" && test $tenths -lt 300; do
        sleep 0.1
        tenths=$((tenths + 1))
    done
    exec 3>&-
    wait
    test $tenths -lt 300 && test -s "$files/$form.journal" || {
        echo "FAILED: $form, nobody reads: $tenths tenths of a second, or not saved"
        exit 1
    }
    passed=$((passed + 1))
done
done_talking e2e/simul_nobody
