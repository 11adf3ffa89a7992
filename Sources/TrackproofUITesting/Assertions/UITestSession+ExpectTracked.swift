public import Trackproof
public import TrackproofAssertions

// Where the argument begins with a dot the compiler should look for an Event's factory, and say of a misspelt one that
// there is none: the variants that take another type are disfavoured.
extension UITestSession {
    /// Waits until an event was tracked exactly so often, with exactly these parameters.
    ///
    /// ```swift
    /// app.buttons["login-submit"].tap()
    /// session.expectTracked("authorization", ["success": true])
    /// ```
    ///
    /// The wait ends the moment the last of them arrives, and at once when the app has ended. What matches is checked
    /// then, and counts no more in later assertions.
    ///
    /// - Parameters:
    ///   - name: the event's name.
    ///   - parameters: all of its parameters, as values and matchers; none, where they are left out.
    ///   - kind: what the event says.
    ///   - times: how often, exactly. With 0 the wait lasts to its end, or to the first such event.
    ///   - source: where on its way the event was recorded.
    ///   - limit: how long to wait; the session's patience, where it is left out.
    ///   - fileID: the caller's; it is filled in, as the three that follow.
    ///   - filePath: the caller's.
    ///   - line: the caller's.
    ///   - column: the caller's.
    @_disfavoredOverload
    @discardableResult
    public func expectTracked(
        _ name: String, _ parameters: ExpectedParameters = [:], kind: EventKind = .track, times: Int = 1,
        source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> [RecordedEvent] {
        expect(.event(name, parameters, kind: kind), times, source, limit, CallSite(fileID, filePath, line, column))
    }

    /// Waits until an event with at least these parameters was tracked exactly so often. With `including: [:]` the
    /// parameters do not matter.
    @_disfavoredOverload
    @discardableResult
    public func expectTracked(
        _ name: String, including parameters: ExpectedParameters, kind: EventKind = .track, times: Int = 1,
        source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> [RecordedEvent] {
        expect(
            .event(name, including: parameters, kind: kind), times, source, limit,
            CallSite(fileID, filePath, line, column))
    }

    /// Waits until exactly this event was tracked exactly so often, as `expectTracked(.movieTapped(id: 67563))`.
    @discardableResult
    public func expectTracked(
        _ event: Event, times: Int = 1,
        source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> [RecordedEvent] {
        expect(.event(event), times, source, limit, CallSite(fileID, filePath, line, column))
    }

    /// Waits until exactly the event of this type was tracked exactly so often.
    @discardableResult
    public func expectTracked(
        _ event: some AnalyticsEvent, times: Int = 1,
        source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> [RecordedEvent] {
        expect(.event(event), times, source, limit, CallSite(fileID, filePath, line, column))
    }

    /// Waits until an event was tracked exactly so often, as `expectTracked(.identify(.uuid))`.
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
            // A wait of no time does not look by itself.
            if limit == .zero {
                _ = look()
                if let collector, source.isOfWire { settle(collector, at: site) }
            }
            let check = TrackedCheck(expectation: event, times: times, source: source)
            let wait = SessionWait(session: self, source: source)
            found = recorder.expect(check, within: limit ?? patience, by: wait, at: site)
        }
        return found
    }
}
