import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofUITesting
import TrackproofPlatform

/// Tests of the messages about events that were lost, truncated or damaged.
@Suite(.blocking) struct LossMessageTests {
    /// Tests a file in which lines that the app wrote are missing.
    @Test func lostEventsAreReported() throws {
        let (app, session) = try launch(.file)
        try app.append("{\"hello\":1,\"writer\":\"9-x\"}\n{\"name\":\"a\",\"seq\":1,\"writer\":\"9-x\"}\n")
        session.expectTracked("a")
        try app.append("{\"name\":\"b\",\"seq\":5,\"writer\":\"9-x\"}\n")
        expectFailure(
            """
            3 events got lost between the app and the test
            recorded 2 events (✓ checked):
            ✓   1  track a
            ✓   2  track b
            """
        ) { line(of: session.expectTracked("b")) }
        try app.append("{\"lost\":2,\"writer\":\"9-x\"}\n")
        expectFailure(
            """
            the app dropped 2 events: the bridge `file` had no room
            recorded 2 events (✓ checked):
            ✓   1  track a
            ✓   2  track b
            """
        ) { line(of: session.expectNothingElse()) }
        // The app's own writer reports this loss, after the writer `9-x` has reported losses.
        try app.append("{\"lost\":7,\"writer\":\"\(app.fileWriter())\"}\n")
        expectFailure(
            """
            the app dropped 7 events: the bridge `file` had no room
            recorded 2 events (✓ checked):
            ✓   1  track a
            ✓   2  track b
            """
        ) { line(of: session.expectNothingElse()) }
        session.expectNothingElse()
        session.finish()
    }

    @Test func smallChunksAreNotTruncated() throws {
        let app = ScreenlessApp(accessibleValueBytes: 432)
        app.transport = { String(decoding: $0.utf8.prefix(512), as: UTF8.self) }
        let session = try launch(.accessibility, app).1
        for number in 0..<200 { app.analytics.track(Event("tap", ["number": number, "text": "é👍"])) }
        session.expectCount(200)
        session.expectEvents(Event("a")) { app.analytics.track(Event("a")) }
    }

    @Test func aTruncatedChunkIsReported() throws {
        let app = ScreenlessApp(accessibleValueBytes: 4_096)
        app.transport = { String(decoding: $0.utf8.prefix(512), as: UTF8.self) }
        let session = try launch(.accessibility, app).1
        for number in 0..<10 { app.analytics.track(Event("tap", ["number": number])) }
        let count = app.onMain { ($0.elements["trackproof-events-1"]?() ?? "").utf8.count }
        expectFailure(
            """
            the bridge `accessibility` cannot be read: chunk 1 of 1 is cut off after 512 of \(count) bytes; the app \
            must write smaller chunks
            nothing was recorded
            """
        ) { line(of: session.expectNothingElse()) }
        // A second assertion does not report the problem again.
        session.expectNotTracked("a")
    }

    @Test func aChunkTruncatedDuringTheLaunchIsReported() {
        let app = ScreenlessApp()
        app.transport = { String(decoding: $0.utf8.prefix(20), as: UTF8.self) }
        let message = message {
            try UITestSession.launch(app, bridge: .accessibility, timeout: .milliseconds(50))
        }
        #expect(
            message == """
                no bridge connected within 0.05 seconds (accessibility): the bridge `accessibility` cannot be read: a \
                chunk is cut off inside its header, after 20 bytes
                Check that the app is built with DEBUG and adds the provider EventBridge.fromEnvironment() when it \
                starts. If the app cannot open the bridge, its standard error says why
                """)
    }

    @Test func aDamagedChunkIsReported() throws {
        let (app, session) = try launch(.accessibility)
        app.transport = { $0.replacing("tap", with: "tip") }
        app.analytics.track(Event("tap"))
        expectFailure(
            """
            the bridge `accessibility` cannot be read: chunk 1 of 1 is damaged: its checksum does not match
            nothing was recorded
            """
        ) { line(of: session.expectNothingElse()) }
        app.transport = { $0 }
        // The session reads the chunk again, now without damage.
        session.expectTracked("tap")
        session.expectNothingElse()
    }

    /// Tests that the session reads a value again if the value changed while the session read it.
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
    func aDamagedMessageOrAlertIsReported(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge)
        app.transport = { $0.replacing("tap", with: "tip") }
        app.analytics.track(Event("tap"))
        let failures = failures { session.expectNothingElse() }
        let chunk = #/chunk \d+ of \d+/#
        #expect(
            failures.map { $0.message.replacing(chunk, with: "chunk N of M") } == [
                """
                the bridge `\(bridge)` cannot be read: chunk N of M is damaged: its checksum does not match
                nothing was recorded
                """
            ])
    }
}
