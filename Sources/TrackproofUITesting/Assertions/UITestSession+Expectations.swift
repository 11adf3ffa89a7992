public import Trackproof
// These modules are not products of the package, so a test target cannot depend on them. The exports let a test
// that imports `TrackproofUITesting` use their declarations.
@_exported public import TrackproofAssertions
@_exported public import struct TrackproofCollectorClient.CollectorError
@_exported public import class TrackproofCollectorClient.CollectorSession
import XCTest

// Assertions that wait for the expected events. For an argument such as `.movieTaped()`, the
// compiler should report that `Event` has no such member. So in each assertion, the overloads that take a name or any
// `EventConvertible` are disfavored.
extension UITestSession {
    /// Waits until an event with exactly these parameters was tracked exactly `times` times.
    ///
    /// ```swift
    /// app.buttons["login-submit"].tap()
    /// session.expectTracked("authorization", ["success": true])
    /// ```
    ///
    /// The wait ends when the last expected event arrives, when the app has ended, or at the limit. The assertion marks
    /// the matching events as checked, and later calls of `expectTracked` skip these events.
    ///
    /// With `times: 0`, the assertion waits until the limit, or until the first such event. By default, the limit is the
    /// session's ``timeout``. The source is `.app` for an event that the app's facade tracked, or for example
    /// `.wire("segment")` for an event that an SDK sent to the collector. The documentation of `expectTracked` in
    /// `TrackproofTesting` describes the other parameters.
    ///
    /// - Returns: The matching events; empty if the assertion fails.
    @_disfavoredOverload
    @discardableResult
    public func expectTracked(
        _ name: String, _ parameters: ExpectedParameters = [:], including included: ExpectedParameters? = nil,
        ignoring ignored: [String] = [], kind: EventKind = .track,
        user: (any ParameterExpectation)? = UnspecifiedUser(), times: Int = 1, source: EventSource = .app,
        within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> [RecordedEvent] {
        expect(
            .event(name, parameters, including: included, kind: kind, user: user, ignoring: ignored), times, source,
            limit, CallSite(fileID, filePath, line, column))
    }

    /// Waits until exactly this event was tracked exactly `times` times: `expectTracked(.movieTapped(id: 67563))`.
    @discardableResult
    public func expectTracked(
        _ event: Event, times: Int = 1, source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> [RecordedEvent] {
        expect(event.expectation, times, source, limit, CallSite(fileID, filePath, line, column))
    }

    /// Waits until an `AnalyticsEvent`, or an event that matches an expectation, was tracked exactly `times` times.
    ///
    /// For example: `expectTracked(LoginEvent.loginStarted)` or `expectTracked(.identify(.uuid))`.
    @_disfavoredOverload
    @discardableResult
    public func expectTracked(
        _ event: some EventConvertible, times: Int = 1, source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> [RecordedEvent] {
        expect(event.expectation, times, source, limit, CallSite(fileID, filePath, line, column))
    }

    private func expect(
        _ event: EventExpectation, _ times: Int, _ source: EventSource, _ limit: Duration?, _ site: CallSite
    ) -> [RecordedEvent] {
        var found: [RecordedEvent] = []
        assert(at: site) {
            // If the limit is zero, the check below does not receive events. So the session first receives the events
            // that have already arrived.
            if limit == .zero {
                _ = look()
                if let collector, source.vendor != nil { settle(collector, at: site) }
            }
            let check = TrackedCheck(expectation: event, times: times, source: source, within: limit ?? timeout)
            found = recorder.expect(check, at: site) { self.wait(for: $0, from: source) }
        }
        return found
    }

    /// Expects that the closure tracks exactly these events, in this order.
    ///
    /// The assertion waits until the expected number of events has arrived. It then asks the app to confirm that there
    /// are no more events. If you pass no events, the assertion expects that the closure tracks no events. In this case,
    /// the assertion waits only if you pass `within:`.
    ///
    /// If the closure throws an error, the assertion compares the events that were tracked until then, and rethrows the
    /// error. If the error is an `XCTSkip`, the assertion compares nothing.
    ///
    /// - Returns: The result of the closure.
    @discardableResult
    public func expectEvents<Result>(
        _ events: Event..., source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        when body: () throws -> Result
    ) rethrows -> Result {
        try expect(events, source, limit, CallSite(fileID, filePath, line, column), body)
    }

    /// Expects that the closure tracks exactly these events, in this order.
    ///
    /// Each event is an `Event`, an `AnalyticsEvent`, or an expectation with matchers:
    ///
    /// ```swift
    /// session.expectEvents(.screen("movies"), .event("movie_tapped", including: ["id": 67563])) {
    ///     menu.openMovies().tapPoster(67563)
    /// }
    /// ```
    @_disfavoredOverload
    @discardableResult
    public func expectEvents<Result>(
        _ first: any EventConvertible, _ others: any EventConvertible..., source: EventSource = .app,
        within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        when body: () throws -> Result
    ) rethrows -> Result {
        try expect([first] + others, source, limit, CallSite(fileID, filePath, line, column), body)
    }

    private func expect<Result>(
        _ events: [any EventConvertible], _ source: EventSource, _ limit: Duration?, _ site: CallSite,
        _ body: () throws -> Result
    ) rethrows -> Result {
        // Receives the earlier events now, so that they do not count as events of the closure. Also reports earlier
        // failures now, because XCTest may never return from an assertion that fails in the closure.
        settled(at: site) {}
        let start = recorder.lastSequence
        func compare() {
            assert(at: site) {
                let expected = events.map { $0.expectation }
                recorder.expect(expected, after: start, source: source, within: limit ?? timeout, at: site) {
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

    /// Waits for `count` events, and expects that there are no further events.
    ///
    /// If you pass a name, a kind or parameters, the assertion counts only the events that have all of them.
    ///
    /// ```swift
    /// session.expectCount(3)
    /// session.expectCount(1, kind: .screen)
    /// session.expectCount(1, of: "movie_tapped", including: ["index": .in(0...9)])
    /// ```
    @_disfavoredOverload
    public func expectCount(
        _ count: Int, of name: String? = nil, kind: EventKind? = nil, including parameters: ExpectedParameters = [:],
        source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let counted = EventSelection(name, kind: kind, including: parameters, source: source)
        expect(count, of: counted, within: limit, at: CallSite(fileID, filePath, line, column))
    }

    /// Waits until this event has been tracked `count` times, and expects no further such event.
    public func expectCount(
        _ count: Int, of event: Event, source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let counted = EventSelection(event, source: source)
        expect(count, of: counted, within: limit, at: CallSite(fileID, filePath, line, column))
    }

    /// Waits for `count` events that equal an `AnalyticsEvent` or match an expectation, and expects no further such event.
    @_disfavoredOverload
    public func expectCount(
        _ count: Int, of event: some EventConvertible, source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let counted = EventSelection(event, source: source)
        expect(count, of: counted, within: limit, at: CallSite(fileID, filePath, line, column))
    }

    private func expect(_ count: Int, of counted: EventSelection, within limit: Duration?, at site: CallSite) {
        assert(at: site) {
            let awaited = AwaitedEvents(
                count, in: recorder, after: 0, until: .now + recorder.limitUnderMutation(limit ?? timeout, of: count),
                where: counted.contains)
            let reason = wait(for: awaited, from: counted.source)
            if reason == nil { settle(at: site) }
            recorder.expect(count, of: counted, reason: reason, at: site)
        }
    }
}
