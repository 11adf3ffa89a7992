public import Trackproof
public import TrackproofAssertions
import XCTest

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
