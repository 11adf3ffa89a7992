import Foundation
import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting

/// What a test is told, word for word, at the line of the assertion.
@Suite struct MessageTests {
    private func launch(
        _ bridge: UITestBridge = .tcp, _ app: ScreenlessApp = ScreenlessApp(), patience: Duration = longPatience,
        exhaustively isExhaustive: Bool = false
    ) throws -> (ScreenlessApp, UITestSession) {
        (app, try UITestSession.launch(app, bridge: bridge, patience: patience, exhaustively: isExhaustive))
    }

    @Test(arguments: UITestBridge.allCases)
    func notTracked(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge)
        app.analytics.screen("login")
        session.expectTracked("login", kind: .screen)
        app.analytics.track(Event("authorization", ["reason": "wrong password", "success": false]))
        // So that it is there.
        session.expectCount(2)
        expectFailure(
            """
            not tracked within 0.05 seconds: track authorization {success: true, …}
            nearest is number 2: track authorization
                - success: true
                + success: false
            recorded 2 events (✓ checked):
            ✓   1  screen login
                2  track authorization {reason: "wrong password", success: false}
            """
        ) {
            line(of: session.expectTracked("authorization", including: ["success": true], within: .milliseconds(50)))
        }
    }

    /// It ends while the test waits: at once, with the reason, also where the driver does not tell.
    @Test(arguments: UITestBridge.allCases, [true, false])
    func theAppEnds(bridge: UITestBridge, tellsOfChanges: Bool) throws {
        let app = ScreenlessApp()
        app.tellsOfChanges = tellsOfChanges
        let session = try launch(bridge, app).1
        app.analytics.track(Event("tap", ["number": 1]))
        let (begun, end) = (DispatchSemaphore(value: 0), app.ending)
        Thread.detachNewThread {
            begun.wait()
            end("was killed by signal 9")
        }
        let start = ContinuousClock.now
        let isTwo = ParameterMatcher.where("2") { value in
            begun.signal()
            return value == .integer(2)
        }
        expectFailure(
            """
            not tracked: track tap {number: 2}
            nearest is number 1: track tap
                - number: 2
                + number: 1
            the app was killed by signal 9
            recorded 1 event:
                1  track tap {number: 1}
            """
        ) { line(of: session.expectTracked("tap", ["number": isTwo])) }
        #expect(.now - start < longPatience / 4)
    }

    @Test(arguments: UITestBridge.allCases)
    func theAppEndsWhileACountIsAwaited(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge)
        app.analytics.track(Event("a"))
        session.expectTracked("a")
        app.end("exited with status 3")
        let start = ContinuousClock.now
        expectFailure(
            """
            1 event instead of 2
            the app exited with status 3
            recorded 1 event (✓ checked):
            ✓   1  track a
            """
        ) { line(of: session.expectCount(2)) }
        #expect(.now - start < longPatience / 4)
    }

    @Test func nothingIsProvedByAnAppThatHasEnded() throws {
        let (app, session) = try launch(.tcp)
        app.end("was killed by signal 9")
        expectFailure(
            """
            nobody knows whether it would have been tracked: track a
            the app was killed by signal 9
            nothing was recorded
            """
        ) { line(of: session.expectTracked("a", times: 0)) }
    }

    /// What it tracked before its end counts.
    @Test(arguments: [UITestBridge.tcp, .unix, .file])
    func whatWasTrackedBeforeTheEndIsFound(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge)
        app.analytics.track(Event("a"))
        app.bridge?.flush()
        app.end("was killed by signal 9")
        session.expectTracked("a")
        session.expectNothingElse()
        expectFailure(
            """
            tracked nothing
            1 difference (1 missing), 0 events match

            - missing    track b

            the app was killed by signal 9
            """
        ) {
            let line = #line + 1
            session.expectEvents(Event("b"), within: .seconds(60)) {}
            return line
        }
        session.finish()
    }

    /// Who cannot be asked any more may have tracked more than was seen.
    @Test(arguments: [UITestBridge.accessibility, .pasteboard, .alert])
    func theAppEndsBeforeItIsAsked(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge)
        app.end("was killed by signal 9")
        expectFailure(
            """
            the app was killed by signal 9: what it tracked last cannot be read any more
            nothing was recorded
            """
        ) { line(of: session.expectNothingElse()) }
    }

    @Test(arguments: [UITestBridge.tcp, .unix])
    func theMainQueueIsBlocked(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge, patience: .seconds(2))
        app.analytics.track(Event("a"))
        session.expectTracked("a")
        let block = MainQueueBlock()
        expectFailure(
            """
            the app did not answer within 2.0 seconds: its main queue is blocked, or nothing serves it; what it has \
            tracked may not be all
            recorded 1 event (✓ checked):
            ✓   1  track a
            """
        ) { line(of: session.expectNothingElse()) }
        block.open()
    }

    /// Others copy again and again.
    @Test func thePasteboardIsNeverTheApps() throws {
        let (app, session) = try launch(.pasteboard, patience: .seconds(2))
        app.transport = { _ in "a text of another app" }
        expectFailure(
            """
            the app did not answer within 2.0 seconds: its main queue is blocked, or nothing serves it; what it has \
            tracked may not be all
            nothing was recorded
            """
        ) { line(of: session.expectNothingElse()) }
    }

    /// What the driver empties is never empty.
    @Test func thePasteboardCannotBeEmptied() throws {
        let (app, session) = try launch(.pasteboard, patience: .seconds(2))
        session.expectNothingElse()
        app.lateClears = .max
        expectFailure(
            """
            the app did not answer within 2.0 seconds: its main queue is blocked, or nothing serves it; what it has \
            tracked may not be all
            nothing was recorded
            """
        ) { line(of: session.expectNothingElse()) }
    }

    @Test func aDriverThatStopsToWork() throws {
        let (app, session) = try launch(.accessibility)
        app.failure = UnsupportedByDriver("no values of elements: the bus is gone")
        expectFailure(
            """
            the app cannot be asked what it has tracked: no values of elements: the bus is gone
            nothing was recorded
            """
        ) { line(of: session.expectNothingElse()) }
        let start = ContinuousClock.now
        expectFailure(
            """
            not tracked: track a
            the bridge cannot be read: no values of elements: the bus is gone
            nothing was recorded
            """
        ) { line(of: session.expectTracked("a")) }
        #expect(.now - start < longPatience / 4)
    }

    // MARK: What got lost

    /// What a file holds is not always what the app wrote.
    @Test func eventsAreLost() throws {
        let (app, session) = try launch(.file)
        try app.append("{\"hello\":1,\"writer\":\"9-x\"}\n{\"name\":\"a\",\"seq\":1,\"writer\":\"9-x\"}\n")
        session.expectTracked("a")
        try app.append("{\"name\":\"b\",\"seq\":5,\"writer\":\"9-x\"}\n")
        expectFailure(
            """
            3 events got lost on the way
            recorded 2 events (✓ checked):
            ✓   1  track a
            ✓   2  track b
            """
        ) { line(of: session.expectTracked("b")) }
        try app.append("{\"lost\":2,\"writer\":\"9-x\"}\n")
        expectFailure(
            """
            the app dropped 2 events: the bridge file could not take them
            recorded 2 events (✓ checked):
            ✓   1  track a
            ✓   2  track b
            """
        ) { line(of: session.expectNothingElse()) }
        // Of the app itself, whose losses come before the other's.
        try app.append("{\"lost\":7,\"writer\":\"\(app.fileWriter())\"}\n")
        expectFailure(
            """
            the app dropped 7 events: the bridge file could not take them
            recorded 2 events (✓ checked):
            ✓   1  track a
            ✓   2  track b
            """
        ) { line(of: session.expectNothingElse()) }
        session.expectNothingElse()
        session.finish()
    }

    @Test func nothingIsCutWhereChunksAreSmall() throws {
        let app = ScreenlessApp(accessibleValueBytes: 432)
        app.transport = { String(decoding: $0.utf8.prefix(512), as: UTF8.self) }
        let session = try launch(.accessibility, app).1
        for number in 0..<200 { app.analytics.track(Event("tap", ["number": number, "text": "é👍"])) }
        session.expectCount(200)
        session.expectEvents(Event("a")) { app.analytics.track(Event("a")) }
    }

    @Test func chunksThatAreCutAreNamed() throws {
        let app = ScreenlessApp(accessibleValueBytes: 4_096)
        app.transport = { String(decoding: $0.utf8.prefix(512), as: UTF8.self) }
        let session = try launch(.accessibility, app).1
        for number in 0..<10 { app.analytics.track(Event("tap", ["number": number])) }
        let count = app.onMain { ($0.elements["trackproof-events-1"]?() ?? "").utf8.count }
        expectFailure(
            """
            the bridge accessibility cannot be read: chunk 1 of 1 is cut: 512 of \(count) bytes; the app must write \
            smaller chunks
            nothing was recorded
            """
        ) { line(of: session.expectNothingElse()) }
        // It is told once.
        session.expectNotTracked("a")
    }

    @Test func aChunkThatIsCutAtOnceIsNamed() {
        let app = ScreenlessApp()
        app.transport = { String(decoding: $0.utf8.prefix(20), as: UTF8.self) }
        let message = message {
            try UITestSession.launch(app, bridge: .accessibility, patience: .milliseconds(50))
        }
        #expect(
            message == """
                no bridge has connected within 0.05 seconds (accessibility): the bridge accessibility cannot be read: a chunk \
                is cut inside its header, after 20 bytes
                Does the app add the provider EventBridge.fromEnvironment() when it starts? In a build with DEBUG? What \
                kept it from it stands in its standard error
                """)
    }

    @Test func damagedChunksAreNamed() throws {
        let (app, session) = try launch(.accessibility)
        app.transport = { $0.replacing("tap", with: "tip") }
        app.analytics.track(Event("tap"))
        expectFailure(
            """
            the bridge accessibility cannot be read: chunk 1 of 1 is damaged: its checksum is another
            nothing was recorded
            """
        ) { line(of: session.expectNothingElse()) }
        app.transport = { $0 }
        // It is read again, and is well.
        session.expectTracked("tap")
        session.expectNothingElse()
    }

    /// A value that was read while it changed is read again.
    @Test func aChunkThatIsDamagedOnceIsReadAgain() throws {
        let (app, session) = try launch(.accessibility)
        let isFirst = Lock(true)
        app.transport = { text in
            guard text.contains("tap") else { return text }
            return isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst ? text.replacing("tap", with: "tip") : text
            }
        }
        app.analytics.track(Event("tap"))
        session.expectTracked("tap")
        session.finish()
    }

    @Test(arguments: [UITestBridge.pasteboard, .alert])
    func whatIsDamagedOnItsWayIsNamed(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge)
        app.transport = { $0.replacing("tap", with: "tip") }
        app.analytics.track(Event("tap"))
        let failures = failures { session.expectNothingElse() }
        let chunk = #/chunk \d+ of \d+/#
        #expect(
            failures.map { $0.message.replacing(chunk, with: "chunk N of M") } == [
                """
                the bridge \(bridge) cannot be read: chunk N of M is damaged: its checksum is another
                nothing was recorded
                """
            ])
    }

    // MARK: The launch

    @Test(arguments: UITestBridge.allCases)
    func noBridgeConnects(bridge: UITestBridge) {
        let app = ScreenlessApp()
        app.addsBridge = false
        let name = bridge == .automatic ? "tcp, file, accessibility" : bridge.rawValue
        #expect(
            message { try UITestSession.launch(app, bridge: bridge, patience: .milliseconds(20)) } == """
                no bridge has connected within 0.02 seconds (\(name))
                Does the app add the provider EventBridge.fromEnvironment() when it starts? In a build with DEBUG? What \
                kept it from it stands in its standard error
                """)
    }

    @Test(arguments: UITestBridge.allCases)
    func theAppDiesWhileItIsLaunched(bridge: UITestBridge) {
        let app = ScreenlessApp()
        app.endAtLaunch = "exited with status 3"
        let start = ContinuousClock.now
        let message = message { try UITestSession.launch(app, bridge: bridge, patience: longPatience) }
        #expect(message == "the app exited with status 3 before its bridge has connected")
        #expect(.now - start < longPatience / 4)
    }

    @Test(arguments: [UITestBridge.accessibility, .pasteboard, .alert])
    func theDriverDoesNotSupportTheBridge(bridge: UITestBridge) {
        let app = ScreenlessApp()
        app.failure = UnsupportedByDriver("this driver sees no \(bridge)")
        let start = ContinuousClock.now
        let message = message { try UITestSession.launch(app, bridge: bridge, patience: longPatience) }
        #expect(message == "the bridge cannot be read: this driver sees no \(bridge)")
        #expect(.now - start < longPatience / 4)
    }

    /// It is asked for what it cannot do while another bridge is about to connect.
    @Test func theBestBridgeNeedsNoMoreOfADriverThanTheEnd() throws {
        let app = ScreenlessApp()
        app.failure = UnsupportedByDriver("this driver sees nothing")
        app.addsBridge = false
        app.onFailure = { app in try app.addBridge() }
        let session = try UITestSession.launch(app, patience: longPatience)
        #expect(session.bridge == "tcp")
        app.analytics.track(Event("a"))
        session.expectTracked("a")
        session.finish()
    }

    @Test func aSnapshotNeedsATest() throws {
        nonisolated(unsafe) var launched: Result<UITestSession, any Error>?
        // A thread knows no test.
        onThreads(1) { _ in
            launched = Result { try UITestSession.launch(ScreenlessApp(), bridge: .file, patience: longPatience) }
        }
        let session = try #require(try launched?.get())
        expectFailure(
            "a snapshot is named after its test, which is not known: give launch the argument test: self"
        ) { line(of: session.expectSnapshot()) }
    }

    // MARK: What was not expected

    @Test func aCount() throws {
        let (app, session) = try launch()
        app.analytics.track(Event("a"))
        expectFailure(
            """
            1 event instead of 2: a
            recorded 1 event:
                1  track a
            """
        ) { line(of: session.expectCount(2, of: "a", within: .milliseconds(20))) }
        expectFailure(
            """
            1 event instead of 0
            recorded 1 event:
                1  track a
            """
        ) { line(of: session.expectCount(0)) }
    }

    @Test func anOrder() throws {
        let (app, session) = try launch()
        for name in ["a", "b"] { app.analytics.track(Event(name)) }
        expectFailure(
            """
            out of order: a should follow b (number 2), its last is number 1
            recorded 2 events:
                1  track a
                2  track b
            """
        ) { line(of: session.expectOrder("b", "a")) }
    }

    @Test func notTrackedThoughItWas() throws {
        let (app, session) = try launch()
        app.analytics.track(Event("a"))
        expectFailure(
            """
            tracked, though it should not be: a (number 1)
            recorded 1 event:
                1  track a
            """
        ) { line(of: session.expectNotTracked("a")) }
    }

    @Test func tooOften() throws {
        let (app, session) = try launch()
        for _ in 1...2 { app.analytics.track(Event("a")) }
        session.expectCount(2)
        expectFailure(
            """
            tracked 2 times instead of once: track a (numbers 1, 2)
            recorded 2 events:
                1  track a
                2  track a
            """
        ) { line(of: session.expectTracked("a")) }
        expectFailure(
            """
            tracked, though it should not be: track a (numbers 1, 2)
            recorded 2 events:
                1  track a
                2  track a
            """
        ) { line(of: session.expectTracked("a", times: 0)) }
    }

    @Test func eventsOfAClosure() throws {
        let (app, session) = try launch()
        app.analytics.track(Event("before"))
        expectFailure(
            """
            tracked something else than expected within 0.02 seconds
            1 difference (1 missing), 1 event matches

              … 1 event unchanged
            - missing    track b

            recorded 1 event:
                1  track a
            """
        ) {
            let line = #line + 1
            session.expectEvents(Event("a"), Event("b"), within: .milliseconds(20)) { app.analytics.track(Event("a")) }
            return line
        }
        expectFailure(
            """
            tracked something else than expected within 120.0 seconds
            1 difference (1 unexpected), 0 events match

            + unexpected track c

            recorded 1 event:
                1  track c
            """
        ) { line(of: session.expectEvents { app.analytics.track(Event("c")) }) }
        #expect(message { try session.expectEvents(Event("a")) { throw CancellationError() } } == "CancellationError()")
    }

    @Test func unchecked() throws {
        let (app, session) = try launch(exhaustively: true)
        app.analytics.track(Event("a"))
        expectFailure(
            """
            1 event that no assertion has checked: track a (number 1)
            recorded 1 event:
                1  track a
            """
        ) { line(of: session.finish()) }
    }
}
