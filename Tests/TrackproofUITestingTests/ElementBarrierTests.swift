import Testing
import Trackproof
@_spi(Tooling) import TrackproofJSON
import TrackproofTesting
import TrackproofUITesting
import TrackproofBridgeProtocol
import TrackproofBridge

/// How the elements' barrier is read, of an app whose main queue is slower than its answers.
@Suite struct ElementBarrierTests {
    /// Nothing comes by the app's own doing: each step says what a look at the barrier finds.
    private func expectSeen(_ names: [String], _ steps: [(ScriptedApp) -> Int64]) throws {
        let app = ScriptedApp()
        let session = try UITestSession.launch(
            app, bridge: .accessibility, timeout: longPatience, exhaustively: false)
        app.steps = steps
        session.expectNotTracked("absent")
        #expect(session.recorder.events.map(\.event.name) == names)
        #expect(app.steps.isEmpty)
        session.finish()
    }

    @Test func theAnswerIsAwaited() throws {
        try expectSeen(
            ["late"],
            [
                { _ in 0 }, { _ in 0 }, { _ in 0 },
                { app in
                    app.track("late")
                    return 1
                },
            ])
    }

    @Test func theAnswerToAnEarlierQuestionIsNone() throws {
        try expectSeen(
            ["late"],
            [
                // Whoever looked before has asked too.
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

    /// The last chunk's element comes a pass later than the answer.
    @Test func allChunksAreAwaited() throws {
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

    @Test func anAppThatWasStartedAgainIsAskedAnew() throws {
        try expectSeen(
            ["late"],
            [
                { app in
                    app.asked = 40
                    return 39
                },
                { app in
                    app.restart()
                    return 0
                },
                { _ in 0 },
                { app in
                    app.track("late")
                    return 1
                },
            ])
    }
}

/// An app whose values are written by the test.
private final class ScriptedApp: AppUnderTest {
    private var log = ChunkedLog(writer: "7-a")
    /// How often it was asked.
    var asked: Int64 = 0
    /// The element that is not there yet.
    var hidden: String?
    /// What happens at each look at the barrier, and which question has passed by then; afterwards all have.
    var steps: [(ScriptedApp) -> Int64] = []

    func track(_ name: String, _ parameters: EventParameters = [:]) {
        log.append(RecordedEvent(Event(name, parameters)))
    }

    func restart() {
        log = ChunkedLog(writer: "8-b")
        asked = 0
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
