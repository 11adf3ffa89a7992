import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

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
        var longAnswers: Set<ObjectIdentifier> = []
        /// The connections on which a request is arriving or is being answered.
        var active: Set<ObjectIdentifier> = []
        /// For each wait in ``settle(besides:within:)``, the connections that it still waits for.
        var settling: [Int: (rest: Set<ObjectIdentifier>, end: AsyncStream<Void>.Continuation)] = [:]

        /// Notes that a connection has no request any more.
        mutating func settle(_ id: ObjectIdentifier) {
            active.remove(id)
            for (wait, (rest, end)) in settling where rest.contains(id) {
                settling[wait]?.rest.remove(id)
                if rest.count == 1 { end.finish() }
            }
        }
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
            state.settle(ObjectIdentifier(channel))
        }
    }

    /// Notes that a request has begun to arrive on a connection.
    func isActive(_ channel: any Channel) {
        state.withLockedValue { _ = $0.active.insert(ObjectIdentifier(channel)) }
    }

    /// Notes that all requests that have begun to arrive on a connection have been answered.
    func isSettled(_ channel: any Channel) {
        state.withLockedValue { $0.settle(ObjectIdentifier(channel)) }
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

        private let channel: ObjectIdentifier

        fileprivate init(_ connections: OpenConnections, _ channel: ObjectIdentifier) {
            (self.connections, self.channel) = (connections, channel)
        }

        deinit { connections.state.withLockedValue { _ = $0.longAnswers.remove(channel) } }
    }

    /// Returns the permission for one long answer on a connection.
    ///
    /// - Throws: ``RefusedRequest`` if too many long answers are in progress.
    func takeLongAnswer(_ channel: any Channel) throws(RefusedRequest) -> LongAnswer {
        let id = ObjectIdentifier(channel)
        let isTaken = state.withLockedValue { state in
            guard state.longAnswers.count < most / 2 else { return false }
            state.longAnswers.insert(id)
            return true
        }
        if isTaken { return LongAnswer(self, id) }
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

    /// Waits until the requests that are arriving, or are being answered, have been answered.
    ///
    /// Does not wait for long answers, and not for requests that begin to arrive later.
    ///
    /// - Parameter own: The connection of the request that asks for the wait.
    /// - Returns: `false` if the time was over before.
    func settle(besides own: any Channel, within limit: Duration) async throws -> Bool {
        // Bytes that the system has received may not have been read yet. An event loop reads them before it runs the
        // tasks that were added in the meantime.
        for _ in 0..<2 {
            for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() { try await loop.submit {}.get() }
        }
        let (waits, end) = AsyncStream.makeStream(of: Void.self)
        let id = state.withLockedValue { state in
            let rest = state.active.subtracting(state.longAnswers).subtracting([ObjectIdentifier(own)])
            state.nextWatcher += 1
            state.settling[state.nextWatcher] = (rest, end)
            if rest.isEmpty { end.finish() }
            return state.nextWatcher
        }
        defer { state.withLockedValue { _ = $0.settling.removeValue(forKey: id) } }
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await _ in waits {}
                return !Task.isCancelled
            }
            group.addTask {
                do { try await Task.sleep(for: limit) } catch { return true }
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
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
