#!/usr/bin/env bash
# Makes a release of the programs in a folder, installs it as the action for GitHub does, and uses its artifact bundle in a
# package. A wrong version, a missing section of the changelog and a damaged archive must be refused.
# Usage: scripts/check-release.sh PROGRAMS
set -euo pipefail
cd "$(dirname "$0")/.."
programs=$(cd "$1" && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
complain() { echo "check-release: $*" >&2; exit 1; }

# The copy has changelogs of its own: one without a section for the version, and one with it.
mkdir -p "$place/clone/Tool/Sources"
cp -R scripts LICENSE "$place/clone/"
(cd Tool/Sources && tar -cf - */Version.swift) | tar -C "$place/clone/Tool/Sources" -xf -
version=$("$programs/trackproof" --version)
release="$place/clone/scripts/release.sh"
changelog=$place/clone/CHANGELOG.md
printf '# Changelog\n\n## Unreleased\n\n- Something new.\n' >"$changelog"
refused() { # WORDS COMMAND…
    local words=$1
    shift
    if "$@" >"$place/log" 2>&1; then complain "this is not refused: $*"; fi
    grep -q "$words" "$place/log" || complain "$(cat "$place/log")"
}
refused 'have another version than 9.9.9' "$release" 9.9.9 "$place/files" "$programs"
refused "no section for $version" "$release" "$version" "$place/files" "$programs"
printf '# Changelog\n\n## %s - 2026-12-01\n\n### Added\n\n- All.\n\n## 0.0.1\n\n- Less.\n' "$version" >"$changelog"
"$release" "$version" "$place/files" "$programs"
"$release" --finish "$version" "$place/files"
[ "$(cat "$place/files/notes.md")" = "$(printf '### Added\n\n- All.')" ] || complain "the notes: $(cat "$place/files/notes.md")"

"$place/clone/scripts/install-release.sh" "$version" "$place/prefix" "file://$place/files"
[ "$("$place/prefix/bin/trackproof" --version)" = "$version" ] || complain "the installed command has another version"
"$place/prefix/bin/trackproof" collect --help | grep -q '^USAGE: trackproof collect' || complain "the collector is not found"
status=0
"$place/clone/scripts/install-release.sh" 9.9.9 "$place/other" "file://$place/files" >/dev/null 2>&1 || status=$?
[ $status = 3 ] || complain "an archive that is missing exits with $status"
archive=$(ls "$place/files"/*.tar.gz)
printf x >>"$archive"
status=0
"$place/clone/scripts/install-release.sh" "$version" "$place/other" "file://$place/files" 2>"$place/log" || status=$?
[ $status = 1 ] && [ ! -e "$place/other" ] || complain "a damaged archive exits with $status"
grep -q 'but checksums.txt says' "$place/log" || complain "$(cat "$place/log")"

# A package can use the command as a plugin does.
mkdir -p "$place/package/Plugins/Version"
cat >"$place/package/Package.swift" <<'END'
// swift-tools-version: 6.0
import PackageDescription
let package = Package(name: "client", targets: [
    .binaryTarget(name: "trackproof", path: "trackproof.artifactbundle"),
    .plugin(
        name: "Version", capability: .command(intent: .custom(verb: "trackproof-version", description: "Prints the version.")),
        dependencies: ["trackproof"]),
])
END
cat >"$place/package/Plugins/Version/Version.swift" <<'END'
import Foundation
import PackagePlugin
@main struct Version: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let process = Process()
        process.executableURL = try context.tool(named: "trackproof").url
        process.arguments = ["--version"]
        try process.run()
        process.waitUntilExit()
    }
}
END
(cd "$place/package" && python3 -m zipfile -e "$place/files/trackproof-$version.artifactbundle.zip" .)
chmod -R u+x "$place/package/trackproof.artifactbundle"
# This machine may not let SwiftPM make a sandbox.
swift package --package-path "$place/package" --disable-sandbox trackproof-version >"$place/log" 2>&1 || complain "$(cat "$place/log")"
grep -qx "$version" "$place/log" || complain "the plugin printed: $(cat "$place/log")"
echo "check-release: the archive, the artifact bundle and the notes of $version work"
