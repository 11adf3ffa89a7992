import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofTesting
import TrackproofAssertions

/// Tests that each of many parallel tests records only its own events.
@Suite(.recordingEvents) struct ParallelTests {
    private static let shared = Analytics(providers: [CurrentTestRecorder()])
    private let own = Analytics.recording()

    @Test(arguments: 0..<rounds(100, deep: 1_000)) func eachTestRecordsOnlyItsOwnEvents(number: Int) async {
        await withTaskGroup { group in
            for task in 0..<4 {
                group.addTask { [own] in
                    Self.shared.track(Event("shared", ["number": number, "task": task]))
                    await Task.detached { own.track(Event("own", ["number": number, "task": task])) }.value
                }
            }
            group.addTask {
                await expectTracked("shared", ["number": number, "task": .in(0..<4)], times: 4, within: timeout)
            }
        }
        for task in 0..<4 { expectTracked("own", ["number": number, "task": task]) }
        expectCount(8)
        expectCount(8, including: ["number": number])
        expectNothingElse()
    }
}
