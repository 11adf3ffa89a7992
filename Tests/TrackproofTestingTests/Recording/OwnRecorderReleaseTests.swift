import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofTesting

/// Tests of recorders that parallel tests make themselves and release.
struct OwnRecorderReleaseTests {
    /// Tests that a recorder reports its failure in the test that releases the recorder, and not in a parallel test.
    @Test func aRecorderIsDeallocatedWhereItIsReleased() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<rounds(50, deep: 500) {
                        // `withKnownIssue` fails the test if the release of the recorder reports no unchecked event.
                        withKnownIssue {
                            let recorder = TestRecorder()
                            recorder.track(Event("tap"))
                        }
                    }
                }
            }
        }
    }

    /// Tests the release of recorders in a test with the trait `.recordingEvents`, which looks for recorders.
    @Test(.recordingEvents, arguments: 0..<rounds(40, deep: 200))
    func aRecorderBesideTheTraitsRecorderIsDeallocatedWhereItIsReleased(number: Int) async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    withKnownIssue {
                        let recorder = TestRecorder()
                        recorder.track(Event("tap"))
                    }
                }
            }
        }
    }
}
