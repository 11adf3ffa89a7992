internal import Dispatch
internal import HTTPTypes
internal import NIOConcurrencyHelpers

/// Runs what computes for long on threads of its own, so that the few that serve requests stay free.
///
/// It cannot be stopped half-way: who waits for it is told when it takes too long, and few may be under way.
final class LongWork: Sendable {
    /// So many may be under way at the same time.
    private static let most = 2
    private static let deadline = Duration.seconds(30)

    private let queue = DispatchQueue(label: "trackproof.collector.work", qos: .utility, attributes: .concurrent)
    private let running = NIOLockedValueBox(0)

    /// Runs `work` on a thread of its own.
    ///
    /// - Throws: ``ControlError`` if too many are under way, or if it takes too long; `CancellationError` if the task is
    ///   cancelled.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let isTaken = running.withLockedValue { running in
            guard running < Self.most else { return false }
            running += 1
            return true
        }
        guard isTaken else {
            throw ControlError(.serviceUnavailable, "\(Self.most) comparisons are under way; ask again")
        }
        let (results, result) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
        queue.async { [running] in
            result.yield(Result { try work() })
            result.finish()
            running.withLockedValue { $0 -= 1 }
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
                    "took longer than \(Self.deadline.components.seconds) seconds; compare an export")
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
