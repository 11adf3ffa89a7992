public import TrackproofAssertions

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
///
/// - Parameters:
///   - permission: The permission.
///   - recorder: The recorder. Defaults to the recorder of the running test.
///   - fileID: The file to which a failure is attributed. Defaults to the file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: The closure that tracks events if the permission is given.
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
