public import Trackproof
public import TrackproofAssertions

/// Expects that events with these names were tracked in this order, possibly with other events between them.
///
/// ```swift
/// expectOrder("login_started", "login_succeeded", "menu_shown")
/// ```
///
/// Pass at least two names. If you pass a name twice, two events must have this name. Other events may come before,
/// between and after these events, and may have the same names. To allow no other events, use `expectEvents(…)`. This
/// assertion does not mark events as checked, so another assertion must check them.
public func expectOrder(
    _ names: String..., source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    expectOrder(
        names.map { EventSelection($0, source: source) }, source, recorder, CallSite(fileID, filePath, line, column))
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
    expectOrder(
        ([first] + others).map { EventSelection(.event($0), source: source) }, source, recorder,
        CallSite(fileID, filePath, line, column))
}

/// Expects that these `AnalyticsEvent` values were tracked in this order, possibly with other events between them.
@_disfavoredOverload
public func expectOrder(
    _ first: any AnalyticsEvent, _ others: any AnalyticsEvent..., source: EventSource = .app,
    in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    expectOrder(
        ([first] + others).map { EventSelection(.event($0), source: source) }, source, recorder,
        CallSite(fileID, filePath, line, column))
}

/// Expects that events that match these expectations were tracked in this order, possibly with other events between
/// them.
@_disfavoredOverload
public func expectOrder(
    _ first: EventExpectation, _ others: EventExpectation..., source: EventSource = .app,
    in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    expectOrder(
        ([first] + others).map { EventSelection($0, source: source) }, source, recorder,
        CallSite(fileID, filePath, line, column))
}

private func expectOrder(
    _ order: [EventSelection], _ source: EventSource, _ recorder: TestRecorder?, _ site: CallSite
) {
    TestRecorder.find(recorder, at: site)?.expectOrder(order, source: source, at: site)
}
