#!/usr/bin/env bash
# Installs the release build in a temporary folder, uses what was installed, and removes it again.
# Usage: scripts/check-install.sh SCRATCH
set -euo pipefail

fail() { echo "check-install: $*" >&2; exit 1; }

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
# The folder has a space, and stands for the root of a package.
install() { make --no-print-directory "$1" SCRATCH="$scratch" DESTDIR="$place/a root" PREFIX=/opt >/dev/null; }
scratch=$1
clone=$PWD
install install
prefix="$place/a root/opt"
path=$PATH
export PATH="$prefix/bin:/usr/bin:/bin"
cd "$place"
[ "$(command -v trackproof)" = "$prefix/bin/trackproof" ] || fail "trackproof is not in bin"

trackproof demo --output demo >demo.txt || fail "the demo failed: $(tail -n 5 demo.txt)"
missing='trackproof: trackproof-collector is neither beside trackproof nor in PATH; `make install-collector` installs it'
[ "$(trackproof collect 2>&1)" = "$missing" ] || fail "without the collector: $(trackproof collect 2>&1)"
(cd "$clone" && PATH=$path && install install-collector)
trackproof collect --help | grep -q '^USAGE: trackproof collect' || fail "trackproof collect does not find the collector"
trackproof run --collect -- sh -c 'test -n "$TRACKPROOF_COLLECTOR_SEGMENT" || exit 9' 2>messages && fail "an SDK sent nothing"
grep -q 'nothing arrived at the collector' messages || fail "the run without a request said: $(cat messages)"

completions() { # WORDS: prints the completions of the last word in bash; call this only in a pipeline, which is a subshell
    # The script of completions is for an interactive shell.
    set +eu
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=$((${#COMP_LINE})) COMPREPLY=()
    source "$prefix/share/bash-completion/completions/$1"
    complete -p "$1" >/dev/null || fail "bash has no completions for $1"
    # Bash passes the name of the command, the word and the word before.
    "_$1" "$1" "${@: -1}" "${@: -2:1}" 2>/dev/null
    printf '%s\n' "${COMPREPLY[@]}"
}
completions trackproof ver | grep -q verify || fail "bash does not complete \`trackproof ver\`"
completions trackproof-collector --keep | grep -q -- --keep-events || fail "bash does not complete --keep"
for file in zsh/site-functions/_trackproof fish/vendor_completions.d/trackproof-collector.fish \
    man/man1/trackproof.1 man/man1/trackproof.run.1 man/man1/trackproof.collect.1; do
    [ -s "$prefix/share/$file" ] || fail "there is no share/$file"
done

cd "$clone"
make --no-print-directory uninstall DESTDIR="$place/a root" PREFIX=/opt >/dev/null
rest=$(find "$prefix" -not -type d)
[ -z "$rest" ] || fail "uninstall leaves $rest"
