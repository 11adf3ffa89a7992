public import Trackproof
public import TrackproofAssertions

/// Expects that events with these names were tracked in this order, whatever came between.
///
/// ```swift
/// expectOrder("login_started", "login_succeeded", "menu_shown")
/// ```
///
/// Pass two names or more. A name that is passed twice needs two events. Other events may come before, between and
/// after these, and they may have the same names. To allow no other events, use `expectEvents(…)`. This assertion does
/// not mark the events that it finds as checked, so another assertion must check them.
public func expectOrder(
    _ names: String..., source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expectOrder(names, source: source, at: site)
}
