internal import HTTPTypes
internal import NIOConcurrencyHelpers
internal import NIOCore

/// The open connections of a server.
///
/// If there are too many connections, the server closes the connection that has waited longest for a request.
/// Therefore, idle clients do not block other clients. The server does not close a connection while it answers a
/// request on that connection. Long answers, such as waits and streams, may use at most half of the connections. A long
/// answer ends when its client closes the connection.
final class OpenConnections: Sendable {
    private struct State {
        var open: Set<ObjectIdentifier> = []
        var waiting = WaitingConnections()
        /// The connections that their clients have closed, either completely or only for sending.
        var left: Set<ObjectIdentifier> = []
        /// For each connection, the streams that this object finishes when the client closes the connection.
        var watchers: [ObjectIdentifier: [Int: AsyncStream<Void>.Continuation]] = [:]
        var nextWatcher = 0
        var longAnswers = 0
    }

    private let most: Int
    private let state = NIOLockedValueBox(State())

    init(most: Int) { self.most = most }

    /// Adds a connection. If there are too many connections, closes the one that has waited longest for a request.
    func add(_ channel: any Channel) {
        let surplus: (any Channel)? = state.withLockedValue { state in
            state.open.insert(ObjectIdentifier(channel))
            guard state.open.count > most, let longest = state.waiting.removeFirst() else { return nil }
            state.open.remove(ObjectIdentifier(longest))
            return longest
        }
        surplus?.close(promise: nil)
    }

    func remove(_ channel: any Channel) {
        clientClosed(channel)
        state.withLockedValue { state in
            state.open.remove(ObjectIdentifier(channel))
            state.waiting.remove(ObjectIdentifier(channel))
            state.left.remove(ObjectIdentifier(channel))
        }
    }

    /// Notes that a connection waits for a request.
    func isWaiting(_ channel: any Channel) {
        state.withLockedValue { $0.waiting.append(channel) }
    }

    /// Notes that the server is answering a request on a connection.
    func isBusy(_ channel: any Channel) {
        state.withLockedValue { $0.waiting.remove(ObjectIdentifier(channel)) }
    }

    /// Notes that the client has closed the connection, either completely or only for sending.
    func clientClosed(_ channel: any Channel) {
        let watchers = state.withLockedValue { state in
            state.left.insert(ObjectIdentifier(channel))
            return state.watchers.removeValue(forKey: ObjectIdentifier(channel)) ?? [:]
        }
        for watcher in watchers.values { watcher.finish() }
    }

    // MARK: Long answers

    /// The permission for one long answer, such as a wait. The permission ends when this object is deallocated.
    final class LongAnswer: Sendable {
        private let connections: OpenConnections

        fileprivate init(_ connections: OpenConnections) { self.connections = connections }

        deinit { connections.state.withLockedValue { $0.longAnswers -= 1 } }
    }

    /// Returns the permission for one long answer.
    ///
    /// - Throws: ``RefusedRequest`` if too many long answers are in progress.
    func takeLongAnswer() throws(RefusedRequest) -> LongAnswer {
        let isTaken = state.withLockedValue { state in
            guard state.longAnswers < most / 2 else { return false }
            state.longAnswers += 1
            return true
        }
        if isTaken { return LongAnswer(self) }
        throw RefusedRequest(
            status: .serviceUnavailable, message: "too many waits and streams at the same time (at most \(most / 2))")
    }

    /// Runs `body`, and cancels it if the client closes the connection.
    ///
    /// - Returns: The value that `body` returns.
    /// - Throws: ``ClientLeft`` if the client closes the connection before `body` returns, and any error that `body`
    ///   throws.
    func whileClientStays<Value: Sendable>(
        _ channel: any Channel, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                await self.waitUntilClientLeaves(channel)
                return nil
            }
            group.addTask { try await body() }
            defer { group.cancelAll() }
            if let value = try await group.next() ?? nil { return value }
            throw ClientLeft()
        }
    }

    /// An error for a client that closed the connection, either completely or only for sending.
    struct ClientLeft: Error {}

    /// Waits until the client closes the connection, or until the task is cancelled.
    private func waitUntilClientLeaves(_ channel: any Channel) async {
        let id = ObjectIdentifier(channel)
        let (stay, end) = AsyncStream.makeStream(of: Void.self)
        let watcher: Int? = state.withLockedValue { state in
            guard state.open.contains(id), !state.left.contains(id) else { return nil }
            state.nextWatcher += 1
            state.watchers[id, default: [:]][state.nextWatcher] = end
            return state.nextWatcher
        }
        guard let watcher else { return }
        for await _ in stay {}
        state.withLockedValue { _ = $0.watchers[id]?.removeValue(forKey: watcher) }
    }
}
