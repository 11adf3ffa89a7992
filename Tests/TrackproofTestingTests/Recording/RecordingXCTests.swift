import Trackproof
import XCTest

@testable import TrackproofAssertions
@testable import TrackproofTesting

final class RecordingXCTests: RecordingTestCase {
    /// Made before any test runs.
    let early = Analytics.recording()

    func testAFacadeInAProperty() {
        early.track(name: "tap")
        expectTracked("tap")
    }

    /// What a test before this one has tracked is not here.
    func testAFacadeInAPropertyAgain() {
        expectCount(0)
        early.track(name: "tap")
        expectEvents(Event("view")) { early.track(name: "view") }
        expectTracked("tap")
    }

    func testAFacadeReachesTheTestFromEverywhere() async {
        let analytics = Analytics.recording()
        for place in Place.all { await place.run { analytics.track(name: place.name) } }
        for place in Place.all { expectTracked(place.name) }
    }

    /// Tests of XCTest run one after the other: every thread finds the one.
    func testASharedFacadeReachesTheTestFromEverywhere() async {
        let shared = Analytics(providers: [CurrentTestRecorder()])
        for place in Place.all { await place.run { shared.track(name: place.name) } }
        for place in Place.all { expectTracked(place.name) }
    }

    func testClearForgets() {
        early.track(name: "before")
        TestRecorder.current?.clear()
        expectNothingElse()
        expectCount(0)
    }
}

final class TolerantRecordingXCTests: RecordingTestCase {
    override var isExhaustive: Bool { false }

    func testUncheckedEventsMayRemain() {
        track(Event("unchecked"))
        expectCount(1)
    }
}

/// A team's own base class.
final class RecordEventsXCTests: XCTestCase {
    override func setUp() {
        recordEvents()
    }

    func testATest() {
        expectCount(0)
        track(Event("tap"))
        expectTracked("tap")
    }

    func testAnother() async {
        expectCount(0)
        track(Event("tap"))
        await expectTracked("tap", within: .seconds(60))
    }
}

/// `recordEvents` from outside.
final class RecordEventsEndXCTests: CapturingTestCase {
    func testUncheckedEventsFailTheTest() {
        let failures = capturedFailures { PlayedCase.play { $0.recordEvents() } }
        XCTAssertEqual(
            failures.map(\.message),
            ["1 event that no assertion has checked: track tap (number 1)\nrecorded 1 event:\n    1  track tap"])
    }

    func testTheyDoNotWhereTheyMayRemain() {
        XCTAssertEqual(capturedFailures { PlayedCase.play { $0.recordEvents(exhaustively: false) } }, [])
    }

    func testAfterTheTestThereIsNoRecorder() {
        _ = capturedFailures { PlayedCase.play { $0.recordEvents() } }
        XCTAssertNil(TestRecorder.current)
    }
}

/// A test case that tracks an event; it is run by others only.
private final class PlayedCase: XCTestCase {
    private var prepare: ((XCTestCase) -> Void)?

    override func setUp() {
        prepare?(self)
    }

    static func play(_ prepare: @escaping (XCTestCase) -> Void) {
        #if canImport(ObjectiveC)
            let test = PlayedCase(selector: #selector(trackOnce))
        #else
            let test = PlayedCase(name: "trackOnce") { ($0 as? PlayedCase)?.trackOnce() }
        #endif
        test.prepare = prepare
        test.invokeTest()
    }

    #if canImport(ObjectiveC)
        @objc
    #endif
    func trackOnce() {
        track(Event("tap"))
    }
}
