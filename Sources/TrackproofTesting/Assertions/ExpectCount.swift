public import Trackproof
public import TrackproofAssertions

/// Expects an exact number of recorded events.
///
/// If you pass a name, a kind or parameters, the assertion counts only the events that have all of them.
///
/// ```swift
/// expectCount(3)
/// expectCount(2, of: "movie_tapped")
/// expectCount(1, kind: .screen)
/// expectCount(1, of: "movie_tapped", including: ["index": .in(0...9)])
/// ```
///
/// The assertion also counts events that other assertions have already checked. It does not mark events as checked,
/// because it does not compare all of their parameters.
///
/// - Parameters:
///   - count: The expected number of events.
///   - name: The name of the events to count, or `nil` for any name. For an event without a name, pass its kind as the
///     name, such as `identify`.
///   - kind: The kind of the events to count, or `nil` for any kind.
///   - parameters: The parameters that an event must have to be counted. The event may have further parameters.
///   - source: The source of the events: `.app` for events that the app tracked, or for example
///     `.provider("firebase")` for events that a provider received.
///   - recorder: The recorder. Defaults to the recorder of the running test.
///   - fileID: The file to which a failure is attributed. Defaults to the file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
public func expectCount(
    _ count: Int, of name: String? = nil, kind: EventKind? = nil, including parameters: ExpectedParameters = [:],
    source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    expect(
        count, of: EventSelection(name, kind: kind, including: parameters, source: source), recorder,
        CallSite(fileID, filePath, line, column))
}

/// Expects that this event was recorded `count` times, as in `expectCount(2, of: .movieTapped(id: 67563))`.
public func expectCount(
    _ count: Int, of event: Event, source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    expect(
        count, of: EventSelection(.event(event), source: source), recorder, CallSite(fileID, filePath, line, column))
}

/// Expects that this `AnalyticsEvent` was recorded `count` times.
public func expectCount(
    _ count: Int, of event: some AnalyticsEvent, source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    expect(
        count, of: EventSelection(.event(event), source: source), recorder, CallSite(fileID, filePath, line, column))
}

/// Expects that exactly `count` recorded events match an expectation.
@_disfavoredOverload
public func expectCount(
    _ count: Int, of event: EventExpectation, source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    expect(count, of: EventSelection(event, source: source), recorder, CallSite(fileID, filePath, line, column))
}

private func expect(_ count: Int, of counted: EventSelection, _ recorder: TestRecorder?, _ site: CallSite) {
    TestRecorder.find(recorder, at: site)?.expect(count, of: counted, at: site)
}
