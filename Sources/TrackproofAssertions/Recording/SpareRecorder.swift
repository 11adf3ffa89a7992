package import Trackproof
import TrackproofPlatform

/// The recorder of a facade while none of the facade's providers is a recorder.
///
/// If a test later adds a recorder to the facade, this recorder receives the events that its test has tracked.
package final class SpareRecorder: AnalyticsRecorder {
    private struct Entry {
        let event: RecordedEvent
        /// The recorder's number of the test that tracked the event, or `nil` if the test is unknown.
        let test: Int?
        /// The time at which the event was tracked, on the clock of ``Platform/monotonicNanoseconds()``.
        let nanoseconds: UInt64
    }

    package let id: ProviderID = "spare-recorder"
    private let entries = Lock<[Entry]>([])
    /// The number of newest events that the recorder always keeps.
    ///
    /// When the recorder contains twice as many events, it drops the older half.
    private static let limit = 1_000

    /// Gives a spare recorder to each facade that is made from now on. `observeTestCasesAtLoad()` calls this function
    /// once, when the test bundle is loaded.
    package static func equipFacades() { Analytics.makeSpareRecorder.withLock { $0 = { SpareRecorder() } } }

    package func record(_ event: RecordedEvent) {
        var event = event
        event.time = event.time ?? .now
        let entry = Entry(
            event: event, test: TestRecorder.current?.serial, nanoseconds: Platform.monotonicNanoseconds())
        entries.withLock { entries in
            if entries.count == 2 * Self.limit { entries.removeFirst(Self.limit) }
            entries.append(entry)
        }
    }

    /// Removes all events, and returns the events of this recorder's test, the oldest first.
    ///
    /// If the test of an event is unknown, the event belongs to the test if it is newer than the recorder.
    func take(for recorder: TestRecorder) -> [RecordedEvent] {
        let entries = entries.withLock { entries in
            defer { entries = [] }
            return entries
        }
        let own = entries.filter { entry in
            entry.test.map { $0 == recorder.serial || $0 == recorder.parent } ?? (entry.nanoseconds > recorder.begun)
        }
        return own.map(\.event)
    }
}
