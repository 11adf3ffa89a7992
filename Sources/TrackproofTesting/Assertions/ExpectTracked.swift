public import Trackproof
// `TrackproofAssertions` is not a product of the package, so a test target cannot depend on it. This export lets a test
// that imports `TrackproofTesting` use the declarations of `TrackproofAssertions`.
@_exported public import TrackproofAssertions

// For an argument such as `.movieTaped()`, the compiler should report that `Event` has no such member. So in each
// assertion, the overloads that take a name or any `EventConvertible` are disfavored.

/// Expects that an event with exactly these parameters was tracked exactly `times` times.
///
/// ```swift
/// expectTracked("authorization", ["success": true])
/// expectTracked("login", kind: .screen)
/// expectTracked("heartbeat", times: 3)
/// expectTracked("purchase", including: ["price": 19.99])
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
///   - included: Some of the event's parameters. If you pass them, the event may have any further parameters.
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
    _ name: String, _ parameters: ExpectedParameters = [:], including included: ExpectedParameters? = nil,
    ignoring ignored: [String] = [], kind: EventKind = .track,
    user: (any ParameterExpectation)? = UnspecifiedUser(), times: Int = 1, source: EventSource = .app,
    within limit: Duration = .zero, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> [RecordedEvent] {
    expect(
        .event(name, parameters, including: included, kind: kind, user: user, ignoring: ignored), times, source, limit,
        recorder, CallSite(fileID, filePath, line, column))
}

/// Expects that this event was tracked exactly `times` times, as in `expectTracked(.movieTapped(id: 67563))`.
@discardableResult
public func expectTracked(
    _ event: Event, times: Int = 1, source: EventSource = .app, within limit: Duration = .zero,
    in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> [RecordedEvent] {
    expect(event.expectation, times, source, limit, recorder, CallSite(fileID, filePath, line, column))
}

/// Expects that an `AnalyticsEvent`, or an event that matches an expectation, was tracked exactly `times` times.
///
/// For example: `expectTracked(LoginEvent.loginStarted)` or `expectTracked(.identify(.uuid))`.
@_disfavoredOverload
@discardableResult
public func expectTracked(
    _ event: some EventConvertible, times: Int = 1, source: EventSource = .app, within limit: Duration = .zero,
    in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> [RecordedEvent] {
    expect(event.expectation, times, source, limit, recorder, CallSite(fileID, filePath, line, column))
}

private func expect(
    _ event: EventExpectation, _ times: Int, _ source: EventSource, _ limit: Duration, _ recorder: TestRecorder?,
    _ site: CallSite
) -> [RecordedEvent] {
    let check = TrackedCheck(expectation: event, times: times, source: source, within: limit)
    return TestRecorder.find(recorder, at: site)?.expect(check, at: site) ?? []
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
    _ name: String, _ parameters: ExpectedParameters = [:], including included: ExpectedParameters? = nil,
    ignoring ignored: [String] = [], kind: EventKind = .track,
    user: (any ParameterExpectation)? = UnspecifiedUser(), times: Int = 1, source: EventSource = .app,
    within limit: Duration, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> [RecordedEvent] {
    await expect(
        .event(name, parameters, including: included, kind: kind, user: user, ignoring: ignored), times, source, limit,
        recorder, CallSite(fileID, filePath, line, column))
}

/// Expects that this event is tracked exactly `times` times, and waits up to `limit`.
@discardableResult
public func expectTracked(
    _ event: Event, times: Int = 1, source: EventSource = .app, within limit: Duration,
    in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> [RecordedEvent] {
    await expect(event.expectation, times, source, limit, recorder, CallSite(fileID, filePath, line, column))
}

/// Expects that an `AnalyticsEvent`, or an event that matches an expectation, is tracked exactly `times` times.
///
/// The assertion waits up to `limit`.
@_disfavoredOverload
@discardableResult
public func expectTracked(
    _ event: some EventConvertible, times: Int = 1, source: EventSource = .app, within limit: Duration,
    in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> [RecordedEvent] {
    await expect(event.expectation, times, source, limit, recorder, CallSite(fileID, filePath, line, column))
}

private func expect(
    _ event: EventExpectation, _ times: Int, _ source: EventSource, _ limit: Duration, _ recorder: TestRecorder?,
    _ site: CallSite
) async -> [RecordedEvent] {
    let check = TrackedCheck(expectation: event, times: times, source: source, within: limit)
    return await TestRecorder.find(recorder, at: site)?.expect(check, at: site) ?? []
}
