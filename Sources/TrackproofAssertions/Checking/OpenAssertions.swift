import TrackproofPlatform
import TrackproofSnapshots

/// The assertions that a test has begun and that have not ended. If the test ends before these assertions end, the test
/// fails, because an assertion that is not awaited proves nothing.
struct OpenAssertions {
    private var sites: [Int: CallSite] = [:]
    private var last = 0
    /// The numbers of the windows. A window is an assertion, such as `expectEvents`, whose closure is running.
    private var windows: Set<Int> = []

    mutating func open(at site: CallSite, isWindow: Bool) -> Int {
        last += 1
        sites[last] = site
        if isWindow { windows.insert(last) }
        return last
    }

    mutating func close(_ number: Int) {
        sites[number] = nil
        windows.remove(number)
    }

    var count: Int { sites.count }

    /// The number of assertions that may wait for events. A window's closure runs, and the window does not wait.
    var waitingCount: Int { sites.count - windows.count }

    /// The call site of the oldest assertion whose closure is running; `nil` if no closure is running.
    var window: CallSite? { windows.min().flatMap { sites[$0] } }

    /// The failure message at the end of the test; `nil` if all assertions have ended.
    var problem: String? {
        if sites.isEmpty { return nil }
        let places = sites.sorted { $0.key < $1.key }.map { "\($0.value.fileID):\($0.value.line)" }
        return """
            \(sites.count.counted("assertion")) did not finish before the test ended: \
            \(places.listed(upTo: 5))
            await every assertion: an assertion that is not awaited proves nothing
            """
    }
}

extension TestRecorder {
    /// The `serial` of each recorder whose `expectEvents` closure this task is running.
    @TaskLocal private static var windows: [Int] = []

    /// Begins an assertion that may wait, and returns its number. The caller must pass this number to
    /// ``endAssertion(_:)`` when the assertion ends.
    func beginAssertion(at site: CallSite) -> Int { state.withLock { $0.open.open(at: site, isWindow: false) } }

    var openAssertionCount: Int { state.withLock(\.open.count) }

    package func endAssertion(_ number: Int) { state.withLock { $0.open.close(number) } }

    /// Begins an `expectEvents`, and returns the number of this assertion. The caller must pass this number to
    /// ``endAssertion(_:)`` when the assertion ends. The function fails the test if the closure of another
    /// `expectEvents` is running. An `expectEvents` inside that closure is allowed.
    package func beginWindow(at site: CallSite) -> Int {
        let (number, other) = state.withLock { state in
            let other = state.open.window
            return (state.open.open(at: site, isWindow: true), other)
        }
        if let other, !Self.windows.contains(serial) {
            fail(
                """
                another expectEvents is still running at \(other.fileID):\(other.line)
                an event could belong to either expectEvents: let the first end before the second begins
                """, at: site)
        }
        // A provider's queue may still contain events that were tracked before the closure. Without this wait, these
        // events would count as events of the closure.
        waitForQueues()
        return number
    }

    /// Discards the events recorded so far. If the closure of an `expectEvents` is running, the function also fails the
    /// test, because this `expectEvents` would miss the discarded events.
    package func clear(at site: CallSite) {
        if let window = state.withLock(\.open.window) {
            fail(
                """
                clearEvents would remove events of the expectEvents that is still running at \
                \(window.fileID):\(window.line)
                call clearEvents before or after that expectEvents
                """, at: site)
        }
        clear()
    }

    /// Runs the closure of an `expectEvents`. The closure may contain another `expectEvents`.
    package func runWindow<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$windows.withValue(Self.windows + [serial]) { try body() }
    }

    /// Runs the asynchronous closure of an `expectEvents`. The closure may contain another `expectEvents`.
    package func runWindow<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$windows.withValue(Self.windows + [serial]) { try await body() }
    }
}
