import Foundation
import TestSupport
import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting

/// Tests of the unchanged app of `Examples/Bridge`, which writes the lines of a bridge in Python.
@Suite("A bridge without Swift", .timeLimit(.minutes(15)))
struct BridgeRecipeTests {
    private static let folder = ControlPython.root.appendingPathComponent("Examples/Bridge")

    @Test(arguments: ["tcp", "file"])
    func theEventsOfThePythonAppMatchTheSnapshot(bridge: String) async throws {
        let outcome = try await ControlPython.run(
            "/bin/sh", "-c", "trackproof run --bridge \(bridge) --snapshot snapshot.json -- python3 app.py </dev/null",
            in: Self.folder)
        #expect(outcome.status == 0)
        // The output reports no disconnected writer and no missing events.
        #expect(outcome.output == "2 events as expected\n")
    }

    @Test func thePythonAppRunsWithoutATest() async throws {
        let outcome = try await ControlPython.run("/bin/sh", "-c", "python3 app.py </dev/null", in: Self.folder)
        #expect(outcome.status == 0)
        #expect(outcome.output == "")
    }

    /// Tests values that JSON cannot represent. The app writes NaN as text, or drops the event and reports the loss.
    @Test func valuesThatJSONCannotRepresentDoNotFailTheApp() async throws {
        let script = """
            import sys
            sys.path.insert(0, sys.argv[1])
            from bridge import Bridge
            bridge = Bridge()
            infinity = float("inf")
            bridge.track("odd", {"nan": float("nan"), "nested": [{"of": (infinity, -infinity)}], "price": 1.5})
            bridge.track("object", {"is": object()})
            circle = []
            circle.append(circle)
            bridge.track("circle", {"is": circle})
            bridge.track("last")
            sys.stdin.read()
            """
        let app = ProcessUnderTest("/usr/bin/env", ["python3", "-B", "-c", script, Self.folder.path])
        let session = try UITestSession.launch(app, bridge: .tcp, timeout: .seconds(30))
        defer { app.process.terminate() }
        withKnownIssue {
            session.expectCount(2)
        } matching: { issue in
            issue.comments.first?.rawValue.hasPrefix("the app dropped 2 events: ") == true
        }
        session.expectTracked("last")
        session.expectTracked(
            "odd", ["nan": "NaN", "nested": [["of": ["Infinity", "-Infinity"]]], "price": 1.5])
        session.expectNothingElse()
        session.finish()
    }

    /// Tests an app that forks a helper. The helper ends in the normal way, but must not say goodbye for the app.
    @Test(arguments: ["tcp", "file"])
    func aForkedProcessSaysNoGoodbye(bridge: String) async throws {
        let script = """
            import os, sys
            sys.path.insert(0, sys.argv[1])
            from bridge import Bridge
            bridge = Bridge()
            bridge.track("before")
            if os.fork() == 0:
                sys.exit()
            os.wait()
            if sys.argv[2] == "killed":
                os.kill(os.getpid(), 9)
            bridge.track("after")
            """
        for (ending, status, message) in [("normal", Int32(0), ""), ("killed", 137, "was cut off")] {
            let outcome = try await ControlPython.run(
                "/bin/sh", "-c",
                "trackproof run --bridge \(bridge) -- python3 -W ignore -B -c \"$1\" . \"$2\" </dev/null",
                "sh", script, ending, in: Self.folder)
            #expect(outcome.status == status, "\(outcome.output)")
            #expect(!outcome.output.contains("invalid data"), "\(outcome.output)")
            #expect(outcome.output.contains("before") && (message.isEmpty || outcome.output.contains(message)))
            #expect(outcome.output.contains("after") == (ending == "normal"))
        }
    }

    @Test(arguments: ["tcp://127.0.0.1:x", "tcp://127.0.0.1:70000", "tcp://127.0.0.1:", "nowhere", "file:"])
    func anInvalidBridgeAddressIsSkipped(address: String) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await ControlPython.run(
            "/bin/sh", "-c", "python3 app.py </dev/null", in: Self.folder,
            environment: ["TRACKPROOF_BRIDGE": "\(address)\nfile:\(folder.file("events"))"])
        #expect(outcome.status == 0)
        #expect(outcome.output == "")
        let text = try String(contentsOfFile: folder.file("events"), encoding: .utf8)
        #expect(text.contains(#"{"name": "purchase", "#))

        let alone = try await ControlPython.run(
            "/bin/sh", "-c", "python3 app.py </dev/null", in: Self.folder, environment: ["TRACKPROOF_BRIDGE": address])
        #expect(alone.status == 0)
        #expect(alone.output == "")
    }

    /// Tests a limit on the size of the file, which cuts off a line, as a full disk does.
    @Test func onlyEventsThatDoNotFitIntoTheFileAreLost() async throws {
        let folder = try TemporaryFolder()
        let script = """
            import os, resource
            from bridge import Bridge
            bridge = Bridge()
            bridge.track("first")
            soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (os.fstat(bridge.file).st_size + 10, hard))
            bridge.track("half")
            bridge.track("none")
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            bridge.track("last")
            """
        let outcome = try await ControlPython.run(
            "python3", "-c", script, in: Self.folder,
            environment: ["TRACKPROOF_BRIDGE": "file:\(folder.file("events"))"])
        #expect(outcome.status == 0)
        #expect(outcome.output == "")
        let text = try String(contentsOfFile: folder.file("events"), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.prefix(17) }
        #expect(
            lines == [
                #"{"hello": 1, "wri"#, #"{"name": "first","#, #"{"name": ""#, #"{"lost": 2, "writ"#,
                #"{"name": "last", "#, #"{"bye": 2, "write"#, "",
            ])
    }

    /// Tests that the app answers a barrier, because only this answer shows that the app tracked nothing else.
    @Test(arguments: [UITestBridge.tcp, .automatic])
    func thePythonAppAnswersBarriers(bridge: UITestBridge) async throws {
        let app = ProcessUnderTest("/usr/bin/env", ["python3", "-B", Self.folder.path + "/app.py"])
        let session = try UITestSession.launch(app, bridge: bridge, timeout: .seconds(30))
        defer { app.process.terminate() }
        session.expectTracked("shop", kind: .screen)
        session.expectTracked("purchase", ["price": 19.99, "items": 2])
        session.expectNothingElse()
        session.finish()
    }
}
