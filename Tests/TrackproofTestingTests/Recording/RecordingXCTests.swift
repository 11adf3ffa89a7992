import Trackproof
import TrackproofPlatform
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
        XCTAssertEqual(TestRecorder.current?.events, [])
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
        XCTAssertEqual(TestRecorder.current?.events, [])
        track(Event("tap"))
        expectTracked("tap")
    }

    func testAnother() async {
        XCTAssertEqual(TestRecorder.current?.events, [])
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
        XCTAssertEqual(failures.map { "\($0.file):\($0.line)" }, ["\(#filePath):\(#line - 4)"])
    }

    func testTheyDoNotWhereTheyMayRemain() {
        XCTAssertEqual(capturedFailures { PlayedCase.play { $0.recordEvents(exhaustively: false) } }, [])
    }

    /// It judges in a teardown block, which XCTest runs before `tearDown()`.
    func testWhatTearDownTracksIsLate() {
        let failures = capturedFailures {
            PlayedCase.play {
                $0.recordEvents(exhaustively: true)
            } tearDown: {
                track(Event("closed"))
            } test: {
                track(Event("tap"))
                expectTracked("tap")
            }
        }
        XCTAssertEqual(
            failures.map(\.message),
            [
                """
                tracked after PlayedCase/runBody had ended: track closed
                \(lateAdvice)
                """
            ])
    }

    func testWhatTearDownTracksBySharedFacadeIsLate() {
        let shared = Analytics(providers: [CurrentTestRecorder()])
        let failures = capturedFailures {
            PlayedCase.play {
                $0.recordEvents()
            } tearDown: {
                shared.track(Event("closed"))
            } test: {
            }
        }
        XCTAssertEqual(
            failures.map(\.message), ["tracked after PlayedCase/runBody had ended: track closed\n\(lateAdvice)"])
    }

    func testAnAssertionInTearDownIsTooLate() {
        let failures = capturedFailures {
            let recorder = Lock<TestRecorder?>(nil)
            PlayedCase.play {
                let made = $0.recordEvents()
                recorder.withLock { $0 = made }
            } tearDown: {
                expectTracked("tap", in: recorder.withLock { $0 })
            } test: {
                track(Event("tap"))
                expectTracked("tap")
                track(Event("tap"))
                expectTracked("tap")
            }
        }
        XCTAssertEqual(
            failures.first?.message,
            "after PlayedCase/runBody had ended: this assertion comes too late: the test's events were already checked")
    }

    func testAfterTheTestThereIsNoRecorder() {
        _ = capturedFailures {
            PlayedCase.play { $0.recordEvents() }
            XCTAssertNil(TestRecorder.current)
        }
    }
}

private let lateAdvice = """
    wait for it in that test; if several tests share its facade, make the facade in each test, or give it \
    CurrentTestRecorder
    """

/// A test case that is run by others only. Unless it is told otherwise it tracks an event.
private final class PlayedCase: XCTestCase {
    private var prepare: ((XCTestCase) -> Void)?
    private var whenTornDown: (() -> Void)?
    private var body: () -> Void = { track(Event("tap")) }

    override func setUp() {
        prepare?(self)
    }

    override func tearDown() {
        whenTornDown?()
    }

    static func play(
        _ prepare: @escaping (XCTestCase) -> Void, tearDown: @escaping () -> Void = {},
        test body: @escaping () -> Void = { track(Event("tap")) }
    ) {
        #if canImport(ObjectiveC)
            let test = PlayedCase(selector: #selector(runBody))
        #else
            let test = PlayedCase(name: "runBody") { ($0 as? PlayedCase)?.runBody() }
        #endif
        test.prepare = prepare
        test.whenTornDown = tearDown
        test.body = body
        test.invokeTest()
    }

    #if canImport(ObjectiveC)
        @objc
    #endif
    func runBody() {
        body()
    }
}
