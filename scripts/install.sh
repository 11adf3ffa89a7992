#!/usr/bin/env bash
# Installs programs of a folder, with their completions for shells and their manual pages, or removes all programs.
# Usage: scripts/install.sh FOLDER PREFIX PROGRAM…   (PROGRAM: trackproof or trackproof-collector)
#        scripts/install.sh --remove PREFIX
set -euo pipefail

[ $# -ge 3 ] || [ "$1" = --remove ] || { echo "usage: scripts/install.sh FOLDER PREFIX PROGRAM…" >&2; exit 64; }
source=$1
prefix=$2
shift 2

if [ "$source" = --remove ]; then
    rm -f "$prefix"/share/man/man1/trackproof{,-*,.*}.1
    for program in trackproof trackproof-collector; do
        rm -f "$prefix/bin/$program" "$prefix/share/bash-completion/completions/$program" \
            "$prefix/share/zsh/site-functions/_$program" "$prefix/share/fish/vendor_completions.d/$program.fish"
    done
    rm -rf "$prefix/libexec/trackproof"
    exit
fi

# Without this check, the first part that fails would leave half of the files.
mkdir -p "$prefix/bin" || { echo "install: cannot write to $prefix: choose another folder with PREFIX, or use sudo" >&2; exit 73; }
[ -w "$prefix/bin" ] || { echo "install: cannot write to $prefix/bin: choose another folder with PREFIX, or use sudo" >&2; exit 73; }

mkdir -p "$prefix/libexec/trackproof" "$prefix/share/bash-completion/completions" "$prefix/share/zsh/site-functions" \
    "$prefix/share/fish/vendor_completions.d" "$prefix/share/man/man1"
for program in "$@"; do
    install -m 755 "$source/$program" "$prefix/bin/$program"
    "$source/$program" --generate-completion-script bash >"$prefix/share/bash-completion/completions/$program"
    "$source/$program" --generate-completion-script zsh >"$prefix/share/zsh/site-functions/_$program"
    "$source/$program" --generate-completion-script fish >"$prefix/share/fish/vendor_completions.d/$program.fish"
    "$source/generate-manual" "$source/$program" --multi-page --output-directory "$prefix/share/man/man1" >/dev/null
    # The subcommand `help` needs no page.
    rm -f "$prefix/share/man/man1/$program.help.1"
    if [ "$program" = trackproof ]; then
        # The app of `trackproof demo` is not a command for users.
        install -m 755 "$source/trackproof-demo-app" "$prefix/libexec/trackproof/trackproof-demo-app"
    fi
    echo "installed $prefix/bin/$program"
done
# The subcommand `collect` becomes the other program.
[ ! -e "$prefix/share/man/man1/trackproof-collector.1" ] ||
    echo '.so man1/trackproof-collector.1' >"$prefix/share/man/man1/trackproof.collect.1"
