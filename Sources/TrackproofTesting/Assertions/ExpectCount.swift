public import Trackproof
public import TrackproofAssertions

/// Expects an exact number of recorded events.
///
/// If you pass a name, a kind or parameters, the assertion counts only the events that have all of them. These events may
/// have further parameters. For an event without a name, pass its kind as the name, such as `identify`.
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
@_disfavoredOverload
public func expectCount(
    _ count: Int, of name: String? = nil, kind: EventKind? = nil, including parameters: ExpectedParameters = [:],
    source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expect(
        count, of: EventSelection(name, kind: kind, including: parameters, source: source), at: site)
}

/// Expects that this event was recorded `count` times, as in `expectCount(2, of: .movieTapped(id: 67563))`.
public func expectCount(
    _ count: Int, of event: Event, source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expect(count, of: EventSelection(event, source: source), at: site)
}

/// Expects that exactly `count` recorded events equal this `AnalyticsEvent` or match this expectation.
@_disfavoredOverload
public func expectCount(
    _ count: Int, of event: some EventConvertible, source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expect(count, of: EventSelection(event, source: source), at: site)
}

/// Expects that events with these names were tracked in this order, possibly with other events between them.
///
/// ```swift
/// expectOrder("login_started", "login_succeeded", "menu_shown")
/// ```
///
/// Pass at least two names. If you pass a name twice, two events must have this name. Other events may come before,
/// between and after these events, and may have the same names. To allow no other events, use `expectEvents(…)`. This
/// assertion does not mark events as checked, so another assertion must check them.
@_disfavoredOverload
public func expectOrder(
    _ names: String..., source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expectOrder(
        names.map { EventSelection($0, source: source) }, source: source, at: site)
}

/// Expects that these events were tracked in this order, possibly with other events between them.
///
/// ```swift
/// expectOrder(.loginStarted, .loginSucceeded(method: .apple))
/// ```
public func expectOrder(
    _ first: Event, _ others: Event..., source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expectOrder(
        ([first] + others).map { EventSelection($0, source: source) }, source: source, at: site)
}

/// Expects that `AnalyticsEvent` values, or events that match expectations, were tracked in this order.
///
/// Other events may come before, between and after these events.
@_disfavoredOverload
public func expectOrder(
    _ first: any EventConvertible, _ others: any EventConvertible..., source: EventSource = .app,
    in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expectOrder(
        ([first] + others).map { EventSelection($0, source: source) }, source: source, at: site)
}
