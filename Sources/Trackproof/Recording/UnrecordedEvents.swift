package import TrackproofPlatform

/// The events that a facade tracked while it had no recorder.
///
/// If a test later adds a recorder to the facade, the recorder receives these events. Outside tests, a facade keeps no
/// events.
package final class UnrecordedEvents: Sendable {
    package struct Entry: Sendable {
        package let recorded: RecordedEvent
        /// The number of the test that tracked the event, or `nil` if the test is unknown.
        package let test: Int?
        /// The time at which the event was tracked, on the clock of ``Platform/monotonicNanoseconds()``.
        package let nanoseconds: UInt64
    }

    /// A closure that returns the number of the calling test, or `nil` if the test is unknown.
    ///
    /// The value of the lock is `nil` outside tests.
    package static let testOfCaller = Lock<(@Sendable () -> Int?)?>(nil)

    /// The number of newest events that the buffer always keeps.
    ///
    /// When the buffer contains twice as many events, it drops the older half.
    private static let limit = 1_000
    private let testOfCaller: @Sendable () -> Int?
    private let entries = Lock<[Entry]>([])

    /// Creates an empty buffer, or returns `nil` outside tests.
    init?() {
        guard let testOfCaller = Self.testOfCaller.withLock({ $0 }) else { return nil }
        self.testOfCaller = testOfCaller
    }

    func keep(_ event: Event) {
        guard event.delivery.isRecorded else { return }
        let entry = Entry(
            recorded: RecordedEvent(event, source: .app, sequence: nil, time: .now), test: testOfCaller(),
            nanoseconds: Platform.monotonicNanoseconds())
        entries.withLock { entries in
            if entries.count == 2 * Self.limit { entries.removeFirst(Self.limit) }
            entries.append(entry)
        }
    }

    /// Removes and returns the events, the oldest first.
    func take() -> [Entry] {
        entries.withLock { entries in
            defer { entries = [] }
            return entries
        }
    }
}
