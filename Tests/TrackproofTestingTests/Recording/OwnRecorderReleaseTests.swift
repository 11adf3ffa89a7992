import Testing
import Trackproof
import TrackproofTesting

/// Tests that run in parallel, and that release recorders which they made themselves.
struct OwnRecorderReleaseTests {
    /// A recorder reports its unchecked events where it is released, and not in a test that runs at the same time.
    @Test func aRecorderIsDeallocatedWhereItIsReleased() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<500 {
                        // Without a failure in this closure, `withKnownIssue` fails the test.
                        withKnownIssue {
                            let recorder = TestRecorder()
                            recorder.track(Event("tap"))
                        }
                    }
                }
            }
        }
    }

    /// A recorder is also deallocated in a test with the trait, which looks for recorders that the test made.
    @Test(.recordingEvents, arguments: 0..<200)
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
