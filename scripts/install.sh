#!/usr/bin/env bash
# Installs the programs of a folder, with their completions for shells and their manual pages, or removes them.
# Usage: scripts/install.sh FOLDER PREFIX
#        scripts/install.sh --remove PREFIX
set -euo pipefail

[ $# = 2 ] || { echo "usage: scripts/install.sh FOLDER|--remove PREFIX" >&2; exit 64; }
source=$1
prefix=$2
programs=(trackproof trackproof-collector)

if [ "$source" = --remove ]; then
    rm -f "$prefix"/share/man/man1/trackproof{,-*,.*}.1
    for program in "${programs[@]}"; do
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
for program in "${programs[@]}"; do
    install -m 755 "$source/$program" "$prefix/bin/$program"
    "$source/$program" --generate-completion-script bash >"$prefix/share/bash-completion/completions/$program"
    "$source/$program" --generate-completion-script zsh >"$prefix/share/zsh/site-functions/_$program"
    "$source/$program" --generate-completion-script fish >"$prefix/share/fish/vendor_completions.d/$program.fish"
    "$source/generate-manual" "$source/$program" --multi-page --output-directory "$prefix/share/man/man1" >/dev/null
done
# The subcommand `collect` becomes the other program, and `help` needs no page.
rm -f "$prefix"/share/man/man1/trackproof{,-collector}.help.1
echo '.so man1/trackproof-collector.1' >"$prefix/share/man/man1/trackproof.collect.1"
# The app of `trackproof demo` is not a command for users.
install -m 755 "$source/trackproof-demo-app" "$prefix/libexec/trackproof/trackproof-demo-app"
echo "installed trackproof and trackproof-collector in $prefix/bin"
