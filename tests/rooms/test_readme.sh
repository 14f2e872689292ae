# README.md names every command, every UCI option and every setting of an exhibition there is.
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
settings=$(sed -n 's/^    [A-Z_{]*[({]*"\([a-z0-9-]*\)", *\([a-z_]*\|SIMUL_SETTING.*\),.*/\1/p' src/simul/settings_table.c | grep -v '^exhibitor-kind$\|^exhibitor-spec$')
test -n "$settings" || { echo "no settings found"; failures=$((failures + 1)); }
for setting in $settings; do
    grep -q "\`$setting\`" README.md || { echo "README.md does not name the setting $setting"; failures=$((failures + 1)); }
done
echo "rooms/readme: $(echo "$settings" | wc -l) settings, $failures failures"
test $failures -eq 0
