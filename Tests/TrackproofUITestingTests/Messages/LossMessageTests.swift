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
        let (app, session) = try launch(.accessibility, exhaustively: false)
        app.transport = { String(decoding: $0.utf8.prefix(512), as: UTF8.self) }
        for number in 0..<200 { app.analytics.track(Event("tap", ["number": number, "text": "é👍"])) }
        session.expectCount(200)
        session.expectEvents(Event("a")) { app.analytics.track(Event("a")) }
    }

    @Test func aChunkTruncatedDuringTheLaunchIsReported() {
        let app = ScreenlessApp()
        app.transport = { String(decoding: $0.utf8.prefix(20), as: UTF8.self) }
        #expect(
            message { try launch(.accessibility, app, timeout: .milliseconds(50)) } == """
                no bridge connected within 0.05 seconds (accessibility): the bridge `accessibility` cannot be read: a \
                chunk is cut off inside its header, after 20 bytes
                \(connectionHint)
                """)
    }

    @Test(arguments: [UITestBridge.accessibility, .pasteboard, .alert])
    func aDamagedChunkIsReported(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge)
        app.transport = { $0.replacing("tap", with: "tip") }
        app.analytics.track(Event("tap"))
        let failures = failures { session.expectNothingElse() }
        #expect(
            failures.map { $0.message.replacing(#/chunk \d+ of \d+/#, with: "chunk N of M") } == [
                """
                the bridge `\(bridge)` cannot be read: chunk N of M is damaged: its checksum does not match
                nothing was recorded
                """
            ])
        // A second assertion does not report the problem again.
        session.expectNotTracked("a")
        guard bridge == .accessibility else { return }
        app.transport = { $0 }
        // The session reads the element again, now without damage.
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
}
