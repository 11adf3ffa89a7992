public import Foundation
public import Trackproof
@_exported public import enum TrackproofSnapshots.RecordMode
public import TrackproofAssertions

// Assertions about all events. Before each of them, the session asks the app whether all events have arrived.
extension UITestSession {
    /// Expects that earlier assertions have checked every event.
    ///
    /// The session first receives everything that the app has tracked so far. It does not wait for later events. With
    /// the bridges `file` and `alert`, the session cannot ask the app whether all events have arrived, so the assertion
    /// checks only the events that have arrived.
    ///
    /// - Parameters:
    ///   - source: The source of the events: `.app` for events that the app's facade tracked, or for example
    ///     `.wire("segment")` for events that an SDK sent to the collector.
    ///   - fileID: The file to which failures are attributed. Defaults to the file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public func expectNothingElse(
        source: EventSource = .app,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID, filePath, line, column)
        assert(at: site) {
            settle(at: site)
            recorder.expectNothingElse(source: source, at: site)
        }
    }

    /// Expects that no event with this name was tracked so far, whatever its parameters are.
    ///
    /// - Parameters:
    ///   - name: The name of the event. For an event without a name, pass its kind, such as `identify`.
    ///   - kind: The kind of the event, or `nil` for any kind.
    ///   - source: The source of the event: `.app` for an event that the app's facade tracked, or for example
    ///     `.wire("segment")` for an event that an SDK sent to the collector.
    ///   - fileID: The file to which failures are attributed. Defaults to the file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public func expectNotTracked(
        _ name: String, kind: EventKind? = nil, source: EventSource = .app,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        expectNotTracked(
            EventSelection(name, kind: kind, source: source), at: CallSite(fileID, filePath, line, column))
    }

    /// Expects that this event was not tracked so far. An event with other parameters may have been tracked.
    public func expectNotTracked(
        _ event: Event, source: EventSource = .app,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        expectNotTracked(
            EventSelection(.event(event), source: source), at: CallSite(fileID, filePath, line, column))
    }

    /// Expects that no event that matches an expectation was tracked so far.
    @_disfavoredOverload
    public func expectNotTracked(
        _ event: EventExpectation, source: EventSource = .app,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        expectNotTracked(EventSelection(event, source: source), at: CallSite(fileID, filePath, line, column))
    }

    private func expectNotTracked(_ unwanted: EventSelection, at site: CallSite) {
        assert(at: site) {
            settle(at: site)
            recorder.expectNotTracked(unwanted, at: site)
        }
    }

    /// Waits for `count` events, and expects that there are no further events.
    ///
    /// If you pass a name, a kind or parameters, the assertion counts only the events that have all of them.
    ///
    /// ```swift
    /// session.expectCount(3)
    /// session.expectCount(1, kind: .screen)
    /// session.expectCount(1, of: "movie_tapped", including: ["index": .in(0...9)])
    /// ```
    ///
    /// - Parameters:
    ///   - count: The number of events.
    ///   - name: The name of the events to count, or `nil` for any name.
    ///   - kind: The kind of the events to count, or `nil` for any kind.
    ///   - parameters: The parameters that an event must have to be counted. The event may have further parameters.
    ///   - source: The source of the events: `.app` for events that the app's facade tracked, or for example
    ///     `.wire("segment")` for events that an SDK sent to the collector.
    ///   - limit: How long to wait for the events. Defaults to the session's ``timeout``.
    ///   - fileID: The file to which failures are attributed. Defaults to the file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public func expectCount(
        _ count: Int, of name: String? = nil, kind: EventKind? = nil, including parameters: ExpectedParameters = [:],
        source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        expect(
            count, of: EventSelection(name, kind: kind, including: parameters, source: source), within: limit,
            at: CallSite(fileID, filePath, line, column))
    }

    /// Waits until this event has been tracked `count` times, and expects no further such event.
    public func expectCount(
        _ count: Int, of event: Event, source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        expect(
            count, of: EventSelection(.event(event), source: source), within: limit,
            at: CallSite(fileID, filePath, line, column))
    }

    /// Waits for `count` events that match an expectation, and expects that there are no further such events.
    @_disfavoredOverload
    public func expectCount(
        _ count: Int, of event: EventExpectation, source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        expect(
            count, of: EventSelection(event, source: source), within: limit,
            at: CallSite(fileID, filePath, line, column))
    }

    private func expect(_ count: Int, of counted: EventSelection, within limit: Duration?, at site: CallSite) {
        assert(at: site) {
            let awaited = AwaitedEvents(
                count, in: recorder, after: 0, until: .now + recorder.limit(limit ?? timeout, of: count),
                where: counted.contains)
            let reason = wait(for: awaited, from: counted.source)
            if reason == nil { settle(at: site) }
            recorder.expect(count, of: counted, reason: reason, at: site)
        }
    }

    /// Expects that events with these names were tracked in this order, possibly with other events between them.
    ///
    /// - Parameters:
    ///   - names: At least two names. If you pass a name twice, two events must have this name.
    ///   - source: The source of the events: `.app` for events that the app's facade tracked, or for example
    ///     `.wire("segment")` for events that an SDK sent to the collector.
    ///   - fileID: The file to which failures are attributed. Defaults to the file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public func expectOrder(
        _ names: String..., source: EventSource = .app,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        expectOrder(
            names.map { EventSelection($0, source: source) }, source, at: CallSite(fileID, filePath, line, column))
    }

    /// Expects that these events were tracked in this order, possibly with other events between them.
    public func expectOrder(
        _ first: Event, _ others: Event..., source: EventSource = .app,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        expectOrder(
            ([first] + others).map { EventSelection(.event($0), source: source) }, source,
            at: CallSite(fileID, filePath, line, column))
    }

    /// Expects that events that match these expectations were tracked in this order, possibly with others between them.
    @_disfavoredOverload
    public func expectOrder(
        _ first: EventExpectation, _ others: EventExpectation..., source: EventSource = .app,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        expectOrder(
            ([first] + others).map { EventSelection($0, source: source) }, source,
            at: CallSite(fileID, filePath, line, column))
    }

    private func expectOrder(_ order: [EventSelection], _ source: EventSource, at site: CallSite) {
        assert(at: site) {
            settle(at: site)
            recorder.expectOrder(order, source: source, at: site)
        }
    }

    /// Expects that the events tracked so far match the snapshot beside the test.
    ///
    /// Before the call, wait until the app has tracked the last event, for example with `expectTracked`. The
    /// documentation of `expectSnapshot` in `TrackproofTesting` describes snapshots.
    ///
    /// - Parameters:
    ///   - name: A name that distinguishes the snapshots of one test. By default, the snapshots are numbered.
    ///   - mode: When to write the snapshot. By default, the environment variable `TRACKPROOF_RECORD` decides.
    ///   - bundle: A bundle with a copy of the folder `__Snapshots__`, for a test that runs without access to its
    ///     sources, such as on a device.
    ///   - fileID: The file to which failures are attributed. Defaults to the file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public func expectSnapshot(
        named name: String? = nil, record mode: RecordMode? = nil, bundle: Bundle? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID, filePath, line, column)
        assert(at: site) {
            settle(at: site)
            guard recorder.belongsToTest else {
                return recorder.fail(
                    "the snapshot is named after its test, which the session does not know: pass `test: self` to `launch`",
                    at: site)
            }
            recorder.expectSnapshot(named: name, record: mode, bundle: bundle, at: site)
        }
    }

    /// Discards the events tracked so far. Later assertions see only events that are tracked after this call.
    ///
    /// Call this method after steps that track events which the test does not check. Between tests, call
    /// ``reset(for:fileID:filePath:line:column:)`` instead.
    ///
    /// - Parameters:
    ///   - fileID: The file to which failures are attributed. Defaults to the file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public func clearEvents(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID, filePath, line, column)
        assert(at: site) {
            settle(at: site)
        } closing: {
            recorder.clear()
        }
    }
}
