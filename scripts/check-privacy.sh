#!/usr/bin/env bash
# Fails if a module that ships in an app uses an API that Apple's privacy manifests require a reason for: times of files,
# the time since boot, free disk space, active keyboards, and user defaults. Apple lists these APIs in "Describing use of
# required reason API". Searches the symbols that the compiled code of AppleCheck refers to, because AppleCheck also
# compiles the code for Apple's platforms.
# Usage: check-privacy.sh FOLDER   (the folder of AppleCheck's build)
set -euo pipefail
cd "$(dirname "$0")/.."

# Functions of C, and parts of the names of Foundation's and UIKit's declarations.
functions='_?(stat|fstat|fstatat|lstat|stat64|fstat64|lstat64|__xstat|__fxstat|__lxstat|getattrlist|fgetattrlist'
functions+='|getattrlistat|getattrlistbulk|statfs|fstatfs|statvfs|fstatvfs|mach_absolute_time)'
names='UserDefaults|systemUptime|activeInputModes|FileAttributeKey|URLResourceKey|URLResourceValues'

# Prints the symbols of object files that need a reason.
found() {
    nm --undefined-only "$@" 2>/dev/null | awk '{ print $2 }' | sort -u | swift demangle --compact |
        grep -E "^$functions(@.*)?$|$names" || true
}

complain() { echo "check-privacy: $*" >&2; exit 1; }

# The search must find a call that needs a reason.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/plant.swift" <<'END'
import Foundation
func plant() throws -> [Any] {
    var status = stat()
    _ = stat("/", &status)
    UserDefaults.standard.set(true, forKey: "a")
    return [ProcessInfo.processInfo.systemUptime, try FileManager.default.attributesOfItem(atPath: "/")]
}
END
swiftc -c -parse-as-library "$folder/plant.swift" -o "$folder/plant.o"
for name in stat UserDefaults systemUptime FileAttributeKey; do
    found "$folder/plant.o" | grep -q "$name" || complain "the search does not find $name"
done

for module in TrackproofPlatform Trackproof TrackproofJSON TrackproofBridgeProtocol TrackproofBridge; do
    objects=("$1/debug/$module.build"/*.o)
    [ -f "${objects[0]}" ] || complain "no object files of $module in $1"
    symbols=$(found "${objects[@]}")
    [ -z "$symbols" ] || complain "$module uses an API that needs a reason: $symbols"
done
echo "no module for apps uses an API that needs a reason in a privacy manifest"
