import NIOConcurrencyHelpers

/// The numbers of requests, events and rejected items that arrived, but that the store does not contain.
///
/// What is missing could violate a plan or differ from a snapshot. Therefore, no check of a session with losses passes.
package struct Losses: Sendable, Hashable {
    /// The number of requests that the collector refused, and does not list among the rejected items.
    package var refused: Int64
    /// The number of requests that the collector could not store.
    package var unstored: Int64
    /// The number of events and rejected items that the store removed because of a limit in ``Retention``.
    package var removed: Int64
    /// The number of events and rejected items that clients of the control API removed.
    package var deleted: Int64
    /// The reason for the last refusal, or `nil` if it is unknown.
    package var reason: String?

    /// Creates losses from their numbers and the reason for the last refusal.
    package init(
        refused: Int64 = 0, unstored: Int64 = 0, removed: Int64 = 0, deleted: Int64 = 0, reason: String? = nil
    ) {
        (self.refused, self.unstored, self.removed, self.deleted) = (refused, unstored, removed, deleted)
        self.reason = reason
    }

    package var isEmpty: Bool { [refused, unstored, removed, deleted].allSatisfy { $0 == 0 } }

    /// One sentence for each kind of loss.
    package var sentences: [String] {
        let why = reason.map { "; the last reason: \($0)" } ?? ""
        return [
            (refused, "requests that were refused and are not listed", why),
            (unstored, "requests that could not be stored", ""),
            (removed, "events and rejected items that were removed because of the limits of the store", ""),
            (deleted, "events and rejected items that a client of the control API removed", ""),
        ].filter { $0.0 > 0 }.map { "\($0.1): \($0.0)\($0.2)" }
    }

    static func += (left: inout Losses, right: Losses) {
        left.refused = left.refused.limitedSum(right.refused)
        left.unstored = left.unstored.limitedSum(right.unstored)
        left.removed = left.removed.limitedSum(right.removed)
        left.deleted = left.deleted.limitedSum(right.deleted)
        left.reason = right.reason ?? left.reason
    }

    static func -= (left: inout Losses, right: Losses) {
        left.refused -= right.refused
        left.unstored -= right.unstored
    }
}

/// The requests that the collector received since its start, but neither stores nor lists, by session.
///
/// The numbers are in memory, because a store that cannot be written cannot keep them.
final class LostRequests: Sendable {
    /// The session to which a lost request belongs.
    enum Owner: Sendable, Hashable {
        case session(Int64)
        /// Any session. The collector did not read the part of the request that could name the session.
        case anySession
        /// No session. For example, the session was removed.
        case noSession
    }

    private struct State {
        var total = Losses()
        /// The losses that may belong to any session.
        var ofAny = Losses()
        /// The losses of each session, minus `ofAny` at the time when the session began.
        var ofSession: [Int64: Losses] = [:]

        mutating func add(_ losses: Losses, to owner: Owner) {
            total += losses
            switch owner {
            case .session(let session): ofSession[session, default: Losses()] += losses
            case .anySession: ofAny += losses
            case .noSession: break
            }
        }
    }

    private let state = NIOLockedValueBox(State())

    /// All losses since the start of the collector.
    var total: Losses { state.withLockedValue(\.total) }

    func add(_ losses: Losses, to owner: Owner) {
        state.withLockedValue { $0.add(losses, to: owner) }
    }

    /// Adds losses to all sessions except one, which lists the lost request although it may belong to another session.
    func add(_ losses: Losses, toAllExcept session: Int64) {
        state.withLockedValue { state in
            state.ofAny += losses
            state.ofSession[session, default: Losses()] -= losses
        }
    }

    /// Returns the losses of a session since it began.
    func losses(of session: Int64) -> Losses {
        state.withLockedValue { state in
            var losses = state.ofSession[session] ?? Losses()
            losses += state.ofAny
            return losses
        }
    }

    /// Forgets the losses of a session, because the session was just opened or emptied.
    func begin(_ session: Int64) {
        state.withLockedValue { state in
            var none = Losses()
            none -= state.ofAny
            state.ofSession[session] = none
        }
    }

    /// Forgets a session that was removed.
    func end(_ session: Int64) { state.withLockedValue { $0.ofSession[session] = nil } }
}
