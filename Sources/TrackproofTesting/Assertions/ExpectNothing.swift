public import Trackproof
public import TrackproofAssertions

/// Expects that no event with this name was tracked, whatever its parameters are.
///
/// The assertion sees only events that were tracked before the call. If the event could also be tracked later, use
/// `expectTracked(…, times: 0, within: …)`, which waits. For an event without a name, pass its kind as the name, such as
/// `identify`. If you pass no kind, the assertion is about events of any kind.
@_disfavoredOverload
public func expectNotTracked(
    _ name: String, kind: EventKind? = nil, source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expectNotTracked(
        EventSelection(name, kind: kind, source: source), at: site)
}

/// Expects that this event was not tracked, as in `expectNotTracked(.movieTapped(id: 67563))`.
///
/// An event with other parameters may have been tracked. To allow no event with this name, pass the name, or
/// `.event("movie_tapped", including: [:])`.
public func expectNotTracked(
    _ event: Event, source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expectNotTracked(EventSelection(event, source: source), at: site)
}

/// Expects that this `AnalyticsEvent`, or an event that matches an expectation, was not tracked.
@_disfavoredOverload
public func expectNotTracked(
    _ event: some EventConvertible, source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expectNotTracked(EventSelection(event, source: source), at: site)
}

/// Expects that earlier assertions have checked every event that was recorded so far.
///
/// The trait `.recordingEvents` and ``RecordingTestCase`` make the same check at the end of each test, for the events
/// that the app tracked. Use this assertion to check before the end, to check the events of another source, or to check
/// a recorder that the test made itself.
public func expectNothingElse(
    source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expectNothingElse(source: source, at: site)
}

/// Expects that a closure tracks nothing without a permission of the user, such as the consent to analytics.
///
/// ```swift
/// expectNothing(without: .consent(of: analytics)) { viewModel.buy() }
/// ```
///
/// The assertion withdraws the permission and runs the closure. It fails if the recorder gets any event, be it as the app
/// tracks it or as a provider in `recorded()` receives it. Then the assertion gives the permission. A closure that never
/// tracks would prove nothing. So if the facade has not dropped an event, the assertion runs the closure once more, and
/// fails if the closure tracks nothing then. It also fails if the app has kept an event of the first run: if an event with
/// the name of one of the closure's events comes when the permission is given, or if the second run has more such events
/// than a third run, which follows if an event comes more than once. Afterwards, the permission is given.
///
/// All events that come during the assertion count as checked. These include events about the permission itself, such as
/// `consent_given`.
@_disfavoredOverload
@available(*, noasync, message: "write await before expectNothing")
public func expectNothing(
    without permission: Permission, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    when body: () throws -> Void
) rethrows {
    let site = CallSite(fileID, filePath, line, column)
    try TestRecorder.find(recorder, at: site)?.expectNothing(without: permission, at: site, when: body)
}

/// Expects that a closure tracks nothing without a permission of the user, such as the consent to analytics.
///
/// After each step, the assertion also waits for the tasks and queues that the step has started, as the end of a test does.
public func expectNothing(
    without permission: Permission, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation, when body: () async throws -> Void
) async rethrows {
    let site = CallSite(fileID, filePath, line, column)
    try await TestRecorder.find(recorder, at: site)?.expectNothing(without: permission, at: site, when: body)
}

/// Discards the events recorded so far. Later assertions see only events that are tracked after this call.
///
/// Call this function after steps that track events which the test does not check. You do not need this function
/// between tests, because each test has its own recorder.
public func clearEvents(
    in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.clear(at: site)
}
