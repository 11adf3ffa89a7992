import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofTesting
import TrackproofUITesting
import TrackproofBridgeProtocol
import TrackproofBridge

/// Tests of the bridge `accessibility`. A session reads its barrier element until the app's main queue answers.
@Suite(.blocking) struct ElementBarrierTests {
    /// Checks that the session has these events after a barrier.
    ///
    /// Each step is for one read of the barrier element, and sets the values that this read returns.
    private func expectSeen(_ names: [String], _ steps: [(ScriptedApp) -> Int64]) throws {
        let app = ScriptedApp()
        let session = try UITestSession.launch(
            app, bridge: .accessibility, timeout: longTimeout, exhaustively: false)
        app.steps = steps
        session.expectNotTracked("absent")
        #expect(session.recorder.events.map(\.event.name) == names)
        #expect(app.steps.isEmpty)
        session.finish()
    }

    @Test func theAnswerToAnEarlierQuestionIsIgnored() throws {
        try expectSeen(
            ["late"],
            [
                // Earlier reads of the barrier element also counted as questions.
                { app in
                    app.asked = 7
                    return 6
                },
                { _ in 6 },
                { app in
                    app.track("late")
                    return 7
                },
            ])
    }

    /// Tests that a barrier waits for the element of the last chunk, which appears only after the app has answered.
    @Test func aBarrierWaitsForAllChunks() throws {
        try expectSeen(
            ["long", "last"],
            [
                { app in
                    app.track("long", ["text": String(repeating: "x", count: 500)])
                    app.track("last")
                    app.hidden = TransportNames.element(ofChunk: 2)
                    return 0
                },
                { _ in 1 }, { _ in 2 },
                { app in
                    app.hidden = nil
                    return 3
                },
            ])
    }
}

/// An app in which the test determines the value of each element.
private final class ScriptedApp: AppUnderTest {
    private let log = ChunkedLog(writer: "7-a")
    /// The number of questions so far. Each read of the barrier element counts as a question.
    var asked: Int64 = 0
    /// The id of an element that the app hides as if it did not exist yet, or `nil` if the app hides no element.
    var hidden: String?
    /// The steps, one for each read of the barrier element.
    ///
    /// A step returns the number of the last answered question. After the last step, the app answers every question.
    var steps: [(ScriptedApp) -> Int64] = []

    func track(_ name: String, _ parameters: EventParameters = [:]) {
        log.append(RecordedEvent(Event(name, parameters)))
    }

    func launch(arguments: [String], environment: [String: String]) {}

    var exitDescription: String? { nil }

    func value(ofElement identifier: String) throws -> String? {
        if identifier == TransportNames.barrierElement {
            let step = steps.isEmpty ? nil : steps.removeFirst()
            let passed = step?(self)
            asked += 1
            return ElementBarrier(writer: log.writer, asked: asked, passed: passed ?? asked - 1).text
        }
        if identifier == hidden { return nil }
        let number = (1...log.chunkCount).first { TransportNames.element(ofChunk: $0) == identifier }
        return number.flatMap(log.text(ofChunk:))
    }

    func observeChanges(_ onChange: @escaping @Sendable () -> Void) -> Bool { false }

    private let unsupported = UnsupportedByDriver("an app that has elements only")
    func textsOfAlert(withButton title: String) throws -> [String]? { throw unsupported }
    func pressAlertButton(_ title: String) throws { throw unsupported }
    func pasteboardText() throws -> String? { throw unsupported }
    func clearPasteboard() throws { throw unsupported }
}
