# README.md names every command and every UCI option there is. (Settings of an exhibition: tests/desk/test_readme.c.)
failures=0
for word in $(sed -n 's/^    {"\([a-z]*\)", [a-z]*_command,.*/\1/p' src/cli/commands.c); do
    grep -q "carousel $word\|^| \`$word\|$word" README.md || { echo "README.md does not name the command $word"; failures=$((failures + 1)); }
done
sed -n 's/^    {"\([^"]*\)", KIND_.*/\1/p' src/uci/options.c >"${TMPDIR:-/tmp}/options.$$"
test -s "${TMPDIR:-/tmp}/options.$$" || { echo "no options found"; failures=$((failures + 1)); }
while read -r option; do
    grep -q "\`$option\`" README.md || { echo "README.md does not name the option $option"; failures=$((failures + 1)); }
done <"${TMPDIR:-/tmp}/options.$$"
rm -f "${TMPDIR:-/tmp}/options.$$"
echo "rooms/readme: $failures failures"
test $failures -eq 0
