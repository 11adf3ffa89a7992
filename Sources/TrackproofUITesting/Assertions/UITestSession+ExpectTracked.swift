public import Trackproof
public import TrackproofAssertions

// For an argument such as `.movieTaped()`, the compiler should report that `Event` has no such member. So the overloads
// that take a name or an expectation are disfavored.
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
    /// - Parameters:
    ///   - name: The name of the event.
    ///   - parameters: All parameters of the event, as values and matchers. By default, there must be no parameters.
    ///   - ignored: The names of further parameters that the event may have, such as `session_*`. `*` fits any number
    ///     of characters, and `?` fits one.
    ///   - kind: The kind of the event.
    ///   - user: The user of the event: a value, a matcher, or `nil` for no user. By default, an identity event has no
    ///     user, and the user of other events is not compared.
    ///   - times: The exact number of such events. If it is 0, the assertion waits until the limit, or until the first
    ///     such event.
    ///   - source: The source of the event: `.app` for an event that the app's facade tracked, or for example
    ///     `.wire("segment")` for an event that an SDK sent to the collector.
    ///   - limit: How long to wait for the events. Defaults to the session's ``timeout``.
    ///   - fileID: The file to which failures are attributed. Defaults to the file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    /// - Returns: The matching events; empty if the assertion fails.
    @_disfavoredOverload
    @discardableResult
    public func expectTracked(
        _ name: String, _ parameters: ExpectedParameters = [:], ignoring ignored: [String] = [],
        kind: EventKind = .track, user: (any ParameterExpectation)? = UnspecifiedUser(), times: Int = 1,
        source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> [RecordedEvent] {
        expect(
            .event(name, parameters, kind: kind, user: user, ignoring: ignored), times, source, limit,
            CallSite(fileID, filePath, line, column))
    }

    /// Waits until an event with at least these parameters was tracked exactly `times` times.
    ///
    /// If you pass `including: [:]`, the event may have any parameters.
    @_disfavoredOverload
    @discardableResult
    public func expectTracked(
        _ name: String, including parameters: ExpectedParameters, kind: EventKind = .track,
        user: (any ParameterExpectation)? = UnspecifiedUser(), times: Int = 1,
        source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> [RecordedEvent] {
        expect(
            .event(name, including: parameters, kind: kind, user: user), times, source, limit,
            CallSite(fileID, filePath, line, column))
    }

    /// Waits until exactly this event was tracked exactly `times` times.
    ///
    /// For example: `expectTracked(.movieTapped(id: 67563))`.
    @discardableResult
    public func expectTracked(
        _ event: Event, times: Int = 1,
        source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> [RecordedEvent] {
        expect(.event(event), times, source, limit, CallSite(fileID, filePath, line, column))
    }

    /// Waits until exactly this `AnalyticsEvent` was tracked exactly `times` times.
    @discardableResult
    public func expectTracked(
        _ event: some AnalyticsEvent, times: Int = 1,
        source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> [RecordedEvent] {
        expect(.event(event), times, source, limit, CallSite(fileID, filePath, line, column))
    }

    /// Waits until an event that matches an expectation was tracked exactly `times` times.
    ///
    /// For example: `expectTracked(.identify(.uuid))`.
    @_disfavoredOverload
    @discardableResult
    public func expectTracked(
        _ event: EventExpectation, times: Int = 1,
        source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> [RecordedEvent] {
        expect(event, times, source, limit, CallSite(fileID, filePath, line, column))
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
}
