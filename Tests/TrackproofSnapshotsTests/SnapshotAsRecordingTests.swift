import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON

@testable import TrackproofSnapshots

/// Tests of snapshots that a user passes as recordings, and of snapshots whose source is not the app.
@Suite struct SnapshotAsRecordingTests {
    @Test(arguments: [
        #"{"snapshot":1,"source":"wire:x","events":[{"name":"a"}]}"#,
        #"{"events":[{"name":"a","parameters":{"id":"<uuid>"}}],"volatile":{"a":{"id":"uuid"}},"snapshot":1}"#,
    ]) func aSnapshotEqualsItself(content: String) throws {
        let snapshot = try Snapshot(Array(content.utf8))
        #expect(snapshot.change(to: snapshot).isEmpty)
    }

    private static let wire = #"{"name":"a","parameters":{"x":1},"source":"wire:x"}"# + "\n"

    /// Tests a recording that a user passes as a snapshot.
    ///
    /// If all events of the recording have one wire format, this format becomes the source of the snapshot.
    @Test func aRecordingOfOneWireFormatExpectsItsEvents() throws {
        let snapshot = try Snapshot(Array(Self.wire.utf8))
        #expect(snapshot.settings.source == .wire("x"))
        #expect(snapshot.events.map(\.event) == [Event("a", ["x": 1])])
        #expect(try Recording(Array(Self.wire.utf8)).expectedSource == .wire("x"))
    }

    @Test func aRecordingWithAppEventsExpectsOnlyThose() throws {
        let both = Self.wire + #"{"name":"b"}"# + "\n"
        #expect(try Snapshot(Array(both.utf8)).events.map(\.event) == [Event("b")])
        #expect(try Snapshot(Array(both.utf8)).settings.source == nil)
        #expect(try Recording(Array(both.utf8)).expectedSource == .app)
        #expect(Recording().expectedSource == .app)
    }

    @Test func aRecordingOfSeveralSourcesNeedsAChoice() throws {
        let two = Self.wire + #"{"name":"b","source":"provider:y"}"# + "\n"
        let choice = "found none; choose one of these sources: provider:y, wire:x"
        let error = #expect(throws: EventFormatError.self) { try Snapshot(Array(two.utf8)) }
        #expect(error?.description == "snapshot:1:1: expected events of the source `app`, \(choice)")
        let other = #expect(throws: EventFormatError.self) { try Snapshot(Array(two.utf8), source: .wire("z")) }
        #expect(other?.description == "snapshot:1:1: expected events of the source `wire:z`, \(choice)")
        #expect(try Snapshot(Array(two.utf8), source: .provider("y")).events.map(\.event) == [Event("b")])
        #expect(try Recording(Array(two.utf8)).expectedSource == nil)
        let folder = try TemporaryFolder()
        let path = try folder.write(two, to: "two.ndjson")
        #expect(throws: EventFormatError.self) { try Snapshot(contentsOf: path) }
        #expect(try Snapshot(contentsOf: path, source: .provider("y")).events.map(\.event) == [Event("b")])
    }

    @Test(
        arguments: [
            ["name": "x"], ["events": .list(1)], ["app": "demo", "eventName": "x"],
            ["identifier": "x", "type": "event"],
        ] as [EventParameters]) func aHeaderIsNotReadAsAnEvent(header: EventParameters) throws
    {
        let recording = Recording([RecordedEvent(Event("tap"))], header: header)
        let read = try Recording(recording.bytes)
        #expect(read.events == recording.events)
        #expect(read.header["recording"] == .integer(1))
        #expect(try Recording(read.bytes) == read)
    }

    /// Tests rules whose paths have 60 indexes or wildcards. If the time doubled with each index or wildcard, the
    /// comparison would never end.
    @Test func manyDeepIndexAndWildcardRulesEnd() {
        var generator = SeededGenerator(seed: 7)
        let rules = (0..<40).map { _ in
            SnapshotSettings.Volatile(
                event: "*", path: (0..<60).map { _ in generator.pick(["0", "*"]) }.joined(separator: "."), shape: .any)
        }
        let snapshot = Snapshot([Event("a", ["0": [1, 2]])], settings: SnapshotSettings(volatile: rules))
        #expect(Comparison(of: Recording([Event("a", ["0": [1, 2]])]), with: snapshot).isEmpty)
    }

    @Test func aShiftedArrayGivesAShortReport() {
        let text = Comparison(
            of: Recording([Event("a", ["list": Array(1...1_000)])]),
            with: Snapshot([Event("a", ["list": Array(0..<1_000)])])
        ).text()
        #expect(text.split(separator: "\n").count == 43)
        #expect(text.hasSuffix("      … 980 more parameters\n"))
    }
}
