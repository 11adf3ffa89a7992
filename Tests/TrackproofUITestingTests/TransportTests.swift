import Dispatch
import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofBridge
import TrackproofJSON
import TrackproofPlatform
import TrackproofBridgeProtocol

/// Tests of the app's side of a bridge, without a reader.
@Suite(.blocking) struct TransportTests {
    private let surface = MemorySurface()

    private func analytics(_ address: String) throws -> Analytics {
        Analytics(providers: [try EventBridge(address, surface: surface)])
    }

    /// Runs a function on the main thread, after all work that already waits in the main queue.
    private func onMain<Result: Sendable>(_ body: @MainActor @Sendable (MemorySurface) -> Result) -> Result {
        let surface = surface
        return DispatchQueue.main.sync { MainActor.assumeIsolated { body(surface) } }
    }

    private func element(_ name: String) -> String? { onMain { $0.elements[name]?() } }

    private func payload(_ text: String?) -> [String] {
        (text ?? "").split(separator: "\n", omittingEmptySubsequences: false).dropFirst().map(String.init)
    }

    // MARK: Elements

    /// Tests that the app answers a question only after work that was in the main queue before the question.
    @Test func anAnswerWaitsForQueuedWork() throws {
        _ = try analytics("accessibility")
        let log = Lock<[String]>([])
        let answers = onMain { surface -> [String] in
            for _ in 0..<3 { DispatchQueue.main.async { log.withLock { $0.append("work") } } }
            return [surface.elements["trackproof-events"]?() ?? ""]
        }
        #expect(answers.first?.hasSuffix(" 1 0") == true)
        #expect(onMain { _ in log.withLock { $0 } } == ["work", "work", "work"])
        // The main queue has run its work before this read, so the first question is answered.
        #expect(element("trackproof-events")?.hasSuffix(" 2 1") == true)
    }

    /// Tests that the answer to a question does not wait for work that was queued after the question.
    @Test func aPassDoesNotAnswerQuestionsAskedAfterItBegan() throws {
        _ = try analytics("accessibility")
        let seen = Lock<[String]>([])
        onMain { surface in
            let look = { @MainActor @Sendable in
                let text = surface.elements["trackproof-events"]?() ?? ""
                seen.withLock { $0.append(String(text.suffix(4))) }
            }
            look()
            DispatchQueue.main.async { MainActor.assumeIsolated(look) }
            DispatchQueue.main.async { seen.withLock { $0.append("work") } }
            look()
        }
        onMain { _ in }
        #expect(seen.withLock { $0 } == [" 1 0", " 2 0", " 3 1", "work"])
    }

    @Test func aPassOfTheMainQueueShowsAllEvents() throws {
        let analytics = try analytics("accessibility")
        #expect(onMain { $0.changed } == ["trackproof-events-1"])
        let block = MainQueueBlock()
        for number in 0..<1_000 { analytics.track(Event("tap", ["number": number])) }
        block.open()
        let (changed, count) = onMain { ($0.changed, $0.elements.count) }
        #expect(changed == ["trackproof-events-1", "trackproof-events-\(count - 1)"])
        #expect(count > 100)
        // Each value has at most 512 bytes.
        let longest = onMain { surface in surface.elements.values.map { $0().utf8.count }.max() ?? 0 }
        #expect((433...512).contains(longest))
        #expect(element("trackproof-events-\(count)") == nil)
    }

    // MARK: Messages

    @Test func aMessageDoesNotChangeUntilItIsTaken() throws {
        let analytics = try analytics("pasteboard")
        let first = onMain { $0.pasteboard }
        #expect(payload(first).first?.hasPrefix("{\"hello\":1,") == true)
        analytics.track(Event("a"))
        #expect(onMain { $0.pasteboard } == first)
        // A person has copied a text. The transport puts the same message on the pasteboard again.
        onMain { $0.paste("a text") }
        #expect(onMain { $0.pasteboard } == first)
        onMain { $0.paste(nil) }
        let second = onMain { $0.pasteboard }
        #expect(payload(second).first?.hasPrefix("{\"name\":\"a\",\"seq\":1,") == true)
        #expect(payload(second).count == 2)
        #expect(second?.prefix { $0 != "\n" }.split(separator: " ")[2...3] == ["2", "3"])
        onMain { $0.paste(nil) }
        // The message contains no event, because the test has read all events.
        #expect(payload(onMain { $0.pasteboard }) == [""])
    }

    @Test func aMessageIncludesEventsQueuedBeforeThePasteboardWasEmptied() throws {
        let analytics = try analytics("pasteboard")
        onMain { _ in }
        DispatchQueue.main.async { analytics.track(Event("a")) }
        onMain { surface in
            DispatchQueue.main.async { analytics.track(Event("b")) }
            surface.paste(nil)
        }
        onMain { _ in }
        let message = onMain { $0.pasteboard }
        #expect(payload(message).map { $0.prefix(11) } == ["{\"name\":\"a\"", "{\"name\":\"b\"", ""])
    }

    // MARK: Alerts

    @Test func anAlertIsReadable() throws {
        let analytics = try analytics("alert")
        analytics.track(Event("a", ["z": 1, "b": ["y": 1, "c": 2] as EventParameters]))
        let hello = onMain { [$0.alert?.title, $0.alert?.button] }
        #expect(hello == ["Trackproof", "Next event"])
        onMain { $0.pressAlertButton() }
        let (title, message) = onMain { ($0.alert?.title, $0.alert?.message) }
        #expect(title == "Event 1: track a")
        let event = "{\"name\":\"a\",\"parameters\":{\"b\":{\"c\":2,\"y\":1},\"z\":1},\"seq\":1,"
        #expect(payload(message).first?.hasPrefix(event) == true)
        onMain { $0.pressAlertButton() }
        #expect(onMain { $0.alert == nil })
        analytics.track(Event("b"))
        #expect(onMain { $0.alert?.title } == "Event 2: track b")
        onMain { $0.pressAlertButton() }
        analytics.identify("user-42")
        #expect(onMain { $0.alert?.title } == "Event 3: identify")
    }
}
