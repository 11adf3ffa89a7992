internal import NIOConcurrencyHelpers

/// An answer that a test asked for, to see what an SDK makes of it.
struct PlannedFailure: Sendable, Hashable {
    enum Reply: Sendable, Hashable {
        /// A status and nothing else.
        case status(Int)
        /// None: the connection is closed.
        case drop
    }

    let reply: Reply
    /// Whether the request is kept before: an answer that got lost on its way.
    let isStored: Bool
    /// How many requests it is for.
    var count: Int
}

/// The failures that tests asked for, by the session's row.
final class PlannedFailures: Sendable {
    private let plans = NIOLockedValueBox<[Int64: [PlannedFailure]]>([:])

    /// No session may have more of them.
    static let most = 1_000

    /// Adds a failure behind those that are planned; returns whether there was room for it.
    func add(_ failure: PlannedFailure, for session: Int64) -> Bool {
        plans.withLockedValue { plans in
            guard plans[session, default: []].count < Self.most else { return false }
            plans[session, default: []].append(failure)
            return true
        }
    }

    /// Takes back what a request should have met that met another, of our own.
    func giveBack(_ failure: PlannedFailure, for session: Int64) {
        var failure = failure
        failure.count = 1
        plans.withLockedValue { $0[session, default: []].insert(failure, at: 0) }
    }

    /// Forgets what is planned; returns for how many requests it was.
    @discardableResult
    func removeAll(for session: Int64) -> Int {
        plans.withLockedValue { $0.removeValue(forKey: session) ?? [] }.reduce(0) { $0 + $1.count }
    }

    /// The failure that the next request is to meet.
    func next(for session: Int64) -> PlannedFailure? {
        plans.withLockedValue { plans in
            guard var planned = plans[session], let next = planned.first else { return nil }
            planned[0].count -= 1
            if planned[0].count <= 0 { planned.removeFirst() }
            plans[session] = planned.isEmpty ? nil : planned
            return next
        }
    }
}
