public import Trackproof
public import TrackproofAssertions
import XCTest

// For an argument such as `.movieTaped()`, the compiler should report that `Event` has no such member. So the overloads
// for `EventExpectation` and `AnalyticsEvent` are disfavored. The blocking overloads are disfavored too, so that
// asynchronous code uses the asynchronous overloads. A blocking overload for `EventExpectation` or `AnalyticsEvent`
// must rank below the disfavored overload that does not wait. Therefore its parameter `limit` is an optional.

/// Expects that a closure tracks exactly these events, in this order.
///
/// ```swift
/// expectEvents(.movieTapped(id: 67563, slug: "67563-daredevil")) {
///     viewModel.tapMovie(at: 0)
/// }
/// ```
///
/// If you pass no event, the assertion expects that the closure tracks no event. To mix events of several Swift types,
/// or to use matchers, wrap each event:
/// `expectEvents(.event(.movieTapped(id: 67563)), .event("purchase", ["order_id": .uuid])) { … }`.
///
/// - Parameters:
///   - events: The expected events. For parameters that vary, see ``/TrackproofAssertions/EventExpectation``.
///   - source: The source of the events: `.app` for events that the app tracked, or for example
///     `.provider("firebase")` for events that a provider received.
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
    _ events: Event..., source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    when body: () throws -> Result
) rethrows -> Result {
    try expect(events.map { .event($0) }, source, .zero, recorder, CallSite(fileID, filePath, line, column), body)
}

/// Expects that a closure tracks exactly these events, in this order, and waits for them.
///
/// After the closure has returned, the assertion blocks the thread until the expected number of events was tracked, but
/// at most for `limit`. On the main thread, the run loop continues to run.
@_disfavoredOverload
@available(*, noasync)
@discardableResult
public func expectEvents<Result>(
    _ events: Event..., source: EventSource = .app, within limit: Duration, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    when body: () throws -> Result
) rethrows -> Result {
    try expect(events.map { .event($0) }, source, limit, recorder, CallSite(fileID, filePath, line, column), body)
}

/// Expects that a closure tracks exactly these events, in this order.
///
/// ```swift
/// expectEvents(.event("purchase", ["order_id": .uuid, "price": 19.99]), .event("receipt", kind: .screen)) {
///     viewModel.buy()
/// }
/// ```
@_disfavoredOverload
@discardableResult
public func expectEvents<Result>(
    _ first: EventExpectation, _ others: EventExpectation..., source: EventSource = .app,
    in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    when body: () throws -> Result
) rethrows -> Result {
    try expect([first] + others, source, .zero, recorder, CallSite(fileID, filePath, line, column), body)
}

/// Expects that a closure tracks exactly these `AnalyticsEvent` values, in this order.
///
/// ```swift
/// expectEvents(LoginEvent.loginStarted, LoginEvent.loginSucceeded) { viewModel.logIn() }
/// ```
@_disfavoredOverload
@discardableResult
public func expectEvents<Result>(
    _ first: any AnalyticsEvent, _ others: any AnalyticsEvent..., source: EventSource = .app,
    in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    when body: () throws -> Result
) rethrows -> Result {
    try expect(
        ([first] + others).map { .event($0) }, source, .zero, recorder, CallSite(fileID, filePath, line, column), body)
}

/// Expects that a closure tracks exactly these events, in this order, and waits for them.
///
/// After the closure has returned, the assertion blocks the thread until the expected number of events was tracked, but
/// at most for `limit`.
@_disfavoredOverload
@available(*, noasync)
@discardableResult
public func expectEvents<Result>(
    _ first: EventExpectation, _ others: EventExpectation..., source: EventSource = .app,
    within limit: Duration?, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    when body: () throws -> Result
) rethrows -> Result {
    try expect(
        [first] + others, source, limit ?? .zero, recorder, CallSite(fileID, filePath, line, column), body)
}

/// Expects that a closure tracks exactly these `AnalyticsEvent` values, in this order, and waits for them.
///
/// After the closure has returned, the assertion blocks the thread until the expected number of events was tracked, but
/// at most for `limit`.
@_disfavoredOverload
@available(*, noasync)
@discardableResult
public func expectEvents<Result>(
    _ first: any AnalyticsEvent, _ others: any AnalyticsEvent..., source: EventSource = .app,
    within limit: Duration?, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    when body: () throws -> Result
) rethrows -> Result {
    try expect(
        ([first] + others).map { .event($0) }, source, limit ?? .zero, recorder,
        CallSite(fileID, filePath, line, column), body)
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
    _ events: [EventExpectation], source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    when body: () throws -> Result
) rethrows -> Result {
    try expect(events, source, .zero, recorder, CallSite(fileID, filePath, line, column), body)
}

private func expect<Result>(
    _ events: [EventExpectation], _ source: EventSource, _ limit: Duration, _ recorder: TestRecorder?,
    _ site: CallSite, _ body: () throws -> Result
) rethrows -> Result {
    guard let recorder = TestRecorder.find(recorder, at: site) else { return try body() }
    let window = recorder.beginWindow(at: site)
    defer { recorder.endAssertion(window) }
    let start = recorder.lastSequence
    func compare(within limit: Duration) {
        recorder.expect(events, after: start, source: source, within: limit, at: site)
    }
    do {
        let result = try recorder.runWindow(body)
        compare(within: limit)
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
    try await expect(events.map { .event($0) }, source, limit, recorder, CallSite(fileID, filePath, line, column), body)
}

/// Expects that a closure tracks exactly these events, in this order, and waits for them.
///
/// After the closure has returned, the assertion waits until the expected number of events was tracked, but at most for
/// `limit`.
@_disfavoredOverload
@discardableResult
public func expectEvents<Result>(
    _ first: EventExpectation, _ others: EventExpectation..., source: EventSource = .app,
    within limit: Duration = .zero, in recorder: TestRecorder? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    when body: () async throws -> Result
) async rethrows -> Result {
    try await expect([first] + others, source, limit, recorder, CallSite(fileID, filePath, line, column), body)
}

/// Expects that a closure tracks exactly these `AnalyticsEvent` values, in this order, and waits for them.
///
/// After the closure has returned, the assertion waits until the expected number of events was tracked, but at most for
/// `limit`.
@_disfavoredOverload
@discardableResult
public func expectEvents<Result>(
    _ first: any AnalyticsEvent, _ others: any AnalyticsEvent..., source: EventSource = .app,
    within limit: Duration = .zero, in recorder: TestRecorder? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    when body: () async throws -> Result
) async rethrows -> Result {
    try await expect(
        ([first] + others).map { .event($0) }, source, limit, recorder, CallSite(fileID, filePath, line, column), body)
}

/// Expects that a closure tracks exactly the events in an array, in this order, and waits for them.
@_disfavoredOverload
@discardableResult
public func expectEvents<Result>(
    _ events: [EventExpectation], source: EventSource = .app, within limit: Duration = .zero,
    in recorder: TestRecorder? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    when body: () async throws -> Result
) async rethrows -> Result {
    try await expect(events, source, limit, recorder, CallSite(fileID, filePath, line, column), body)
}

private func expect<Result>(
    _ events: [EventExpectation], _ source: EventSource, _ limit: Duration, _ recorder: TestRecorder?,
    _ site: CallSite, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async rethrows -> Result {
    guard let recorder = TestRecorder.find(recorder, at: site) else { return try await body() }
    let window = recorder.beginWindow(at: site)
    defer { recorder.endAssertion(window) }
    let start = recorder.lastSequence
    func compare(within limit: Duration) async {
        await recorder.expect(events, after: start, source: source, within: limit, at: site)
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
