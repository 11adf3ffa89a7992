import Foundation
public import Testing

extension Trait where Self == BlockingTrait {
    /// Runs the code of each test on new threads, because the test blocks its thread.
    ///
    /// Swift concurrency has only one thread for each core. If tests block these threads, all other tests wait.
    public static var blocking: BlockingTrait { BlockingTrait() }
}

/// The trait of tests that block their thread.
public struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
    /// The limit of blocking tests. More busy threads would delay each other beyond the time limits in tests.
    private static let turns = Turns(4)

    /// Whether the trait of a suite also applies to suites inside it.
    public var isRecursive: Bool { true }

    /// Runs the code of a test.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Self.turns.run {
            // On an older system, the tests still pass, but they take longer.
            guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return try await function() }
            try await withTaskExecutorPreference(NewThreads(), operation: function)
        }
    }
}

/// An executor that runs each job on a new thread.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class NewThreads: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
