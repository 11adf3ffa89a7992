public import Trackproof
public import TrackproofAssertions

// For an argument such as `.movieTaped()`, the compiler should report that `Event` has no such member. So the overloads
// that take a name or an `EventExpectation` are disfavored.

/// Expects that an event with exactly these parameters was tracked exactly `times` times.
///
/// ```swift
/// expectTracked("authorization", ["success": true])
/// expectTracked("login", kind: .screen)
/// expectTracked("heartbeat", times: 3)
/// ```
///
/// The assertion marks the matching events as checked, and later calls of `expectTracked` skip these events. If the
/// assertion fails, the message shows the closest match and the recorded events:
///
/// ```
/// not tracked with these parameters: track authorization {success: true}
/// closest match is number 2: track authorization
///     - success: true
///     + success: false
/// recorded 2 events (✓ checked):
/// ✓   1  screen login
///     2  track authorization {success: false}
/// ```
///
/// The assertion returns the matching events, so that a test can use their values in later assertions:
///
/// ```swift
/// let placed = expectTracked("order_placed", including: [:]).first?.event
/// expectTracked("order_paid", including: ["order_id": placed?.parameters["order_id"]])
/// ```
///
/// - Parameters:
///   - name: The name of the event.
///   - parameters: All parameters of the event, as values and matchers. Defaults to no parameters.
///   - ignored: The names of further parameters that the event may have, such as `session_*`. `*` fits any number of
///     characters, and `?` fits one.
///   - kind: The kind of the event.
///   - user: The user of the event: a value, a matcher, or `nil` for no user. By default, an identity event has no
///     user, and the user of other events is not compared.
///   - times: The exact number of such events. If it is 0, there must be no such event.
///   - source: The source of the event: `.app` for an event that the app tracked, or for example
///     `.provider("firebase")` for an event that a provider received.
///   - limit: How long to wait for this number of events. The wait blocks the thread, but on the main thread the run
///     loop continues to run. The wait ends as soon as the last expected event arrives. With `times: 0`, the wait
///     lasts for the whole limit or until the first such event.
///   - recorder: The recorder. Defaults to the recorder of the running test.
///   - fileID: The file to which a failure is attributed. Defaults to the file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
/// - Returns: The matching events; empty if the assertion fails.
@_disfavoredOverload
@discardableResult
public func expectTracked(
    _ name: String, _ parameters: ExpectedParameters = [:], ignoring ignored: [String] = [],
    kind: EventKind = .track, user: (any ParameterExpectation)? = UnspecifiedUser(), times: Int = 1,
    source: EventSource = .app, within limit: Duration = .zero, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> [RecordedEvent] {
    expect(
        .event(name, parameters, kind: kind, user: user, ignoring: ignored), times, source, limit, recorder,
        CallSite(fileID, filePath, line, column))
}

/// Expects that an event with at least these parameters was tracked exactly `times` times.
///
/// If you pass `including: [:]`, the event may have any parameters.
@_disfavoredOverload
@discardableResult
public func expectTracked(
    _ name: String, including parameters: ExpectedParameters, kind: EventKind = .track,
    user: (any ParameterExpectation)? = UnspecifiedUser(), times: Int = 1,
    source: EventSource = .app, within limit: Duration = .zero, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> [RecordedEvent] {
    expect(
        .event(name, including: parameters, kind: kind, user: user), times, source, limit, recorder,
        CallSite(fileID, filePath, line, column))
}

/// Expects that this event was tracked exactly `times` times, as in `expectTracked(.movieTapped(id: 67563))`.
@discardableResult
public func expectTracked(
    _ event: Event, times: Int = 1,
    source: EventSource = .app, within limit: Duration = .zero, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> [RecordedEvent] {
    expect(.event(event), times, source, limit, recorder, CallSite(fileID, filePath, line, column))
}

/// Expects that this `AnalyticsEvent` was tracked exactly `times` times.
@discardableResult
public func expectTracked(
    _ event: some AnalyticsEvent, times: Int = 1,
    source: EventSource = .app, within limit: Duration = .zero, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> [RecordedEvent] {
    expect(.event(event), times, source, limit, recorder, CallSite(fileID, filePath, line, column))
}

/// Expects that an event that matches an expectation was tracked exactly `times` times.
///
/// For example: `expectTracked(.event("", kind: .identify, user: .uuid))`.
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
        TrackedCheck(expectation: event, times: times, source: source, within: limit), at: site)
}

/// Expects that an event with exactly these parameters is tracked exactly `times` times, and waits up to `limit`.
///
/// ```swift
/// await expectTracked("login_failed", ["reason": "wrong_password"], within: .seconds(1))
/// ```
///
/// The wait ends as soon as the last expected event arrives. If one more such event comes before the end of the test, and
/// no other assertion checks it, the test fails. If the test is cancelled, the wait ends at once. With `times: 0`, the wait
/// lasts for the whole limit or until the first such event.
@_disfavoredOverload
@discardableResult
public func expectTracked(
    _ name: String, _ parameters: ExpectedParameters = [:], ignoring ignored: [String] = [],
    kind: EventKind = .track, user: (any ParameterExpectation)? = UnspecifiedUser(), times: Int = 1,
    source: EventSource = .app, within limit: Duration, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> [RecordedEvent] {
    await expect(
        .event(name, parameters, kind: kind, user: user, ignoring: ignored), times, source, limit, recorder,
        CallSite(fileID, filePath, line, column))
}

/// Expects that an event with at least these parameters is tracked exactly `times` times, and waits up to `limit`.
@_disfavoredOverload
@discardableResult
public func expectTracked(
    _ name: String, including parameters: ExpectedParameters, kind: EventKind = .track,
    user: (any ParameterExpectation)? = UnspecifiedUser(), times: Int = 1,
    source: EventSource = .app, within limit: Duration, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> [RecordedEvent] {
    await expect(
        .event(name, including: parameters, kind: kind, user: user), times, source, limit, recorder,
        CallSite(fileID, filePath, line, column))
}

/// Expects that this event is tracked exactly `times` times, and waits up to `limit`.
@discardableResult
public func expectTracked(
    _ event: Event, times: Int = 1,
    source: EventSource = .app, within limit: Duration, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> [RecordedEvent] {
    await expect(.event(event), times, source, limit, recorder, CallSite(fileID, filePath, line, column))
}

/// Expects that this `AnalyticsEvent` is tracked exactly `times` times, and waits up to `limit`.
@discardableResult
public func expectTracked(
    _ event: some AnalyticsEvent, times: Int = 1,
    source: EventSource = .app, within limit: Duration, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> [RecordedEvent] {
    await expect(.event(event), times, source, limit, recorder, CallSite(fileID, filePath, line, column))
}

/// Expects that an event that matches an expectation is tracked exactly `times` times, and waits up to `limit`.
@_disfavoredOverload
@discardableResult
public func expectTracked(
    _ event: EventExpectation, times: Int = 1,
    source: EventSource = .app, within limit: Duration, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> [RecordedEvent] {
    await expect(event, times, source, limit, recorder, CallSite(fileID, filePath, line, column))
}

private func expect(
    _ event: EventExpectation, _ times: Int, _ source: EventSource, _ limit: Duration, _ recorder: TestRecorder?,
    _ site: CallSite
) async -> [RecordedEvent] {
    guard let recorder = TestRecorder.find(recorder, at: site) else { return [] }
    return await recorder.expect(
        TrackedCheck(expectation: event, times: times, source: source, within: limit), at: site)
}
