internal import Dispatch
internal import HTTPTypes
internal import NIOConcurrencyHelpers

/// Runs what computes for long on threads of its own, so that the few that serve requests stay free.
///
/// Work cannot be stopped half-way. The caller gets an error when it takes too long, and few may be under way.
final class LongWork: Sendable {
    /// So many may be under way at the same time.
    private static let most = 2
    private static let deadline = Duration.seconds(30)

    private let queue = DispatchQueue(label: "trackproof.collector.work", qos: .utility, attributes: .concurrent)
    private let running = NIOLockedValueBox(0)

    /// The right to be under way, for as long as this lives.
    final class Turn: Sendable {
        private let work: LongWork

        fileprivate init(_ work: LongWork) { self.work = work }

        deinit { work.running.withLockedValue { $0 -= 1 } }
    }

    /// Takes one of the turns.
    ///
    /// - Throws: ``ControlError`` if too many are under way.
    func turn() throws(ControlError) -> Turn {
        let isTaken = running.withLockedValue { running in
            guard running < Self.most else { return false }
            running += 1
            return true
        }
        guard isTaken else {
            throw ControlError(.serviceUnavailable, "\(Self.most) comparisons are under way; ask again")
        }
        return Turn(self)
    }

    /// Runs `work` on a thread of its own.
    ///
    /// - Throws: ``ControlError`` if it takes too long, `CancellationError` if the task is cancelled; it goes on then, and
    ///   has its turn until its end.
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
                    "took longer than \(Self.deadline.components.seconds) seconds; compare an export")
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
