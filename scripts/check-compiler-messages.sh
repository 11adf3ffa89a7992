#!/usr/bin/env bash
# Proves that the compiler gives a helpful error for a value that cannot be a parameter of an event. The script compiles
# wrong calls, and compares each error with the expected error, which is in a comment beside the call. Build the tests
# in SCRATCH before you run it.
# Usage: scripts/check-compiler-messages.sh SCRATCH
set -euo pipefail

cd "$(dirname "$0")/.."
modules=$1/debug/Modules
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

scripts/test-frameworks.sh >"$folder/frameworks"
frameworks=()
while IFS= read -r option; do frameworks+=("$option"); done <"$folder/frameworks"

complain() { echo "check-compiler-messages: $*" >&2; exit 1; }

# Prints the errors and warnings of the compiler for a file, one per line: the line number and the message.
messages() {
    swiftc -typecheck -swift-version 6 -diagnostic-style llvm -I "$modules" \
        ${frameworks[@]+"${frameworks[@]}"} "$folder/$1.swift" 2>&1 |
        sed -nE -e "s#^.*/$1\.swift:([0-9]+):[0-9]+: (error|warning): #\1 \2: #p" -e "s#^<unknown>:#0 #p" || true
}

cat >"$folder/wrong.swift" <<'END'
import Trackproof
import TrackproofTesting

struct Movie {}

func wrong(_ analytics: Analytics, _ any: [String: Any]) {
    _ = Event("e", ["x": Movie()])  // error: 'init(_:_:kind:)' is unavailable: VALUE
    _ = Event("e", any)  // error: 'init(_:_:kind:)' is unavailable: VALUE
    _ = Event.screen("e", ["x": Movie()])  // error: 'screen' is unavailable: VALUE
    _ = EventParameters(["x": Movie()])  // error: 'init(_:)' is unavailable: VALUE
    let _: EventParameters = ["x": Movie()]  // error: NO VALUE 'any EventValueConvertible'
    analytics.track(Event("e", ["x": Movie()]))  // error: 'init(_:_:kind:)' is unavailable: VALUE
    analytics.track(name: "e", ["x": Movie()])  // error: 'track(name:_:)' is unavailable: VALUE
    analytics.track(name: "e", any)  // error: 'track(name:_:)' is unavailable: VALUE
    analytics.track(name: "e", ["x": [1, "a"]])  // error: 'track(name:_:)' is unavailable: VALUE
    analytics.track(name: "e", ["x": ["a": 1, "b": "a"]])  // error: 'track(name:_:)' is unavailable: VALUE
    analytics.screen("e", ["x": Movie()])  // error: 'screen' is unavailable: VALUE
    analytics.identify("u", ["x": Movie()])  // error: 'identify' is unavailable: VALUE
    expectTracked("e", ["x": Movie()])  // error: NO VALUE '(any ParameterExpectation)?'
    expectTracked("e", including: ["x": Movie()])  // error: NO VALUE '(any ParameterExpectation)?'
    expectTracked(Event("e", ["x": Movie()]))  // error: 'init(_:_:kind:)' is unavailable: VALUE
    analytics.track(.movieTaped(id: 1))  // error: type 'Event' has no member 'movieTaped'
    expectTracked(.movieTaped(id: 1))  // error: type 'Event' has no member 'movieTaped'
    expectEvents(.movieTaped(id: 1)) {}  // error: type 'Event' has no member 'movieTaped'
    expectCount(1, of: .movieTaped(id: 1))  // error: type 'Event' has no member 'movieTaped'
    expectNotTracked(.movieTaped(id: 1))  // error: type 'Event' has no member 'movieTaped'
    expectOrder(.movieTaped(id: 1), .movieTapped(id: 1))  // error: type 'Event' has no member 'movieTaped'
    expectEvents(.movieTapped(id: 1), .event("e", ["x": .uuid])) {}  // error: 'event(_:_:kind:)' is unavailable: MIXED
}

extension Event {
    static func movieTapped(id: Int) -> Event { Event("movie_tapped", ["id": id]) }
}
END
advice='one of these values cannot be a parameter. To see which one, make the literal a constant of the type EventParameters. Write .list(…) or .object([…]) if an array or a dictionary has values of several types, and .encoding(value) if the value is Encodable. To pass a [String: Any], write EventParameters(dictionary:)'
sed -nE -e '/\/\/ error: /!d' -e = -e 's|^.*// (error: )|\1|' \
    -e "s|VALUE\$|$advice|" \
    -e "s|MIXED\$|write the other events as expectations too: .event(.movieTapped(id: 1))|" \
    -e "s|NO VALUE|cannot convert value of type 'Movie' to expected dictionary value type|" -e p \
    "$folder/wrong.swift" | paste -d ' ' - - >"$folder/expected"
[ -s "$folder/expected" ] || complain "the file has no expected errors"
messages wrong >"$folder/actual"
diff "$folder/expected" "$folder/actual" >&2 || complain "the errors of wrong calls differ from the expected errors"

# Correct calls must compile. They are in a separate file, so that errors of wrong calls cannot hide their errors.
cat >"$folder/right.swift" <<'END'
import Trackproof
import TrackproofTesting

struct Movie: Encodable { var id = 1 }
enum Plan: String, EventValueConvertible { case free }

func right(_ analytics: Analytics, _ any: [String: Any]) {
    _ = Event("e", ["x": .encoding(Movie()), "y": Plan.free])
    _ = Event("e", EventParameters(dictionary: any))
    _ = Event.screen("e", ["x": .encoding(Movie())])
    let parameters: EventParameters = ["x": .encoding(Movie())]
    analytics.track(name: "e", parameters)
    analytics.track(name: "e", dictionary: any)
    analytics.track(name: "e", ["x": .list(1, "a"), "y": .object(["a": 1, "b": "a"])])
    analytics.screen("e", parameters)
    analytics.identify("u", parameters)
    expectTracked("e", ["x": .any, "y": .equal(Plan.free)])
    expectTracked(.movieTapped(id: 1))
}

extension Event {
    static func movieTapped(id: Int) -> Event { Event("movie_tapped", ["id": id]) }
}
END
messages right >"$folder/actual"
[ ! -s "$folder/actual" ] || { cat "$folder/actual" >&2; complain "correct calls do not compile"; }
echo "$(grep -c '' "$folder/expected") wrong calls get the expected compiler errors"
