internal import TrackproofPlatform
@_spi(Tooling) internal import TrackproofSnapshots

/// The assertions of a test that have begun and not ended.
///
/// At the end of a test there must be none: what nobody awaits proves nothing.
struct OpenAssertions {
    private var sites: [Int: CallSite] = [:]
    private var last = 0
    /// The numbers of those whose closure runs.
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

    /// The place of the first assertion whose closure runs; nil if no closure runs.
    var window: CallSite? { windows.min().flatMap { sites[$0] } }

    /// What to tell the test at its end; nil if all have ended.
    var problem: String? {
        if sites.isEmpty { return nil }
        let places = sites.sorted { $0.key < $1.key }.prefix(5).map { "\($0.value.fileID):\($0.value.line)" }
        let more = sites.count > places.count ? ", …" : ""
        return """
            \(sites.count.counted("assertion")) still waited when the test ended: \(places.joined(separator: ", "))\(more)
            await it in the test: what nobody awaits proves nothing
            """
    }
}

extension TestRecorder {
    /// The recorders for which the closure of an `expectEvents` runs in this task.
    @TaskLocal private static var windows: [Int] = []

    /// An assertion begins that may last. ``endAssertion(_:)`` must follow.
    func beginAssertion(at site: CallSite) -> Int { state.withLock { $0.open.open(at: site, isWindow: false) } }

    /// How many have begun and not ended.
    var openAssertionCount: Int { state.withLock(\.open.count) }

    package func endAssertion(_ number: Int) { state.withLock { $0.open.close(number) } }

    /// An assertion begins that is about the events of a closure. ``endAssertion(_:)`` must follow. Fails if the closure of
    /// another runs at the same time, unless this is part of that.
    package func beginWindow(at site: CallSite) -> Int {
        let (number, other) = state.withLock { state in
            let other = state.open.window
            return (state.open.open(at: site, isWindow: true), other)
        }
        if let other, !Self.windows.contains(serial) {
            fail(
                """
                another expectEvents runs at the same time, of \(other.fileID):\(other.line)
                nobody can tell which of them an event belongs to: let one end before the other begins
                """, at: site)
        }
        // The closure did not track the events that are in a queue by now.
        waitForQueues()
        return number
    }

    /// Forgets what was recorded so far. Fails in the closure of an `expectEvents`, which would miss what is forgotten.
    package func clear(at site: CallSite) {
        if let window = state.withLock(\.open.window) {
            fail("clearEvents would hide events from the expectEvents of \(window.fileID):\(window.line)", at: site)
        }
        clear()
    }

    /// Runs the closure of an assertion that is about its events.
    package func runWindow<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$windows.withValue(Self.windows + [serial]) { try body() }
    }

    /// Runs the closure of an assertion that is about its events.
    package func runWindow<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$windows.withValue(Self.windows + [serial]) { try await body() }
    }
}
