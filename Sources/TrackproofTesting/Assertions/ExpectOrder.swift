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
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expectOrder(names, source: source, at: site)
}
