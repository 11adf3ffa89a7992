public import Trackproof
public import TrackproofAssertions
import XCTest

// In asynchronous code, a call with `within:` should use the overload that does not block. So the limit of a blocking
// overload is an optional: the compiler prefers the overload that needs no conversion.

/// Expects that a closure tracks exactly these events, in this order.
///
/// ```swift
/// expectEvents(.movieTapped(id: 67563, slug: "67563-daredevil")) {
///     viewModel.tapMovie(at: 0)
/// }
/// ```
///
/// If you pass no event, the assertion expects that the closure tracks no event.
///
/// - Parameters:
///   - events: The expected events. For parameters that vary, see ``/TrackproofAssertions/EventExpectation``.
///   - source: The source of the events; see `expectTracked`.
///   - limit: How long to wait for the expected number of events after the closure has returned. The wait blocks the
///     thread, but on the main thread the run loop continues to run. By default, the assertion does not wait.
///   - recorder: The recorder. Defaults to the recorder of the running test.
///   - fileID: The file to which a failure is attributed. Defaults to the file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: The closure that tracks the events. If the closure throws an error, the assertion compares the events that
///     were tracked until then, and rethrows the error. If the error is an `XCTSkip`, the assertion compares nothing.
/// - Returns: The value that the closure returns.
@discardableResult
public func expectEvents<Result>(
    _ events: Event..., source: EventSource = .app, within limit: Duration? = nil, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    when body: () throws -> Result
) rethrows -> Result {
    try expect(events, source, limit, recorder, CallSite(fileID, filePath, line, column), body)
}

/// Expects that a closure tracks exactly these events, in this order.
///
/// Each event is an `Event`, an `AnalyticsEvent`, or an expectation with matchers:
///
/// ```swift
/// expectEvents(LoginEvent.loginStarted, .event("purchase", ["order_id": .uuid]), .screen("receipt")) {
///     viewModel.buy()
/// }
/// ```
///
/// If other arguments are expectations, write `.event(.movieTapped(id: 67563))` for an event of your own.
@_disfavoredOverload
@discardableResult
public func expectEvents<Result>(
    _ first: any EventConvertible, _ others: any EventConvertible..., source: EventSource = .app,
    within limit: Duration? = nil, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    when body: () throws -> Result
) rethrows -> Result {
    try expect([first] + others, source, limit, recorder, CallSite(fileID, filePath, line, column), body)
}

/// Expects that a closure tracks exactly the events in an array, in this order, as in a test with arguments.
///
/// ```swift
/// @Test(arguments: [(Step.signIn, [EventExpectation.event("sign_in")]), (.skip, [])])
/// func eachStepIsTracked(step: Step, events: [EventExpectation]) {
///     expectEvents(events) { viewModel.go(to: step) }
/// }
/// ```
@_disfavoredOverload
@discardableResult
public func expectEvents<Result>(
    _ events: [any EventConvertible], source: EventSource = .app, within limit: Duration? = nil,
    in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    when body: () throws -> Result
) rethrows -> Result {
    try expect(events, source, limit, recorder, CallSite(fileID, filePath, line, column), body)
}

private func expect<Result>(
    _ events: [any EventConvertible], _ source: EventSource, _ limit: Duration?, _ recorder: TestRecorder?,
    _ site: CallSite, _ body: () throws -> Result
) rethrows -> Result {
    guard let recorder = TestRecorder.find(recorder, at: site) else { return try body() }
    let window = recorder.beginWindow(at: site)
    defer { recorder.endAssertion(window) }
    let start = recorder.lastSequence
    func compare(within limit: Duration) {
        recorder.expect(events.map { $0.expectation }, after: start, source: source, within: limit, at: site)
    }
    do {
        let result = try recorder.runWindow(body)
        compare(within: limit ?? .zero)
        return result
    } catch {
        if !(error is XCTSkip) { compare(within: .zero) }
        throw error
    }
}

/// Expects that a closure tracks exactly these events, in this order, and waits for them.
///
/// After the closure has returned, the assertion waits until the expected number of events was tracked, but at most for
/// `limit`. If no event is expected, the assertion waits for the whole limit or until the first event is tracked.
@discardableResult
public func expectEvents<Result>(
    _ events: Event..., source: EventSource = .app, within limit: Duration = .zero, in recorder: TestRecorder? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    when body: () async throws -> Result
) async rethrows -> Result {
    try await expect(events, source, limit, recorder, CallSite(fileID, filePath, line, column), body)
}

/// Expects that a closure tracks exactly these events or typed events, in this order, and waits for them.
@_disfavoredOverload
@discardableResult
public func expectEvents<Result>(
    _ first: any EventConvertible, _ others: any EventConvertible..., source: EventSource = .app,
    within limit: Duration = .zero, in recorder: TestRecorder? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    when body: () async throws -> Result
) async rethrows -> Result {
    try await expect([first] + others, source, limit, recorder, CallSite(fileID, filePath, line, column), body)
}

/// Expects that a closure tracks exactly the events in an array, in this order, and waits for them.
@_disfavoredOverload
@discardableResult
public func expectEvents<Result>(
    _ events: [any EventConvertible], source: EventSource = .app, within limit: Duration = .zero,
    in recorder: TestRecorder? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    when body: () async throws -> Result
) async rethrows -> Result {
    try await expect(events, source, limit, recorder, CallSite(fileID, filePath, line, column), body)
}

private func expect<Result>(
    _ events: [any EventConvertible], _ source: EventSource, _ limit: Duration, _ recorder: TestRecorder?,
    _ site: CallSite, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async rethrows -> Result {
    guard let recorder = TestRecorder.find(recorder, at: site) else { return try await body() }
    let window = recorder.beginWindow(at: site)
    defer { recorder.endAssertion(window) }
    let start = recorder.lastSequence
    func compare(within limit: Duration) async {
        await recorder.expect(events.map { $0.expectation }, after: start, source: source, within: limit, at: site)
    }
    do {
        let result = try await recorder.runWindow(body)
        await compare(within: limit)
        return result
    } catch {
        if !(error is XCTSkip) { await compare(within: .zero) }
        throw error
    }
}
