import Foundation
import Testing

/// `run --collect`: what the app tracked against what arrived on the wire. The app here is a script that writes to a
/// `file:` bridge, and posts as Segment's SDK does.
@Suite("trackproof run --collect", .timeLimit(.minutes(2)))
struct RunCollectTests {
    private static let preamble = """
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
        try place.write(Self.preamble + app, to: "app.py")
        return try await place.shell(
            "trackproof run --collect --bridge file \(options.joined(separator: " ")) -- python3 app.py")
    }

    @Test func whatIsDeliveredPasses() async throws {
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
        // The store was the run's own.
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path + "/tmp") == [])
    }

    @Test func whatTheSDKLosesDoublesOrChangesFails() async throws {
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
        #expect(try place.read("wire-segment.xml").contains(#"failures="3""#))
    }

    @Test func aRetryIsOneEventAndTold() async throws {
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
                trackproof: wire:segment: 1 event arrived again with the same id, and count once: paid
                wire:segment against app: 1 event as expected

                """), "\(outcome.errors)")
    }

    @Test func whatIsRejectedFails() async throws {
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

    @Test func aProviderIsWhatItsWireIsComparedWith() async throws {
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

    @Test func aVendorOfWhichNothingArrivesFails() async throws {
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

    @Test func aComparisonThatWasAskedForMustBeMade() async throws {
        let place = try Workplace()
        let outcome = try await run(
            """
            track("paid", total=3)
            send(item("paid", "1", total=3))
            done()
            """, "--wire segment=provider:sgement", at: place)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasSuffix("wire:segment: not compared, nothing of provider:sgement was recorded\n"))
    }

    @Test func nothingOnTheWireFails() async throws {
        let place = try Workplace()
        let outcome = try await run("track(\"paid\")\ndone()\n", at: place)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("nothing arrived at the collector"), "\(outcome.errors)")
    }

    @Test func aSnapshotMayBeOfTheWire() async throws {
        let place = try Workplace()
        let app = "send(item('paid', '1', total=3), path='/v1/batch', key='TRACKPROOF_COLLECTOR_SEGMENT')\n"
        let first = try await run(app, "--snapshot s.json --source wire:segment", at: place)
        #expect(first.status == 0)
        #expect(first.errors.contains("recorded a first snapshot: s.json expects 1 event"), "\(first.errors)")
        #expect(first.errors.contains("wire:segment: not compared, nothing of app was recorded"))
        let second = try await run(
            app.replacing("total=3", with: "total=4"), "--snapshot s.json --source wire:segment", at: place)
        #expect(second.status == 1)
        #expect(second.errors.contains("    - total: 3\n    + total: 4\n"), "\(second.errors)")
    }

    @Test(arguments: [
        ("--wire segment=app", "--wire needs --collect."), ("--collect --wire nobody=app", "'nobody=app'"),
        ("--collect --wire segment=wire:segment", "'segment=wire:segment'"),
    ])
    func usage(options: String, message: String) async throws {
        let place = try Workplace()
        let outcome = try await place.shell("trackproof run \(options) -- true")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}
