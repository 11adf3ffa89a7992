import Foundation
import Testing

/// Tests that `run --collect` compares the events that the app tracked with the events that its SDK sent.
///
/// In these tests, the app is a script that writes to a `file:` bridge and sends requests as Segment's SDK does.
@Suite("trackproof run --collect", .timeLimit(.minutes(15)))
struct RunCollectTests {
    static let preamble = """
        import json, os, urllib.request
        bridge = os.environ.get("TRACKPROOF_BRIDGE", "")
        lines = [{"hello": 1, "writer": "1-a", "token": os.environ.get("TRACKPROOF_TOKEN", "")}]
        def track(name, source="app", **parameters):
            lines.append({"name": name, "parameters": parameters, "seq": len(lines), "source": source})
        def send(*items, path="/v1/batch", key="TRACKPROOF_COLLECTOR"):
            body = json.dumps({"batch": items, "writeKey": "k"}).encode()
            return urllib.request.urlopen(urllib.request.Request(os.environ[key] + path, body)).status
        def item(event, message, **properties):
            return {"type": "track", "event": event, "userId": "u", "messageId": message, "properties": properties}
        def done():
            with open(bridge.removeprefix("file:"), "a") as file:
                for line in lines + [{"bye": len(lines) - 1}]:
                    if "hello" not in line: line["writer"] = "1-a"
                    file.write(json.dumps(line) + "\\n")

        """

    private func run(_ app: String, _ options: String..., at place: Workplace) async throws -> Outcome {
        try await place.collect(app, options.joined(separator: " "))
    }

    @Test func deliveredEventsPass() async throws {
        let place = try Workplace()
        let outcome = try await run(
            """
            track("movie_tapped", id=7, price=20.0)
            track("open_screen", title="list")
            send(item("movie_tapped", "1", id=7, price=20), item("open_screen", "2", title="list"))
            done()
            """, "--recording", "r.ndjson", at: place)
        #expect(outcome.status == 0)
        #expect(outcome.errors.hasSuffix("wire:segment against app: 2 events as expected\n"), "\(outcome.errors)")
        let lines = try place.read("r.ndjson").split(separator: "\n").dropFirst()
        #expect(lines.map { $0.contains(#""source":"wire:segment""#) } == [false, false, true, true])
        #expect(lines.enumerated().allSatisfy { $1.contains("\"seq\":\($0 + 1)") })
        // The command has removed the collector's store.
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path + "/tmp") == [])
    }

    /// Tests an app that ends without a goodbye. Perhaps it tracked an event that neither the bridge nor the SDK sent.
    @Test func anAppThatWasCutOffFails() async throws {
        let place = try Workplace()
        let outcome = try await run(
            """
            track("movie_tapped", id=7)
            send(item("movie_tapped", "1", id=7))
            with open(bridge.removeprefix("file:"), "a") as file:
                for line in lines:
                    if "hello" not in line: line["writer"] = "1-a"
                    file.write(json.dumps(line) + "\\n")
            """, "--report json=r.json", at: place)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("writer 1-a is still running; its last events may be missing\n"))
        #expect(
            try place.read("r.json").contains(
                "the recording may be incomplete, because an app ended without a goodbye, or is still running"))
    }

    @Test func lostDuplicatedOrChangedEventsFail() async throws {
        let place = try Workplace()
        let outcome = try await run(
            """
            track("lost", a=1)
            track("doubled", a=1)
            track("mangled", a=1, b=None)
            send(item("doubled", "1", a=1), item("doubled", "2", a=1), item("mangled", "3", a="1"))
            done()
            """, "--report junit=wire.xml", at: place)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.hasSuffix(
                """
                wire:segment against app: 3 differences (1 missing, 1 changed, 1 duplicated), 1 event matches

                - missing    track lost {a: 1}
                  … 1 event unchanged
                ~ changed    track mangled
                    - a: 1
                    + a: "1"  (integer became string)
                    - b: null
                + duplicated track doubled "u" {a: 1}

                """), "\(outcome.errors)")
        #expect(try place.read("wire.xml").contains(#"failures="3""#))
    }

    @Test func aRetryIsCountedOnceAndReported() async throws {
        let place = try Workplace()
        let outcome = try await run(
            """
            track("paid", total=3)
            send(item("paid", "1", total=3))
            send(item("paid", "1", total=3))
            done()
            """, at: place)
        #expect(outcome.status == 0)
        #expect(
            outcome.errors.hasSuffix(
                """
                trackproof: wire:segment: 1 event arrived again with the same id (counted once): paid
                wire:segment against app: 1 event as expected

                """), "\(outcome.errors)")
    }

    @Test func aRejectedItemFails() async throws {
        let place = try Workplace()
        let outcome = try await run(
            """
            track("paid", total=3)
            send(item("paid", "1", total=3), {"type": "trak", "event": "x"})
            done()
            """, at: place)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("trackproof: wire:segment: rejected: batch.1.type: "), "\(outcome.errors)")
    }

    /// Tests an SDK that sends a request that is not valid HTTP, such as a target with a letter that is not ASCII.
    @Test func anUnreadableRequestFails() async throws {
        let place = try Workplace()
        let outcome = try await run(
            """
            import socket, urllib.parse
            track("paid", total=3)
            send(item("paid", "1", total=3))
            place = urllib.parse.urlsplit(os.environ["TRACKPROOF_COLLECTOR"])
            for request in [b"POST /v1/caf\\xc3\\xa9 HTTP/1.1\\r\\n\\r\\n"] * 3 + [b"\\x16\\x03\\x01"]:
                with socket.create_connection((place.hostname, place.port)) as connection:
                    connection.sendall(request)
                    assert connection.recv(12) == b"HTTP/1.1 400"
            done()
            """, at: place)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains(
                """
                trackproof: 3 requests: rejected: the target of the request has a character that must be percent-encoded
                trackproof: a request: rejected: the client speaks TLS, but this port answers plain HTTP only; begin the \
                address with http://, or use the https address of `trackproof collect --tls`

                """), "\(outcome.errors)")
    }

    /// Tests a request whose client leaves in the middle of the body. The collector cannot list the request.
    @Test func aRequestThatIsLostFails() async throws {
        let place = try Workplace()
        let outcome = try await run(
            """
            import socket, urllib.parse
            track("paid", total=3)
            send(item("paid", "1", total=3))
            place = urllib.parse.urlsplit(os.environ["TRACKPROOF_COLLECTOR"])
            with socket.create_connection((place.hostname, place.port)) as connection:
                connection.sendall(b"POST /v1/batch HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 100\\r\\n\\r\\n{")
                connection.shutdown(socket.SHUT_WR)
                connection.recv(100)
            done()
            """, "--report json=r.json", at: place)
        #expect(outcome.status == 1)
        let sentence = """
            requests that were refused and are not listed: 1; the last reason: the connection ended before the end of the \
            request
            """
        #expect(outcome.errors.contains("trackproof: \(sentence)\n"), "\(outcome.errors)")
        #expect(try place.read("r.json").contains(sentence))
    }

    /// Tests an app that removes what its SDK sent. The evidence is then missing.
    @Test(arguments: ["\"POST\", \"reset\"", "\"DELETE\", \"sessions/\" + key"])
    func anAppThatEmptiesTheCollectorFails(request: String) async throws {
        let place = try Workplace()
        let outcome = try await run(
            """
            def control(method, path):
                address = os.environ["TRACKPROOF_COLLECTOR"] + "/trackproof/v1/" + path
                headers = {"Authorization": "Bearer " + os.environ["TRACKPROOF_COLLECTOR_TOKEN"]}
                request = urllib.request.Request(address, b"{}", headers, method=method)
                return urllib.request.urlopen(request).read()
            key = json.loads(control("POST", "sessions"))["session"]
            track("paid", total=3)
            send(item("evil", "1"), path="/v1/batch" if "reset" in '\(request)' else "/s/" + key + "/v1/batch")
            control(\(request))
            send(item("paid", "1", total=3))
            done()
            """, at: place)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains(
                "trackproof: events and rejected items that a client of the control API removed: 1\n"),
            "\(outcome.errors)")
    }

    /// Tests gtag.js, which sends a bool as text and events of its own.
    @Test func aBoolEqualsItsTextInGA4() async throws {
        let place = try Workplace()
        let outcome = try await run(
            """
            track("seen", isnew=False)
            address = os.environ["TRACKPROOF_COLLECTOR"] + "/g/collect?v=2&tid=G-1&cid=1.1&en="
            for event in ["seen&ep.isnew=false", "user_engagement"]:
                urllib.request.urlopen(urllib.request.Request(address + event, b""))
            done()
            """, at: place)
        #expect(outcome.status == 0)
        #expect(outcome.errors.hasSuffix("wire:ga4 against app: 1 event as expected\n"), "\(outcome.errors)")
    }

    @Test func aWireIsComparedWithItsProvider() async throws {
        let place = try Workplace()
        let app = """
            track("paid", total=3)
            track("order_completed", source="provider:segment", total=3)
            send(item("order_completed", "1", total=3))
            done()
            """
        let outcome = try await run(app, at: place)
        #expect(outcome.status == 0)
        #expect(outcome.errors.hasSuffix("wire:segment against provider:segment: 1 event as expected\n"))

        let other = try await run(app, "--wire segment=app", at: place)
        #expect(other.status == 1)
        #expect(other.errors.contains("~ renamed    track paid → track order_completed"), "\(other.errors)")
    }

    @Test func aVendorWithoutArrivedEventsFails() async throws {
        let place = try Workplace()
        let outcome = try await run(
            """
            track("paid", total=3)
            track("paid", source="provider:mixpanel", total=3)
            send(item("paid", "1", total=3))
            done()
            """, at: place)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.hasSuffix(
                """
                wire:mixpanel against provider:mixpanel: 1 difference (1 missing), 0 events match

                - missing    track paid {total: 3}
                wire:segment against app: 1 event as expected

                """), "\(outcome.errors)")
    }

    @Test func aRequestedComparisonThatCannotBeMadeFails() async throws {
        let place = try Workplace()
        let outcome = try await run(
            """
            track("paid", total=3)
            send(item("paid", "1", total=3))
            done()
            """, "--wire segment=provider:sgement", at: place)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.hasSuffix(
                "wire:segment: not compared: no events of the source `provider:sgement` were recorded\n"))
    }

    @Test func aRunWithoutArrivedEventsFails() async throws {
        let place = try Workplace()
        let outcome = try await run("track(\"paid\")\ndone()\n", at: place)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("nothing arrived at the collector"), "\(outcome.errors)")
    }

    @Test func aSnapshotCanExpectTheEventsOfAWire() async throws {
        let place = try Workplace()
        let app = "send(item('paid', '1', total=3), path='/v1/batch', key='TRACKPROOF_COLLECTOR_SEGMENT')\n"
        let first = try await run(app, "--snapshot s.json --source wire:segment", at: place)
        #expect(first.status == 0)
        #expect(first.errors.contains("recorded a first snapshot: s.json expects 1 event"), "\(first.errors)")
        let missing = "no events of the source `app` were recorded"
        let note = "trackproof: wire:segment: only the snapshot checks it: \(missing)\n"
        #expect(first.errors.hasSuffix(note), "\(first.errors)")
        let same = try await run(app, "--snapshot s.json --source wire:segment", at: place)
        #expect(same.status == 0)
        #expect(same.errors.hasSuffix(note), "\(same.errors)")
        let second = try await run(
            app.replacing("total=3", with: "total=4"), "--snapshot s.json --source wire:segment", at: place)
        #expect(second.status == 1)
        #expect(second.errors.contains("    - total: 3\n    + total: 4\n"), "\(second.errors)")
    }

    @Test func aWireWithoutAComparisonFails() async throws {
        let place = try Workplace()
        let app = "send(item('paid', '1', total=3))\n"
        let outcome = try await run(app, at: place)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.hasSuffix(
                """
                trackproof: wire:segment: not compared: no events of the source `app` were recorded; add \
                EventBridge.fromEnvironment() to the app's providers, or compare with a snapshot: --snapshot FILE \
                --source wire:segment

                """), "\(outcome.errors)")
        // This snapshot has another source than the events, so the events are still not compared.
        try place.write(#"{"snapshot":1,"source":"wire:mixpanel","events":[]}"#, to: "empty.json")
        let empty = try await run(app, "--snapshot empty.json", at: place)
        #expect(empty.status == 1)
        #expect(empty.errors.contains("wire:segment: not compared"), "\(empty.errors)")
    }

    @Test func wiresOutsideTheSnapshotAreReportedButDoNotFail() async throws {
        let place = try Workplace()
        try place.write(#"{"snapshot":1,"source":"wire:segment","events":[{"name":"paid"}]}"#, to: "s.json")
        let app = """
            send(item("paid", "1"))
            send(item("paid", "1"), key="TRACKPROOF_COLLECTOR_RUDDERSTACK")
            """
        let outcome = try await run(app, "--snapshot s.json", at: place)
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("wire:rudderstack: not compared: no events of "), "\(outcome.errors)")
        #expect(outcome.errors.contains("wire:segment: only the snapshot checks it"), "\(outcome.errors)")
    }

    @Test func aComparisonOfOnlyTheSDKsOwnEventsFails() async throws {
        let place = try Workplace()
        let outcome = try await run(
            """
            track("$opened")
            send(item("$opened", "1"))
            done()
            """, at: place)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.hasSuffix(
                """
                2  track  $opened  user "u" (wire:segment)
                trackproof: nothing was compared: all events are the SDKs' own (their names begin with $ or [Amplitude], \
                or Google reserves them)

                """), "\(outcome.errors)")
    }

    @Test func aFirstSnapshotExpectsTheOnlyWiresEvents() async throws {
        let place = try Workplace()
        let app = "send(item('paid', '1', total=3))\n"
        #expect(try await run(app, "--snapshot s.json", at: place).status == 0)
        #expect(
            try place.read("s.json") == """
                {
                  "snapshot": 1,
                  "order": "any",
                  "events": [
                    { "name": "paid", "parameters": { "total": 3 } }
                  ],
                  "source": "wire:segment"
                }

                """)
        let second = try await run(app, "--snapshot s.json", at: place)
        #expect(second.status == 0)
        #expect(second.errors.contains("1 event as expected\n"), "\(second.errors)")
    }

    @Test func aFirstSnapshotOfSeveralWiresNeedsASource() async throws {
        let place = try Workplace()
        let outcome = try await run(
            """
            send(item("paid", "1"))
            send(item("paid", "1"), key="TRACKPROOF_COLLECTOR_RUDDERSTACK")
            """, "--snapshot s.json", at: place)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains(
                """
                trackproof: s.json: not recorded: no events of the source `app` were recorded (recorded sources: \
                wire:rudderstack, wire:segment); name one with --source

                """), "\(outcome.errors)")
        #expect(!place.has("s.json"))
    }

    @Test func eachComparisonIsReportedToTheStream() async throws {
        let place = try Workplace()
        try place.write(#"{"snapshot":1,"events":[{"name":"paid","parameters":{"total":3}}]}"#, to: "s.json")
        let app = """
            track("paid", total=3)
            send(item("paid", "1", total=3))
            done()
            """
        let json = try await run(app, "--report json", "--snapshot s.json", at: place)
        #expect(json.status == 0)
        let sections = try json.errors.sections()
        #expect(sections.map { $0["snapshot"] as? String } == ["s.json", "app"])
        #expect(sections.map { $0["recording"] as? String } == ["python3 app.py", "wire:segment"])
        #expect(sections.map { $0["delivery"] as? Bool } == [nil, true])
        #expect(sections.map { $0["matched"] as? Int } == [1, 1])
        let all = try await run(app, "--report text --report github --report json", at: place)
        #expect(
            all.errors.contains(
                """
                wire:segment against app
                1 event as expected
                ::notice title=trackproof::wire:segment against app: 1 event as expected
                {"report":1,"passed":true,"summary":"1 event as expected","runs":
                """), "\(all.errors)")
    }

    @Test(arguments: [0, 3])
    func aStoreDamagedDuringTheRunExits74(status: Int) async throws {
        let place = try Workplace()
        let outcome = try await run(
            """
            import glob, sys
            track("paid", total=3)
            send(item("paid", "1", total=3))
            done()
            for name in glob.glob(os.environ["TMPDIR"] + "/trackproof-*/wire.sqlite*"):
                with open(name, "r+b") as file: file.write(b"x" * os.path.getsize(name))
            sys.exit(\(status))
            """, "--recording r.ndjson", at: place)
        #expect(outcome.status == 74)
        #expect(
            outcome.errors.contains("trackproof: python3 ended with status \(status), but the collector failed: "),
            "\(outcome.errors)")
        #expect(outcome.errors.hasSuffix("; what SDKs sent is unknown\n"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("wire:segment against"))
        #expect(try place.read("r.ndjson").contains(#""name":"paid""#))
    }

    /// Tests a store that fails. The SDK is not at fault, so the command must not report a lost event.
    @Test func aStoreThatCannotBeWrittenExits74() async throws {
        let place = try Workplace()
        let outcome = try await run(
            """
            import glob, sqlite3, urllib.error
            track("paid", total=3)
            store = sqlite3.connect(glob.glob(os.environ["TMPDIR"] + "/trackproof-*/wire.sqlite")[0], isolation_level=None)
            store.execute("BEGIN EXCLUSIVE")
            try:
                send(item("paid", "1", total=3))
            except urllib.error.HTTPError as error:
                print(error.code)
            store.execute("ROLLBACK")
            done()
            """, "--recording r.ndjson", at: place)
        #expect(outcome.status == 74)
        #expect(outcome.output == "503\n")
        #expect(
            outcome.errors.hasSuffix(
                """
                trackproof: python3 ended with status 0, but the collector failed: 1 request could not be stored; what SDKs \
                sent is unknown

                """), "\(outcome.errors)")
    }

    /// Tests that a run in which an SDK loses an event does not become the snapshot.
    @Test(arguments: ["all", "failed", "missing"])
    func aFailedDeliveryIsNotRecorded(mode: String) async throws {
        let app = """
            track("paid", total=4)
            track("lost")
            send(item("paid", "1", total=4))
            done()
            """
        let place = try Workplace()
        let accepted = #"{"snapshot":1,"events":[{"name":"paid","parameters":{"total":3}}]}"#
        if mode != "missing" { try place.write(accepted, to: "s.json") }
        let outcome = try await run(app, "--snapshot s.json --record \(mode)", at: place)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains("trackproof: s.json: not recorded, because the check of what SDKs sent failed\n"),
            "\(outcome.errors)")
        #expect(mode == "missing" ? !place.has("s.json") : try place.read("s.json") == accepted)
        #expect(try place.read("s.pending.json").contains("lost"))
    }

    @Test(arguments: [
        ("--wire segment=app", "--wire needs --collect."),
        (
            "--collect --wire nobody=app",
            """
            The value 'nobody=app' is invalid for '--wire <vendor=source>': expected VENDOR=app or VENDOR=provider:ID, \
            where VENDOR is one of amplitude, appmetrica, countly, ga4, matomo, mixpanel, otlp, posthog, rudderstack, \
            segment, snowplow, trackproof

            """
        ),
        ("--collect --wire segment=wire:segment", "'segment=wire:segment' is invalid"),
        ("--collect --wire segment", "'segment' is invalid"),
    ])
    func badUsageOfTheWireOptionExits64(options: String, message: String) async throws {
        let place = try Workplace()
        let outcome = try await place.shell("trackproof run \(options) -- true")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}

extension Workplace {
    /// Runs a Python script under `trackproof run --collect`. The script can call functions of
    /// ``RunCollectTests/preamble``.
    func collect(_ app: String, _ options: String) async throws -> Outcome {
        try write(RunCollectTests.preamble + app, to: "app.py")
        return try await shell("trackproof run --collect --bridge file \(options) -- python3 app.py")
    }
}

extension String {
    /// The sections of a JSON report.
    fileprivate func sections() throws -> [[String: Any]] {
        let report = try JSONSerialization.jsonObject(with: Data(utf8)) as? [String: Any]
        return report?["sections"] as? [[String: Any]] ?? []
    }
}
