import NIOConcurrencyHelpers

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
