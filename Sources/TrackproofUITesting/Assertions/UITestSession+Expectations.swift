public import Foundation
public import Trackproof
@_exported public import enum TrackproofSnapshots.RecordMode
public import TrackproofAssertions

// Each says something of all events, so the app is first asked whether all have arrived.
extension UITestSession {
    /// Expects that every event was checked by an assertion before this one.
    ///
    /// What was tracked by now has arrived before it is asked; no time is waited. Over a file and by alerts an app
    /// cannot be asked: there it is what has arrived.
    ///
    /// - Parameters:
    ///   - source: where on its way the event was recorded.
    ///   - fileID: the caller's; it is filled in, as the three that follow.
    ///   - filePath: the caller's.
    ///   - line: the caller's.
    ///   - column: the caller's.
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

    /// Expects that no event of this name was tracked by now, whatever its parameters.
    ///
    /// - Parameters:
    ///   - name: the event's name; one without a name answers to its kind, `identify`.
    ///   - kind: what the event says; nil where any kind counts.
    ///   - source: where on its way the event was recorded.
    ///   - fileID: the caller's; it is filled in, as the three that follow.
    ///   - filePath: the caller's.
    ///   - line: the caller's.
    ///   - column: the caller's.
    public func expectNotTracked(
        _ name: String, kind: EventKind? = nil, source: EventSource = .app,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID, filePath, line, column)
        assert(at: site) {
            settle(at: site)
            recorder.expectNotTracked(name, kind: kind, source: source, at: site)
        }
    }

    /// Waits for so many events, of a name, of a kind, with some parameters, or at all, and expects that there are no more.
    ///
    /// ```swift
    /// session.expectCount(3)
    /// session.expectCount(1, kind: .screen)
    /// session.expectCount(1, of: "movie_tapped", including: ["index": .in(0...9)])
    /// ```
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - name: the name of those that count; nil for any.
    ///   - kind: the kind of those that count; nil for any.
    ///   - parameters: what those that count have at least.
    ///   - source: where on its way the event was recorded.
    ///   - limit: how long to wait for so many; the session's patience, where it is left out.
    ///   - fileID: the caller's; it is filled in, as the three that follow.
    ///   - filePath: the caller's.
    ///   - line: the caller's.
    ///   - column: the caller's.
    public func expectCount(
        _ count: Int, of name: String? = nil, kind: EventKind? = nil, including parameters: ExpectedParameters = [:],
        source: EventSource = .app, within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID, filePath, line, column)
        let counted = CountedEvents(name: name, kind: kind, parameters: parameters, source: source)
        assert(at: site) {
            let reason = SessionWait(session: self, source: source).wait(
                in: recorder.recorder, count, after: 0, until: .now + (limit ?? patience), where: counted.contains)
            if reason == nil { settle(at: site) }
            recorder.expect(count, of: counted, reason: reason, at: site)
        }
    }

    /// Expects that events of these names were tracked by now in this order, whatever came between.
    ///
    /// - Parameters:
    ///   - names: two names or more; one that is given twice needs two events.
    ///   - source: where on its way the event was recorded.
    ///   - fileID: the caller's; it is filled in, as the three that follow.
    ///   - filePath: the caller's.
    ///   - line: the caller's.
    ///   - column: the caller's.
    public func expectOrder(
        _ names: String..., source: EventSource = .app,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID, filePath, line, column)
        assert(at: site) {
            settle(at: site)
            recorder.expectOrder(names, source: source, at: site)
        }
    }

    /// Expects that what was tracked by now is as in the snapshot beside the test: see `expectSnapshot` of
    /// `TrackproofTesting`. Wait for the last event, or for what the screen shows of it, before.
    ///
    /// - Parameters:
    ///   - name: tells the snapshots of one test apart; without it they are numbered.
    ///   - mode: when the snapshot is written; left out, the environment decides.
    ///   - bundle: holds a copy of the folder `__Snapshots__`, where the sources are not, as on a device.
    ///   - fileID: the caller's; it is filled in, as the three that follow.
    ///   - filePath: the caller's.
    ///   - line: the caller's.
    ///   - column: the caller's.
    public func expectSnapshot(
        named name: String? = nil, record mode: RecordMode? = nil, bundle: Bundle? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID, filePath, line, column)
        assert(at: site) {
            settle(at: site)
            guard recorder.belongsToTest else {
                return recorder.fail(
                    "a snapshot is named after its test, which is not known: give launch the argument test: self",
                    at: site)
            }
            recorder.expectSnapshot(named: name, record: mode, bundle: bundle, at: site)
        }
    }

    /// Forgets what was tracked by now, so that the assertions that follow see only what comes.
    ///
    /// It is for the way to what a test is about; between tests there is ``reset(for:fileID:filePath:line:column:)``.
    ///
    /// - Parameters:
    ///   - fileID: the caller's; it is filled in, as the three that follow.
    ///   - filePath: the caller's.
    ///   - line: the caller's.
    ///   - column: the caller's.
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
