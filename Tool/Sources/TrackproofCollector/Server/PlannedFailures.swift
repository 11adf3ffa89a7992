import NIOConcurrencyHelpers

/// An answer that a test plans for future requests, to see how an SDK reacts to a failure.
struct PlannedFailure: Sendable, Hashable {
    enum Reply: Sendable, Hashable {
        /// An HTTP status without a body.
        case status(Int)
        /// No answer: the collector closes the connection.
        case drop
        /// The answer that the vendor would give, after the time ``PlannedFailure/delay``.
        case vendors
        /// The answer that the vendor would give if it rejected the first events of the request.
        ///
        /// The value is the number of these events.
        case rejecting(Int)
    }

    let reply: Reply
    /// Whether the store keeps the items of the request.
    ///
    /// If the value is `true`, ``Reply/status(_:)`` and ``Reply/drop`` simulate a vendor that received the events, but
    /// whose answer was lost.
    let isStored: Bool
    /// The vendor whose requests get the failure, or `nil` if requests of all vendors get it.
    var vendor: String?
    /// The text with which the path of a request must end, or `nil` if requests with any path get the failure.
    var path: String?
    /// The time before the answer, in seconds.
    var delay = 0.0
    /// The value of the answer's header `Retry-After`, in seconds, or `nil` if the answer has no such header.
    var retryAfter: Int64?
    /// The number of requests that still get this failure.
    var count: Int
}

extension PlannedFailure {
    func isFor(_ request: StoredRequest) -> Bool {
        (vendor ?? request.vendor) == request.vendor && request.arrived.target.path.hasSuffix(path ?? "")
    }
}

/// The planned failures of all sessions. The methods identify a session by ``Session/id``.
final class PlannedFailures: Sendable {
    private struct Plan {
        /// A number that increases with each failure that a test plans, in any session.
        let number: Int
        var failure: PlannedFailure
    }

    private struct Plans {
        /// The planned failures of each session, in the order in which tests planned them.
        var bySession: [Int64: [Plan]] = [:]
        var nextNumber = 0
        /// For each session, the value of `nextNumber` when the session's planned failures were last removed.
        ///
        /// The removed failures have lower numbers, so ``giveBack(_:)`` does not plan them again.
        var firstNumber: [Int64: Int] = [:]
    }

    /// A planned failure that ``PlannedFailures/next(for:)`` chose for a request.
    struct Taken: Sendable {
        let failure: PlannedFailure
        fileprivate let session: Int64
        fileprivate let number: Int
    }

    private let plans = NIOLockedValueBox(Plans())

    /// The maximum number of planned failures for a session.
    static let most = 1_000

    /// Adds a failure after the failures that are already planned.
    ///
    /// - Returns: `false` if the session already has ``most`` planned failures.
    func add(_ failure: PlannedFailure, for session: Int64) -> Bool {
        plans.withLockedValue { plans in
            guard plans.bySession[session, default: []].count < Self.most else { return false }
            plans.bySession[session, default: []].append(Plan(number: plans.nextNumber, failure: failure))
            plans.nextNumber += 1
            return true
        }
    }

    /// Removes all planned failures of a session.
    ///
    /// - Returns: The number of requests that would still have got these failures.
    @discardableResult
    func removeAll(for session: Int64) -> Int {
        plans.withLockedValue { plans in
            plans.firstNumber[session] = plans.nextNumber
            return plans.bySession.removeValue(forKey: session) ?? []
        }.reduce(0) { $0 + $1.failure.count }
    }

    /// Returns the first planned failure that applies to a request, or `nil` if no planned failure applies.
    ///
    /// This method decreases ``PlannedFailure/count`` of the failure by 1. The method ``giveBack(_:)`` undoes that.
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

    /// Undoes ``next(for:)``. The caller uses this method if the request fails for a reason that was not planned.
    ///
    /// Does nothing if the planned failures of the session were removed after the call of ``next(for:)``.
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
