import Testing
import Trackproof
import TrackproofSnapshots
import XCTest

@testable import TrackproofAssertions

/// Snapshots with mistakes, so they expect less than they seem to. Each of them fails the test once and stays
/// unchanged.
private let looseSnapshots = [
    (
        #"{"snapshot":1,"ignore":["purch*"],"events":[{"name":"purchase"}]}"#,
        "1:24: ignore.0: \"purch*\" ignores the expected event \"purchase\" (events.0), so the event is never "
            + "checked; remove the event, or the name in \"ignore\""
    ),
    (
        #"{"snapshot":1,"ordered":[["purchase"]],"events":[{"name":"purchase"}]}"#,
        "1:25: ordered.0: an order needs two or more events, and this group has one event"
    ),
    (
        #"{"snapshot":1,"ordered":[["purchase","reciept"]],"events":[{"name":"purchase"},{"name":"receipt"}]}"#,
        "1:25: ordered.0.1: no event of the snapshot has this name: \"reciept\"; did you mean \"receipt\"?"
    ),
    (
        #"{"snapshot":1,"events":[{"name":"purchase","parameters":{"price":4.99,"price":19.99}}]}"#,
        "1:71: price: given twice"
    ),
    (
        #"{"snapshot":1,"events":[{"name":"purchase"},{"name":""}]}"#,
        "1:45: name: an event needs a name, but this name is empty"
    ),
    (
        #"{"snapshot":1,"ordr":"strict","events":[{"name":"purchase"}]}"#,
        "1:15: ordr: unknown member of a snapshot; did you mean \"order\"? "
            + "Names of your own members must begin with \"x-\""
    ),
    (#"{}"#, "1:1: name: an event of kind track needs a name"),
]

@Suite struct LooseSnapshotTests {
    @Test(arguments: looseSnapshots, RecordMode.allCases)
    func aLooseSnapshotFailsTheTestOnce(snapshot: (text: String, message: String), mode: RecordMode) throws {
        let folder = try SnapshotFolder()
        try folder.write(snapshot.text, to: "PurchaseTests.buys.json")
        let test = SampleTest(in: folder, tracking: .purchase())
        #expect(test.failures(record: mode) == ["DIR/PurchaseTests.buys.json:" + snapshot.message])
        // The end of the test reports no second failure.
        #expect(test.recorder.takeProblems(isExhaustive: true) == nil)
        #expect(try folder.text("PurchaseTests.buys.json") == snapshot.text)
        #expect(try folder.names == ["PurchaseTests.buys.json"])
    }

    /// Tests that a recorded snapshot omits an event without a name, so the next comparison reports this event.
    @Test func anEventWithoutANameIsNotRecorded() throws {
        let folder = try SnapshotFolder()
        let first = SampleTest(in: folder, tracking: .purchase(), Event("")).failures(record: .missing)
        #expect(first.first?.hasPrefix("recorded a first snapshot") == true)
        #expect(
            try Snapshot(contentsOf: folder.place + "/PurchaseTests.buys.json").events.map(\.event) == [.purchase()])
        let second = SampleTest(in: folder, tracking: .purchase(), Event("")).failures(record: .missing)
        #expect(second.first?.contains("+ unexpected track \"\"") == true)
    }
}

final class LooseSnapshotXCTests: CapturingTestCase {
    func testALooseSnapshotFailsTheTestOnce() throws {
        for (text, message) in looseSnapshots {
            let folder = try SnapshotFolder()
            try folder.write(text, to: "PurchaseTests.buys.json")
            let test = SampleTest(in: folder, tracking: .purchase())
            let failures = capturedFailures { test.compare(record: .missing) }
            XCTAssertEqual(failures.map(\.message), ["\(folder.place)/PurchaseTests.buys.json:\(message)"])
            XCTAssertEqual(try folder.text("PurchaseTests.buys.json"), text)
        }
    }
}
