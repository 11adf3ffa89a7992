import Foundation
import Testing
import Trackproof
import TrackproofSnapshots

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// A test of the view model `Shop`, with only one kind of assertion.
struct Check: Sendable {
    let name: String
    /// Whether unchecked events fail the test at its end.
    var isExhaustive = false
    let body: @Sendable (Visit) async -> Void

    static let all: [Check] = [
        Check(name: "expectTracked") { visit in
            await visit.happen()
            for expectation in Visit.expected { expectTracked(expectation) }
        },
        Check(name: "including:") { visit in
            await visit.happen()
            expectTracked("login", including: [:], kind: .screen)
            expectTracked(.event("", including: ["plan": "free"], kind: .identify, user: "u-42"))
            expectTracked("login_succeeded", including: ["method": "password"])
            expectTracked("purchase", including: ["price": 19.99, "currency": "EUR"])
            expectTracked("shipped", including: [:])
        },
        Check(name: "times:") { visit in
            await visit.happen()
            expectTracked("login", including: [:], kind: .screen, times: 1)
            expectTracked(.event("", including: [:], kind: .identify, user: .any), times: 1)
            expectTracked("login_succeeded", including: [:], times: 1)
            expectTracked("purchase", including: [:], times: 1)
            expectTracked("shipped", including: [:], times: 1)
        },
        Check(name: "expectEvents") { visit in
            let expected = Visit.expected
            await expectEvents(expected[0], expected[1], expected[2], expected[3], expected[4]) {
                await visit.happen()
            }
        },
        Check(name: "expectNothingElse") { visit in
            await visit.happen()
            visit.checkExpectedEvents()
            expectNothingElse()
        },
        Check(name: "the test's end", isExhaustive: true) { visit in
            await visit.happen()
            visit.checkExpectedEvents()
        },
        Check(name: "expectNotTracked") { visit in
            await visit.happen()
            expectNotTracked("purchase_failed")
        },
        Check(name: "expectCount") { visit in
            await visit.happen()
            expectCount(5)
        },
        Check(name: "expectCount of:") { visit in
            await visit.happen()
            expectCount(1, of: "purchase", including: ["price": 19.99, "currency": "EUR"])
        },
        Check(name: "expectOrder") { visit in
            await visit.happen()
            expectOrder("login", "identify", "login_succeeded", "purchase", "shipped")
        },
        Check(name: "expectDelivered") { visit in
            await visit.happen()
            expectDelivered(to: "vendor")
        },
        Check(name: "within:") { visit in
            await visit.happen()
            visit.catchUpInTime()
            for expectation in Visit.expected { await expectTracked(expectation, within: visit.limit) }
        },
        Check(name: "within:, blocking") { visit in
            await visit.happen()
            visit.catchUpInTime()
            visit.blockForAll()
        },
        Check(name: "expectEvents within:") { visit in
            let expected = Visit.expected
            await expectEvents(
                expected[0], expected[1], expected[2], expected[3], expected[4], within: visit.limit
            ) {
                await visit.happen()
                visit.catchUpInTime()
            }
        },
        Check(name: "expectSnapshot") { visit in
            await visit.happen()
            visit.compareWithSnapshot()
        },
    ]
}

/// A visit to the shop, and the recorder that receives the shop's events.
struct Visit: Sendable {
    let mutation: Mutation
    private let recorder: TestRecorder
    private let shop: Shop

    init(_ mutation: Mutation, in recorder: TestRecorder) {
        let vendor = ClosureProvider("vendor") { _ in }.recorded(in: recorder)
        let adapter = ClosureProvider("vendor") { event in mutation.delivered(event).map(vendor.track) }
        self.mutation = mutation
        self.recorder = recorder
        shop = Shop(Analytics(providers: [recorder, adapter]), mutation)
    }

    static let expected: [EventExpectation] = [
        .event("login", kind: .screen),
        .event("", ["plan": "free"], kind: .identify, user: "u-42"),
        .event("login_succeeded", ["method": "password", "attempt": 1]),
        .event(
            "purchase", ["order_id": .uuid, "sku": "0042", "price": 19.99, "currency": "EUR", "quantity": 2]),
        .event("shipped", ["at": .timestamp]),
    ]

    /// The time limit of a wait: long if the mutation delays an event, and short if no more event can arrive.
    var limit: Duration { mutation == .late ? timeout : .milliseconds(10) }

    func happen() async { await shop.visit() }

    /// Starts a thread that tracks the delayed event while the test waits.
    func catchUpInTime() {
        if mutation == .late { Thread.detachNewThread { shop.catchUp() } }
    }

    /// Tracks the events that the mutation delays until after the test's end.
    func end() { shop.catchUp() }

    func blockForAll() {
        for expectation in Self.expected { expectTracked(expectation, within: limit) }
    }

    /// Compares the events with a snapshot as `expectSnapshot` does. Both frameworks use the same snapshot.
    func compareWithSnapshot(path: StaticString = #filePath) {
        let site = CallSite(#fileID, path, #line, #column)
        let folder = URL(fileURLWithPath: "\(path)").deletingLastPathComponent().path
        do {
            let file = SnapshotFile(path: folder + "/Visit.json", isWritable: false, mode: .never)
            let report = try file.judge(Recording(recorder.events))
            if let message = report.message { recorder.fail(message, at: site) }
        } catch {
            recorder.fail("\(error)", at: site)
        }
    }

    /// Marks each expected event as checked. Reports no failure if an expected event is missing.
    func checkExpectedEvents() {
        for expectation in Self.expected {
            let found = recorder.log(of: .app).first { !$0.isChecked && expectation.matches($0.event) }
            if let found { _ = recorder.check([found]) }
        }
    }
}
