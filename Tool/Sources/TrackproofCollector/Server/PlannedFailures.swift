internal import NIOConcurrencyHelpers

/// An answer that a test asked for, to see what an SDK makes of it.
struct PlannedFailure: Sendable, Hashable {
    enum Reply: Sendable, Hashable {
        /// A status and nothing else.
        case status(Int)
        /// None: the connection is closed.
        case drop
        /// The vendor's own, late.
        case vendors
        /// The vendor's own, as if it would not take so many of the request's first events.
        case rejecting(Int)
    }

    let reply: Reply
    /// Whether the request is kept before: an answer that got lost on its way.
    let isStored: Bool
    /// Only requests of this vendor meet it; nil for all.
    var vendor: String?
    /// Only requests to a path that ends so meet it; nil for all.
    var path: String?
    /// Seconds until the answer.
    var delay = 0.0
    /// The header `Retry-After` of the answer, in seconds.
    var retryAfter: Int64?
    /// How many requests it is for.
    var count: Int
}

extension PlannedFailure {
    func isFor(_ request: StoredRequest) -> Bool {
        (vendor ?? request.vendor) == request.vendor && request.arrived.target.path.hasSuffix(path ?? "")
    }
}

/// The failures that tests asked for, by the session's row.
final class PlannedFailures: Sendable {
    private struct Plan {
        /// Grows with each plan of all sessions.
        let number: Int
        var failure: PlannedFailure
    }

    private struct Plans {
        /// In the order in which they were asked for.
        var bySession: [Int64: [Plan]] = [:]
        var nextNumber = 0
        /// The number of the first plan that was made after a session's plans were forgotten.
        var firstNumber: [Int64: Int] = [:]
    }

    /// A failure that a request is to meet.
    struct Taken: Sendable {
        let failure: PlannedFailure
        fileprivate let session: Int64
        fileprivate let number: Int
    }

    private let plans = NIOLockedValueBox(Plans())

    /// No session may have more of them.
    static let most = 1_000

    /// Adds a failure behind those that are planned; returns whether there was room for it.
    func add(_ failure: PlannedFailure, for session: Int64) -> Bool {
        plans.withLockedValue { plans in
            guard plans.bySession[session, default: []].count < Self.most else { return false }
            plans.bySession[session, default: []].append(Plan(number: plans.nextNumber, failure: failure))
            plans.nextNumber += 1
            return true
        }
    }

    /// Forgets what is planned; returns for how many requests it was.
    @discardableResult
    func removeAll(for session: Int64) -> Int {
        plans.withLockedValue { plans in
            plans.firstNumber[session] = plans.nextNumber
            return plans.bySession.removeValue(forKey: session) ?? []
        }.reduce(0) { $0 + $1.failure.count }
    }

    /// The failure that a request is to meet: the first that is planned for its vendor and path.
    func next(for request: StoredRequest) -> Taken? {
        let session = request.session
        return plans.withLockedValue { plans in
            guard var planned = plans.bySession[session],
                let place = planned.firstIndex(where: { $0.failure.isFor(request) })
            else { return nil }
            let next = planned[place]
            planned[place].failure.count -= 1
            if planned[place].failure.count <= 0 { planned.remove(at: place) }
            plans.bySession[session] = planned.isEmpty ? nil : planned
            return Taken(failure: next.failure, session: session, number: next.number)
        }
    }

    /// Takes back what a request did not meet, since it met another failure, of our own; unless plans were forgotten
    /// meanwhile.
    func giveBack(_ taken: Taken) {
        plans.withLockedValue { plans in
            guard taken.number >= plans.firstNumber[taken.session] ?? 0 else { return }
            var planned = plans.bySession[taken.session] ?? []
            let place = planned.firstIndex { $0.number >= taken.number } ?? planned.endIndex
            if place < planned.endIndex, planned[place].number == taken.number {
                planned[place].failure.count += 1
            } else {
                var failure = taken.failure
                failure.count = 1
                planned.insert(Plan(number: taken.number, failure: failure), at: place)
            }
            plans.bySession[taken.session] = planned
        }
    }
}
