public import Foundation
public import Trackproof
import TrackproofAssertions
@_exported public import enum TrackproofSnapshots.RecordMode

// Assertions about all events. Before each of them, the session asks the app whether all events have arrived.
extension UITestSession {
    /// Receives all events that were tracked so far, and then runs the code of an assertion.
    func settled(at site: CallSite, _ check: () -> Void) {
        assert(at: site) {
            settle(at: site)
            check()
        }
    }

    /// Expects that earlier assertions have checked every event.
    ///
    /// The session first receives everything that the app has tracked so far. It does not wait for later events. With
    /// the bridges `file` and `alert`, the session cannot ask the app whether all events have arrived, so the assertion
    /// checks only the events that have arrived.
    public func expectNothingElse(
        source: EventSource = .app,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID, filePath, line, column)
        settled(at: site) { recorder.expectNothingElse(source: source, at: site) }
    }

    /// Expects that no event with this name, and of this kind if you pass a kind, was tracked so far.
    @_disfavoredOverload
    public func expectNotTracked(
        _ name: String, kind: EventKind? = nil, source: EventSource = .app,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID, filePath, line, column)
        settled(at: site) {
            recorder.expectNotTracked(EventSelection(name, kind: kind, source: source), at: site)
        }
    }

    /// Expects that this event was not tracked so far. An event with other parameters may have been tracked.
    public func expectNotTracked(
        _ event: Event, source: EventSource = .app,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID, filePath, line, column)
        settled(at: site) { recorder.expectNotTracked(EventSelection(event, source: source), at: site) }
    }

    /// Expects that this `AnalyticsEvent`, or an event that matches an expectation, was not tracked so far.
    @_disfavoredOverload
    public func expectNotTracked(
        _ event: some EventConvertible, source: EventSource = .app,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID, filePath, line, column)
        settled(at: site) { recorder.expectNotTracked(EventSelection(event, source: source), at: site) }
    }

    /// Expects that events with these names were tracked in this order, possibly with other events between them.
    ///
    /// Pass at least two names. If you pass a name twice, two events must have this name.
    @_disfavoredOverload
    public func expectOrder(
        _ names: String..., source: EventSource = .app,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID, filePath, line, column)
        settled(at: site) {
            recorder.expectOrder(names.map { EventSelection($0, source: source) }, source: source, at: site)
        }
    }

    /// Expects that these events were tracked in this order, possibly with other events between them.
    public func expectOrder(
        _ first: Event, _ others: Event..., source: EventSource = .app,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID, filePath, line, column)
        settled(at: site) {
            recorder.expectOrder(
                ([first] + others).map { EventSelection($0, source: source) }, source: source, at: site)
        }
    }

    /// Expects that `AnalyticsEvent` values, or events that match expectations, were tracked in this order.
    @_disfavoredOverload
    public func expectOrder(
        _ first: any EventConvertible, _ others: any EventConvertible..., source: EventSource = .app,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID, filePath, line, column)
        settled(at: site) {
            recorder.expectOrder(
                ([first] + others).map { EventSelection($0, source: source) }, source: source, at: site)
        }
    }

    /// Expects that the events tracked so far match the snapshot beside the test.
    ///
    /// Before the call, wait until the app has tracked the last event, for example with `expectTracked`. The
    /// documentation of `expectSnapshot` in `TrackproofTesting` describes snapshots.
    public func expectSnapshot(
        named name: String? = nil, record mode: RecordMode? = nil, bundle: Bundle? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID, filePath, line, column)
        settled(at: site) {
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
