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
        /// A number that no other planned failure has.
        let number: Int
        var failure: PlannedFailure
        /// The number of requests for which ``PlannedFailures/next(for:)`` chose the failure, and that are not finished.
        var unfinished = 0
    }

    private struct Plans {
        /// The planned failures of each session, in the order in which tests planned them.
        var bySession: [Int64: [Plan]] = [:]
        var nextNumber = 0
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
        let removed = plans.withLockedValue { $0.bySession.removeValue(forKey: session) ?? [] }
        return removed.reduce(0) { $0 + $1.failure.count }
    }

    /// Returns the first planned failure that applies to a request, or `nil` if no planned failure applies.
    ///
    /// This method decreases ``PlannedFailure/count`` of the failure by 1. The caller must call
    /// ``finish(_:isMet:)`` for the failure.
    func next(for request: StoredRequest) -> Taken? {
        plans.withLockedValue { plans in
            guard let planned = plans.bySession[request.session],
                let place = planned.firstIndex(where: { $0.failure.count > 0 && $0.failure.isFor(request) })
            else { return nil }
            plans.bySession[request.session]?[place].failure.count -= 1
            plans.bySession[request.session]?[place].unfinished += 1
            return Taken(failure: planned[place].failure, session: request.session, number: planned[place].number)
        }
    }

    /// Finishes ``next(for:)``.
    ///
    /// Does nothing if the planned failures of the session were removed after the call of ``next(for:)``.
    ///
    /// - Parameter isMet: `false` if the request failed for a reason that was not planned. In that case, a later request
    ///   gets the planned failure.
    func finish(_ taken: Taken, isMet: Bool) {
        plans.withLockedValue { plans in
            guard var planned = plans.bySession[taken.session],
                let place = planned.firstIndex(where: { $0.number == taken.number })
            else { return }
            planned[place].unfinished -= 1
            if !isMet { planned[place].failure.count += 1 }
            planned.removeAll { $0.failure.count <= 0 && $0.unfinished <= 0 }
            plans.bySession[taken.session] = planned
        }
    }
}

extension StoredRequest {
    /// Whether the request has an item that is not ignored.
    var carriesEvents: Bool { items.contains { $0.outcome != .ignored } }

    /// Returns a copy of the request for the store. The copy contains the answer of a planned failure.
    func meeting(_ failure: PlannedFailure) -> StoredRequest {
        var request = self
        request.answer.isPlanned = true
        switch failure.reply {
        case .status(let status): request.answer.status = status
        case .drop: request.answer.status = nil
        case .vendors, .rejecting: break
        }
        if !failure.isStored { (request.items, request.rejection) = ([], nil) }
        return request
    }

    /// Returns a copy of the request for the store. The copy marks the first `count` events as rejected by a planned
    /// failure.
    func rejectingByPlan(_ count: Int, status: Int) -> StoredRequest {
        var request = self
        request.answer = Answer(status: status, isPlanned: true)
        for index in items.indices.filter({ items[$0].outcome == .event }).prefix(count) {
            request.items[index].outcome = .refused
        }
        return request
    }
}
