public import Trackproof
public import TrackproofAssertions

/// Expects that events of these names were tracked in this order, whatever came between.
///
/// ```swift
/// expectOrder("login_started", "login_succeeded", "menu_shown")
/// ```
///
/// There must be two names or more. A name that is given twice needs two events. Other events may come before, between
/// and after these, also further events of the same names: `expectEvents(…)` allows none. An event that this finds still
/// has to be checked by another assertion.
public func expectOrder(
    _ names: String..., source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expectOrder(names, source: source, at: site)
}
