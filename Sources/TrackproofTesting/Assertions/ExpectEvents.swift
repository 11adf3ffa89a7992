public import Trackproof
public import TrackproofAssertions
internal import XCTest

// Where the first argument begins with a dot the compiler should look for an Event's factory, and say of a misspelt one
// that there is none: the variants for other types are disfavoured. So are those that block, which asynchronous code must
// not get; where even the others are disfavoured the blocking ones take an optional, which ranks them lower still.

/// Expects that exactly these events are tracked by what the closure does, in this order.
///
/// ```swift
/// expectEvents(.movieTapped(id: 67563, slug: "67563-daredevil")) {
///     viewModel.tapMovie(at: 0)
/// }
/// ```
///
/// Without any event it expects that none is tracked. Events of several kinds of Swift types, or with matchers, are each
/// wrapped: `expectEvents(.event(.movieTapped(id: 67563)), .event("purchase", ["order_id": .uuid])) { … }`.
///
/// - Parameters:
///   - events: the events; for parameters that vary see ``/TrackproofAssertions/EventExpectation``.
///   - source: where on their way the events were recorded.
///   - recorder: the recorder; that of the running test, where it is left out.
///   - fileID: the caller's; it is filled in, as the three that follow.
///   - filePath: the caller's.
///   - line: the caller's.
///   - column: the caller's.
///   - body: what is to track them. If it throws, what it tracked until then is compared, and the error is thrown on.
/// - Returns: what the closure returns.
@discardableResult
public func expectEvents<Result>(
    _ events: Event..., source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    when body: () throws -> Result
) rethrows -> Result {
    try expect(events.map { .event($0) }, source, .zero, recorder, CallSite(fileID, filePath, line, column), body)
}

/// Expects that exactly these events are tracked by what the closure does, in this order; then waits for so many, for the
/// limit at most, blocking the thread. On the main thread its run loop goes on.
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

/// Expects that exactly these events are tracked by what the closure does, in this order.
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

/// Expects that exactly these events of types of their own are tracked by what the closure does, in this order.
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

/// Expects that exactly these events are tracked by what the closure does, in this order; then waits for so many,
/// for the limit at most, blocking the thread.
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

/// Expects that exactly these events of types of their own are tracked by what the closure does, in this order; then waits for so many,
/// for the limit at most, blocking the thread.
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

private func expect<Result>(
    _ events: [EventExpectation], _ source: EventSource, _ limit: Duration, _ recorder: TestRecorder?,
    _ site: CallSite, _ body: () throws -> Result
) rethrows -> Result {
    guard let recorder = TestRecorder.find(recorder, at: site) else { return try body() }
    let window = recorder.beginWindow(at: site)
    defer { recorder.endAssertion(window) }
    let start = recorder.lastSequence
    func compare(within limit: Duration) {
        recorder.expect(events, after: start, source: source, within: limit, by: BlockingWait(), at: site)
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
