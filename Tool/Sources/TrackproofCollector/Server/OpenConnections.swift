import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// The open connections of a server.
///
/// If there are too many connections, the server closes the connection that has waited longest for a request.
/// Therefore, idle clients do not block other clients. The server does not close a connection while it answers a
/// request on that connection. A long answer ends when its client closes the connection.
final class OpenConnections: Sendable {
    private struct Connection {
        let channel: any Channel
        /// A number that increases with the time since when the connection waits for a request, or `nil` if the server
        /// is answering a request.
        var waitingSince: Int?
        /// Whether a request is arriving or is being answered. Long answers do not count.
        var isActive = false
        /// Whether the client has closed the connection, at least for sending.
        var hasLeft = false
        /// The streams that this object finishes when the client closes the connection.
        var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private struct State {
        /// The address of the server, or `nil` if the server does not listen yet.
        var address: SocketAddress?
        var open: [ObjectIdentifier: Connection] = [:]
        private var lastNumber = 0
        /// For each wait in ``settle(besides:until:)``, the connections that it still waits for.
        var settling: [Int: (rest: Set<ObjectIdentifier>, end: AsyncStream<Void>.Continuation)] = [:]

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }

        /// Notes that a connection has no active request any more.
        mutating func settle(_ id: ObjectIdentifier) {
            open[id]?.isActive = false
            for (wait, (rest, end)) in settling where rest.contains(id) {
                settling[wait]?.rest.remove(id)
                if rest.count == 1 { end.finish() }
            }
        }

        /// Notes that the client has closed a connection, at least for sending.
        mutating func leave(_ id: ObjectIdentifier) {
            for watcher in (open[id]?.watchers ?? [:]).values { watcher.finish() }
            open[id]?.watchers = [:]
            open[id]?.hasLeft = true
        }

        mutating func remove(_ id: ObjectIdentifier) {
            leave(id)
            settle(id)
            open[id] = nil
        }
    }

    private let most: Int
    private let state = NIOLockedValueBox(State())

    init(most: Int) { self.most = most }

    /// Notes that the server listens.
    func listens(_ server: any Channel) {
        let address = server.localAddress
        state.withLockedValue { $0.address = address }
    }

    /// Adds a connection. If there are too many connections, closes the one that has waited longest for a request.
    func add(_ channel: any Channel) {
        let surplus: (any Channel)? = state.withLockedValue { state in
            state.open[ObjectIdentifier(channel)] = Connection(channel: channel, waitingSince: state.nextNumber())
            guard state.open.count > most else { return nil }
            let longest = state.open.min { ($0.value.waitingSince ?? .max) < ($1.value.waitingSince ?? .max) }
            guard let longest, longest.value.waitingSince != nil else { return nil }
            state.remove(longest.key)
            return longest.value.channel
        }
        surplus?.close(promise: nil)
    }

    func remove(_ channel: any Channel) {
        state.withLockedValue { $0.remove(ObjectIdentifier(channel)) }
    }

    /// Notes that a request has begun to arrive on a connection.
    func isActive(_ channel: any Channel) {
        state.withLockedValue { $0.open[ObjectIdentifier(channel)]?.isActive = true }
    }

    /// Notes that all requests that have begun to arrive on a connection have been answered.
    func isSettled(_ channel: any Channel) { state.withLockedValue { $0.settle(ObjectIdentifier(channel)) } }

    /// Notes that a connection waits for a request.
    func isWaiting(_ channel: any Channel) {
        state.withLockedValue { state in
            let number = state.nextNumber()
            state.open[ObjectIdentifier(channel)]?.waitingSince = number
        }
    }

    /// Notes that the server is answering a request on a connection.
    func isBusy(_ channel: any Channel) {
        state.withLockedValue { $0.open[ObjectIdentifier(channel)]?.waitingSince = nil }
    }

    /// Notes that the client has closed the connection, either completely or only for sending.
    func clientClosed(_ channel: any Channel) {
        state.withLockedValue { $0.leave(ObjectIdentifier(channel)) }
    }

    /// Runs `body` for a long answer, and cancels it if the client closes the connection.
    ///
    /// The collector has read and stored the request. Therefore, ``settle(besides:until:)`` does not wait for it.
    ///
    /// - Returns: The value that `body` returns.
    /// - Throws: ``ClientLeft`` if the client closes the connection before `body` returns, and any error that `body`
    ///   throws.
    func whileClientStays<Value: Sendable>(
        _ channel: any Channel, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        isSettled(channel)
        guard let value = try await run(until: { await self.waitUntilClientLeaves(channel) }, body) else {
            throw ClientLeft()
        }
        return value
    }

    /// An error for a client that closed the connection, either completely or only for sending.
    struct ClientLeft: Error {}

    /// Waits until the client closes the connection, or until the task is cancelled.
    private func waitUntilClientLeaves(_ channel: any Channel) async {
        let id = ObjectIdentifier(channel)
        let (stay, end) = AsyncStream.makeStream(of: Void.self)
        let watcher: Int? = state.withLockedValue { state in
            guard state.open[id]?.hasLeft == false else { return nil }
            let watcher = state.nextNumber()
            state.open[id]?.watchers[watcher] = end
            return watcher
        }
        guard let watcher else { return }
        for await _ in stay {}
        state.withLockedValue { _ = $0.open[id]?.watchers.removeValue(forKey: watcher) }
    }

    /// Waits until the requests that are arriving, or are being answered, have been answered.
    ///
    /// Does not wait for long answers, and not for requests that begin to arrive later.
    ///
    /// - Parameter own: The connection of the request that asks for the wait.
    /// - Returns: `false` if the deadline passed before.
    func settle(besides own: any Channel, until deadline: ContinuousClock.Instant) async throws -> Bool {
        let settled: Void? = try await run(until: deadline) {
            try await self.readReceivedBytes()
            let (waits, end) = AsyncStream.makeStream(of: Void.self)
            let id = self.state.withLockedValue { state in
                let rest = state.open.filter(\.value.isActive).keys
                let number = state.nextNumber()
                state.settling[number] = (Set(rest).subtracting([ObjectIdentifier(own)]), end)
                if state.settling[number]?.rest.isEmpty == true { end.finish() }
                return number
            }
            defer { self.state.withLockedValue { _ = $0.settling.removeValue(forKey: id) } }
            for await _ in waits {}
        }
        return settled != nil
    }

    /// Waits until the server has read the bytes that the system has received so far.
    ///
    /// For that, each event loop connects to the server, and waits until the server closes the connection. The system
    /// hands out connections and their bytes in the order of their arrival. Therefore, the server has accepted all
    /// earlier connections before the first end. An event loop begins to read the connections that it has got before
    /// it sees the next end, so each event loop must see two.
    private func readReceivedBytes() async throws {
        guard let address = state.withLockedValue(\.address) else { return }
        for _ in 0..<2 {
            for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
                let client = try await ClientBootstrap(group: loop).connect(to: address).get()
                try await withTaskCancellationHandler {
                    try await client.close(mode: .output)
                    try await client.closeFuture.get()
                } onCancel: {
                    client.close(promise: nil)
                }
            }
        }
    }
}
