import Trackproof
import TrackproofPlatform
import XCTest

@testable import TrackproofAssertions
@testable import TrackproofTesting

final class RecordingXCTests: RecordingTestCase {
    /// A facade that is created before any test runs.
    let early = Analytics.recording()

    /// Tests that the facade belongs to the test before it tracks an event.
    func testAFacadeInAPropertyNeedsNoUse() {
        expectNotTracked("tap")
        expectCount(0)
        expectEvents {}
        expectNothingElse()
    }

    func testAFacadeInAPropertyStartsEmptyInEachTest() {
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

    /// Tests that each thread finds the running test, because XCTest runs only one test at a time.
    func testASharedFacadeReachesTheTestFromEverywhere() async {
        let shared = Analytics(providers: [CurrentTestRecorder()])
        for place in Place.all { await place.run { shared.track(name: place.name) } }
        for place in Place.all { expectTracked(place.name) }
    }

    func testClearRemovesTheRecordedEvents() {
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

/// Tests of a test case that calls `recordEvents()` in `setUp()`, as a team's base class may do.
final class RecordEventsXCTests: XCTestCase {
    override func setUp() {
        recordEvents()
    }

    func testRecordEventsRecordsATest() {
        XCTAssertEqual(TestRecorder.current?.events, [])
        track(Event("tap"))
        expectTracked("tap")
    }

    func testRecordEventsRecordsAnAsynchronousTest() async {
        XCTAssertEqual(TestRecorder.current?.events, [])
        track(Event("tap"))
        await expectTracked("tap", within: .seconds(60))
    }
}

/// Tests of the end of a test that calls `recordEvents()`.
final class RecordEventsEndXCTests: CapturingTestCase {
    func testUncheckedEventsFailTheTest() {
        let failures = capturedFailures { SampleCase.runTest { $0.recordEvents() } }
        XCTAssertEqual(
            failures.map(\.message),
            ["1 event that no assertion has checked: track tap (number 1)\nrecorded 1 event:\n    1  track tap"])
        XCTAssertEqual(failures.map { "\($0.file):\($0.line)" }, ["\(#filePath):\(#line - 4)"])
    }

    func testUncheckedEventsMayRemainIfNotExhaustive() {
        XCTAssertEqual(capturedFailures { SampleCase.runTest { $0.recordEvents(exhaustively: false) } }, [])
    }

    /// Tests an event in `tearDown()`. `recordEvents()` checks the events before that, in a teardown block.
    func testAnEventTrackedInTearDownIsLate() {
        let failures = capturedFailures {
            SampleCase.runTest {
                $0.recordEvents(exhaustively: true)
            } tearDown: {
                track(Event("closed"))
            } test: {
                track(Event("tap"))
                expectTracked("tap")
            }
        }
        XCTAssertEqual(
            failures.map(\.message), [closedInTearDown])
    }

    func testASharedFacadesEventInTearDownIsLate() {
        let shared = Analytics(providers: [CurrentTestRecorder()])
        let failures = capturedFailures {
            SampleCase.runTest {
                $0.recordEvents()
            } tearDown: {
                shared.track(Event("closed"))
            } test: {
            }
        }
        XCTAssertEqual(
            failures.map(\.message), [closedInTearDown])
    }

    /// Tests that no message blames an earlier test: the test's task is unknown after `recordEvents()`.
    func testAnUncheckedEventOfASharedFacadeDoesNotBlameAnEarlierTest() {
        XCTAssertEqual(failures(among: .ofProcess) {}, [])
        let shared = Analytics(providers: [CurrentTestRecorder()])
        let failures = capturedFailures {
            SampleCase.runTest {
                $0.recordEvents()
            } test: {
                shared.track(Event("tap"))
            }
        }
        let message = "1 event that no assertion has checked: track tap (number 1)\nrecorded 1 event:\n    1  track tap"
        XCTAssertEqual(failures.map(\.message), [message])
    }

    func testAnAssertionInTearDownIsTooLate() {
        let failures = capturedFailures {
            let recorder = Lock<TestRecorder?>(nil)
            SampleCase.runTest {
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
            "after SampleCase/runBody had ended: this assertion comes too late: the test's events were already checked")
    }

    func testNoRecorderIsCurrentAfterTheTest() {
        _ = capturedFailures {
            SampleCase.runTest { $0.recordEvents() }
            XCTAssertNil(TestRecorder.current)
        }
    }
}

private let closedInTearDown = """
    tracked during tearDown(), after recordEvents() had checked the events of SampleCase/runBody: track closed
    subclass RecordingTestCase, which checks the events after tearDown()
    """

/// A test case that other tests run. By default, it tracks one event.
private final class SampleCase: XCTestCase {
    private var prepare: ((XCTestCase) -> Void)?
    private var whenTornDown: (() -> Void)?
    private var body: () -> Void = { track(Event("tap")) }

    override func setUp() {
        prepare?(self)
    }

    override func tearDown() {
        whenTornDown?()
    }

    static func runTest(
        _ prepare: @escaping (XCTestCase) -> Void, tearDown: @escaping () -> Void = {},
        test body: @escaping () -> Void = { track(Event("tap")) }
    ) {
        #if canImport(ObjectiveC)
            let test = SampleCase(selector: #selector(runBody))
        #else
            let test = SampleCase(name: "runBody") { ($0 as? SampleCase)?.runBody() }
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
