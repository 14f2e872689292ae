# What the scripts of tests/e2e share: `talk` holds a conversation with the program as its script says.
# Usage in a script:  . "$(dirname "$0")/lib.sh"
set -eu

scripts=$(mktemp -d)
trap 'rm -rf "$scripts"' EXIT
passed=0

# talk NAME [ARGUMENT …] <script: a conversation; what was said is shown if it fails.
talk() {
    name=$1
    shift
    if "$TOOLS/talk" "$CAROUSEL" "$@" >"$scripts/said" 2>&1; then
        passed=$((passed + 1))
    else
        echo "FAILED: $name"
        cat "$scripts/said"
        exit 1
    fi
}

done_talking() {
    echo "$1: $passed passed, 0 failed"
}
