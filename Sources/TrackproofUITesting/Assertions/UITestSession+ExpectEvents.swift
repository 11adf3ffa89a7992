public import Trackproof
public import TrackproofAssertions
import XCTest

extension UITestSession {
    /// Expects that the closure tracks exactly these events, in this order.
    ///
    /// The assertion waits until the expected number of events has arrived. It then asks the app to confirm that there
    /// are no more events.
    ///
    /// ```swift
    /// session.expectEvents(.screen("movies"), .event("movie_tapped", including: ["id": 67563])) {
    ///     menu.openMovies().tapPoster(67563)
    /// }
    /// ```
    ///
    /// If you pass no events, the assertion expects that the closure tracks no events. In this case, the assertion
    /// waits only if you pass `within:`.
    ///
    /// - Parameters:
    ///   - events: The expected events. For parameters that vary, see `EventExpectation`.
    ///   - source: The source of the events: `.app` for events that the app's facade tracked, or for example
    ///     `.wire("segment")` for events that an SDK sent to the collector.
    ///   - limit: How long to wait for the events. Defaults to the session's ``timeout``.
    ///   - fileID: The file to which failures are attributed. Defaults to the file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    ///   - body: The closure that tracks the events. If the closure throws an error, the assertion compares the events
    ///     that were tracked until then, and rethrows the error. If the error is an `XCTSkip`, the assertion compares
    ///     nothing.
    /// - Returns: The result of the closure.
    @discardableResult
    public func expectEvents<Result>(
        _ events: Event..., source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        when body: () throws -> Result
    ) rethrows -> Result {
        try expect(events.map { .event($0) }, source, limit, CallSite(fileID, filePath, line, column), body)
    }

    /// Expects that the closure tracks exactly these events, in this order.
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

    /// Expects that the closure tracks exactly these `AnalyticsEvent` values, in this order.
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
        // Receives the earlier events now, so that they do not count as events of the closure. Also reports earlier
        // failures now, because XCTest may never return from an assertion that fails in the closure.
        assert(at: site) { settle(at: site) }
        let start = recorder.lastSequence
        func compare() {
            assert(at: site) {
                recorder.expect(events, after: start, source: source, within: limit ?? timeout, at: site) {
                    var awaited = $0
                    if events.isEmpty, limit == nil { awaited.count = 0 }
                    let reason = self.wait(for: awaited, from: source)
                    if reason == nil { self.settle(at: site) }
                    return reason
                }
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
