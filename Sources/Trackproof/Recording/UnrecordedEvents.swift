package import TrackproofPlatform

/// What a facade tracked while it had no recorder, for the recorder that it may get later. Only tests have it kept.
package final class UnrecordedEvents: Sendable {
    package struct Entry: Sendable {
        package let recorded: RecordedEvent
        /// The test that tracked it, as a number; nil if that is not known.
        package let test: Int?
        /// When it was tracked, on the clock of ``Platform/monotonicNanoseconds()``.
        package let nanoseconds: UInt64
    }

    /// Says which test calls it, as a number, or nil if that is not known. The closure is set only in tests.
    package static let testOfCaller = Lock<(@Sendable () -> Int?)?>(nil)

    /// At least so many of the newest are kept.
    private static let limit = 1_000
    private let testOfCaller: @Sendable () -> Int?
    private let entries = Lock<[Entry]>([])

    /// Nil outside of tests.
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

    /// Takes them out, the oldest first.
    func take() -> [Entry] {
        entries.withLock { entries in
            defer { entries = [] }
            return entries
        }
    }
}
