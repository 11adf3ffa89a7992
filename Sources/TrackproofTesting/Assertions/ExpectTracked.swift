public import Trackproof
public import TrackproofAssertions

// Where the argument begins with a dot the compiler should look for an Event's factory, and say of a misspelt one that
// there is none: the variants that take another type are disfavoured.

/// Expects that an event was tracked exactly so often, with exactly these parameters.
///
/// ```swift
/// expectTracked("authorization", ["success": true])
/// expectTracked("login", kind: .screen)
/// expectTracked("heartbeat", times: 3)
/// ```
///
/// What matches is checked then, and counts no more in later assertions. On failure the message has the nearest miss
/// and the recording:
///
/// ```
/// not tracked: track authorization {success: true}
/// nearest is number 2: track authorization
///     - success: true
///     + success: false
/// recorded 2 events (✓ checked):
/// ✓   1  screen login
///     2  track authorization {success: false}
/// ```
///
/// It returns what matched, for what two events have in common:
///
/// ```swift
/// let placed = expectTracked("order_placed", including: [:]).first?.event
/// expectTracked("order_paid", including: ["order_id": placed?.parameters["order_id"]])
/// ```
///
/// - Parameters:
///   - name: the event's name.
///   - parameters: all of its parameters, as values and matchers; none, where they are left out.
///   - kind: what the event says.
///   - times: how often, exactly. With 0 there must be no such event.
///   - source: where on its way the event was recorded.
///   - limit: how long to wait for so many, blocking the thread; on the main thread its run loop goes on. The wait ends
///     the moment the last arrives. With `times: 0` it lasts to its end, or to the first such event.
///   - recorder: the recorder; that of the running test, where it is left out.
///   - fileID: the caller's; it is filled in, as the three that follow.
///   - filePath: the caller's.
///   - line: the caller's.
///   - column: the caller's.
/// - Returns: The events that match, so that what follows can be compared with them; none if the assertion fails.
@_disfavoredOverload
@discardableResult
public func expectTracked(
    _ name: String, _ parameters: ExpectedParameters = [:], kind: EventKind = .track, times: Int = 1,
    source: EventSource = .app, within limit: Duration = .zero, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> [RecordedEvent] {
    expect(
        .event(name, parameters, kind: kind), times, source, limit, recorder, CallSite(fileID, filePath, line, column))
}

/// Expects that an event with at least these parameters was tracked exactly so often. With `including: [:]` the
/// parameters do not matter.
@_disfavoredOverload
@discardableResult
public func expectTracked(
    _ name: String, including parameters: ExpectedParameters, kind: EventKind = .track, times: Int = 1,
    source: EventSource = .app, within limit: Duration = .zero, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> [RecordedEvent] {
    expect(
        .event(name, including: parameters, kind: kind), times, source, limit, recorder,
        CallSite(fileID, filePath, line, column))
}

/// Expects that exactly this event was tracked exactly so often, as `expectTracked(.movieTapped(id: 67563))`.
@discardableResult
public func expectTracked(
    _ event: Event, times: Int = 1,
    source: EventSource = .app, within limit: Duration = .zero, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> [RecordedEvent] {
    expect(.event(event), times, source, limit, recorder, CallSite(fileID, filePath, line, column))
}

/// Expects that exactly the event of this type was tracked exactly so often.
@discardableResult
public func expectTracked(
    _ event: some AnalyticsEvent, times: Int = 1,
    source: EventSource = .app, within limit: Duration = .zero, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> [RecordedEvent] {
    expect(.event(event), times, source, limit, recorder, CallSite(fileID, filePath, line, column))
}

/// Expects that an event was tracked exactly so often, as `expectTracked(.event("", kind: .identify, user: .uuid))`.
@_disfavoredOverload
@discardableResult
public func expectTracked(
    _ event: EventExpectation, times: Int = 1,
    source: EventSource = .app, within limit: Duration = .zero, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> [RecordedEvent] {
    expect(event, times, source, limit, recorder, CallSite(fileID, filePath, line, column))
}

private func expect(
    _ event: EventExpectation, _ times: Int, _ source: EventSource, _ limit: Duration, _ recorder: TestRecorder?,
    _ site: CallSite
) -> [RecordedEvent] {
    guard let recorder = TestRecorder.find(recorder, at: site) else { return [] }
    return recorder.expect(
        TrackedCheck(expectation: event, times: times, source: source), within: limit, by: BlockingWait(),
        at: site)
}
