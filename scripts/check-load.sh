#!/usr/bin/env bash
# Proves that TrackproofXCTestLoad works as a shared library of its own, as Xcode may build it: the library links without
# the function that it calls, and calls this function when both libraries are loaded. Also proves that it works in a
# static library, because TrackproofXCTest refers to it, and that it counts the copies of a symbol in the loaded libraries.
# Usage: scripts/check-load.sh [SCRATCH-PATH]   (where AppleCheck was built)
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=${1:-.build-apple}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

complain() { echo "check-load: $*" >&2; exit 1; }

cat >"$folder/observe.c" <<'END'
#include <stdio.h>
void trackproof_observe_test_cases(int count, const char *const *files) {
    printf("observed with %d copies\n", count);
    fflush(stdout);
}
END
echo 'int main(void) { return 0; }' >"$folder/main.c"
sources=Sources/TrackproofXCTestLoad
cc -shared -fPIC -I "$sources/include" "$sources"/*.c -o "$folder/libLoad.so" -Wl,-z,defs -ldl ||
    complain "the library does not link by itself"
cc -shared -fPIC "$folder/observe.c" -o "$folder/libObserve.so" -L"$folder" -Wl,--no-as-needed -lLoad
cc "$folder/main.c" -o "$folder/shared" -L"$folder" -Wl,--no-as-needed -lObserve -Wl,-rpath,"$folder"
cc "$folder/main.c" "$folder/observe.c" "$sources"/*.c -I "$sources/include" -o "$folder/static" -ldl
nm "$scratch"/debug/TrackproofXCTest.build/*.o | grep 'U trackproof_observe_at_load$' >/dev/null ||
    complain "TrackproofXCTest does not refer to TrackproofXCTestLoad"
mkdir "$folder/objects"
for file in "$sources"/*.c; do cc -c "$file" -I "$sources/include" -o "$folder/objects/$(basename "$file").o"; done
ar rcs "$folder/libStatic.a" "$folder"/objects/*.o
cc "$folder/main.c" "$folder/observe.c" -o "$folder/archive" -L"$folder" -Wl,-u,trackproof_observe_at_load -lStatic -ldl
for program in shared static archive; do
    [ "$(LD_LIBRARY_PATH=$folder "$folder/$program")" = "observed with 0 copies" ] ||
        complain "the $program program did not observe test cases, or observed them twice"
done

# Two libraries with the symbol of the type `Analytics`, as if the module Trackproof were linked into both.
cat >"$folder/copy.c" <<'END'
int copy __asm__("$s10Trackproof9AnalyticsCMn") = 1;
END
cat >"$folder/count.c" <<'END'
#include <dlfcn.h>
#include <stdio.h>
#include "copies.h"
int main(int count, char **libraries) {
    for (int index = 1; index < count; index += 1)
        if (!dlopen(libraries[index], RTLD_NOW | RTLD_LOCAL)) return 1;
    const char *files[8];
    printf("%d\n", trackproof_find_copies("$s10Trackproof9AnalyticsCMn", files, 8));
    return 0;
}
END
for name in One Two; do cc -shared -fPIC "$folder/copy.c" -o "$folder/lib$name.so"; done
cc "$folder/count.c" "$sources/copies.c" -I "$sources" -o "$folder/count" -ldl
for libraries in "0" "1 libOne.so" "1 libOne.so libOne.so" "2 libOne.so libTwo.so"; do
    read -r expected names <<<"$libraries"
    found=$("$folder/count" $(for name in $names; do echo "$folder/$name"; done))
    [ "$found" = "$expected" ] || complain "found $found copies in: ${names:-no libraries}"
done
# On Darwin, RTLD_FIRST restricts the search to one image.
cat >"$folder/first.c" <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
static int calls, restricted;
static void *search_image(const char *image, int flags) {
    calls += 1;
    restricted += (flags & RTLD_FIRST) != 0;
    return dlopen(image, flags & ~RTLD_FIRST);
}
#define dlopen search_image
#include "copies.c"
int main(void) {
    const char *files[8];
    trackproof_find_copies("puts", files, 8);
    printf("%d\n", calls > 0 && restricted == calls);
    return 0;
}
END
cc -DRTLD_FIRST=0x10000 "$folder/first.c" -I "$sources" -o "$folder/first" -ldl
[ "$("$folder/first")" = 1 ] || complain "the search for copies does not use RTLD_FIRST"
echo "TrackproofXCTestLoad works as a shared library, inside a program and in a static library"
