public import Trackproof
public import TrackproofAssertions

/// Expects that an event with exactly these parameters is tracked exactly `times` times, and waits up to `limit`.
///
/// ```swift
/// await expectTracked("login_failed", ["reason": "wrong_password"], within: .seconds(1))
/// ```
///
/// The wait ends as soon as the last expected event arrives. If the test is cancelled, the wait ends at once. With
/// `times: 0`, the wait lasts for the whole limit or until the first such event.
@_disfavoredOverload
@discardableResult
public func expectTracked(
    _ name: String, _ parameters: ExpectedParameters = [:], kind: EventKind = .track, times: Int = 1,
    source: EventSource = .app, within limit: Duration, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> [RecordedEvent] {
    await expect(
        .event(name, parameters, kind: kind), times, source, limit, recorder, CallSite(fileID, filePath, line, column))
}

/// Expects that an event with at least these parameters is tracked exactly `times` times, and waits up to `limit`.
@_disfavoredOverload
@discardableResult
public func expectTracked(
    _ name: String, including parameters: ExpectedParameters, kind: EventKind = .track, times: Int = 1,
    source: EventSource = .app, within limit: Duration, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> [RecordedEvent] {
    await expect(
        .event(name, including: parameters, kind: kind), times, source, limit, recorder,
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
        TrackedCheck(expectation: event, times: times, source: source), within: limit, at: site)
}
