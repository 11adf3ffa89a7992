import Dispatch
import HTTPTypes
import NIOConcurrencyHelpers

/// A queue that runs long computations on separate threads, so that the threads that serve requests stay free.
///
/// At most two computations run at the same time. If a computation takes longer than 30 seconds, the caller gets an
/// error, but the computation continues, because it cannot be stopped.
final class LongWork: Sendable {
    private static let most = 2
    private static let deadline = Duration.seconds(30)

    private let queue = DispatchQueue(label: "trackproof.collector.work", qos: .utility, attributes: .concurrent)
    private let running = NIOLockedValueBox(0)

    /// The permission to run one computation. The permission ends when this object is deallocated.
    final class Turn: Sendable {
        private let work: LongWork

        fileprivate init(_ work: LongWork) { self.work = work }

        deinit { work.running.withLockedValue { $0 -= 1 } }
    }

    /// Returns the permission for one computation.
    ///
    /// - Throws: ``ControlError`` if too many computations are in progress.
    func turn() throws(ControlError) -> Turn {
        let isTaken = running.withLockedValue { running in
            guard running < Self.most else { return false }
            running += 1
            return true
        }
        guard isTaken else {
            throw ControlError(.serviceUnavailable, "\(Self.most) comparisons are running already; try again later")
        }
        return Turn(self)
    }

    /// Runs `work` on a separate thread.
    ///
    /// - Throws: ``ControlError`` if the work takes too long, and `CancellationError` if the task is cancelled. In both
    ///   cases, the work continues, and its permission stays in use until the work ends.
    func run<Value: Sendable>(_ turn: Turn, _ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let (results, result) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
        queue.async {
            result.yield(Result { try work() })
            result.finish()
            withExtendedLifetime(turn) {}
        }
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask {
                for await result in results { return try result.get() }
                throw CancellationError()
            }
            group.addTask {
                try await Task.sleep(for: Self.deadline)
                throw ControlError(
                    .unprocessableContent,
                    "the comparison timed out after \(Self.deadline.components.seconds) seconds; compare an export "
                        + "with `trackproof verify` instead")
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
