import Foundation
import _TrackproofTestSupport
import Testing
import TrackproofPlatform

/// Tests of the helpers for tests that block their thread.
@Suite(.blocking) struct BlockingTraitTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func moreTasksThanCoresCanBlock() async {
        let count = ProcessInfo.processInfo.activeProcessorCount * 2
        let arrived = Lock(0)
        let deadline = Platform.monotonicNanoseconds() + 60_000_000_000
        await withTaskGroup { group in
            for _ in 0..<count {
                group.addTask {
                    arrived.withLock { $0 += 1 }
                    arrived.wakeAll()
                    #expect(arrived.wait(until: deadline) { $0 == count ? true : nil } == true)
                }
            }
        }
    }

    @Test func turnsLimitTheFunctionsThatRun() async {
        let turns = Turns(3)
        let counts = Lock((running: 0, largest: 0, ended: 0))
        await withTaskGroup { group in
            for _ in 0..<100 {
                group.addTask {
                    await turns.run {
                        counts.withLock {
                            $0.running += 1
                            $0.largest = max($0.largest, $0.running)
                        }
                        await Task.yield()
                        counts.withLock {
                            $0.running -= 1
                            $0.ended += 1
                        }
                    }
                }
            }
        }
        #expect(counts.withLock { $0 } == (0, 3, 100))
    }
}
