public import Trackproof
public import TrackproofAssertions
internal import XCTest

extension UITestSession {
    /// Expects that exactly these events are tracked by what the closure does, in this order; waits for so many, and then
    /// asks the app whether that was all.
    ///
    /// ```swift
    /// session.expectEvents(.screen("movies"), .event("movie_tapped", including: ["id": 67563])) {
    ///     menu.openMovies().tapPoster(67563)
    /// }
    /// ```
    ///
    /// Without any event it expects that none is tracked; it waits for none then, unless `within:` is given.
    ///
    /// - Parameters:
    ///   - events: the events; for parameters that vary see `EventExpectation`.
    ///   - source: where on their way the events were recorded.
    ///   - limit: how long to wait; the session's patience, where it is left out.
    ///   - fileID: the caller's; it is filled in, as the three that follow.
    ///   - filePath: the caller's.
    ///   - line: the caller's.
    ///   - column: the caller's.
    ///   - body: what is to track them. If it throws, what it tracked until then is compared, and the error is thrown on.
    /// - Returns: what the closure returns.
    @discardableResult
    public func expectEvents<Result>(
        _ events: Event..., source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        when body: () throws -> Result
    ) rethrows -> Result {
        try expect(events.map { .event($0) }, source, limit, CallSite(fileID, filePath, line, column), body)
    }

    /// Expects that exactly these events are tracked by what the closure does, in this order.
    @_disfavoredOverload
    @discardableResult
    public func expectEvents<Result>(
        _ first: EventExpectation, _ others: EventExpectation..., source: EventSource = .app,
        within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        when body: () throws -> Result
    ) rethrows -> Result {
        try expect([first] + others, source, limit, CallSite(fileID, filePath, line, column), body)
    }

    /// Expects that exactly these events of types of their own are tracked by what the closure does, in this order.
    @_disfavoredOverload
    @discardableResult
    public func expectEvents<Result>(
        _ first: any AnalyticsEvent, _ others: any AnalyticsEvent..., source: EventSource = .app,
        within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        when body: () throws -> Result
    ) rethrows -> Result {
        try expect(([first] + others).map { .event($0) }, source, limit, CallSite(fileID, filePath, line, column), body)
    }

    private func expect<Result>(
        _ events: [EventExpectation], _ source: EventSource, _ limit: Duration?, _ site: CallSite,
        _ body: () throws -> Result
    ) rethrows -> Result {
        // What was tracked before is none of the closure's. A failure is told before the closure runs, and not collected
        // on: the closure may have assertions, and may never return from them.
        assert(at: site) { settle(at: site) }
        let start = recorder.lastSequence
        let wait = SequenceWait(session: self, source: source, site: site, waits: !events.isEmpty || limit != nil)
        func compare() {
            assert(at: site) {
                recorder.expect(events, after: start, source: source, within: limit ?? patience, by: wait, at: site)
            }
        }
        do {
            let result = try body()
            compare()
            return result
        } catch {
            if !(error is XCTSkip) { compare() }
            throw error
        }
    }
}

/// Waits for events, and then for the app's word that these were all.
private struct SequenceWait: EventWait {
    let session: UITestSession
    let source: EventSource
    let site: CallSite
    /// Whether there is anything to wait for before the app is asked.
    let waits: Bool

    func wait(
        in recorder: EventRecorder, _ count: Int, after sequence: Int64, until deadline: ContinuousClock.Instant,
        where matches: @escaping @Sendable (RecordedEvent) -> Bool
    ) -> String? {
        let reason = SessionWait(session: session, source: source).wait(
            in: recorder, waits ? count : 0, after: sequence, until: deadline, where: matches)
        if reason == nil { session.settle(at: site) }
        return reason
    }
}
