import Trackproof

extension ControlAPI {
    /// What keeps a check of a session from passing, whatever its events are.
    struct Obstacles {
        let rejected: Int64
        let losses: Losses

        var isEmpty: Bool { rejected == 0 && losses.isEmpty }

        /// One line for each obstacle.
        var text: String {
            var lines = losses.sentences
            if rejected > 0 {
                lines.insert("rejected items: \(rejected); GET /trackproof/v1/rejected lists the reasons", at: 0)
            }
            return lines.map { $0 + "\n" }.joined()
        }
    }

    func obstacles(of session: Session) async throws -> Obstacles {
        let totals = try await store.totals(of: session)
        return Obstacles(rejected: totals.rejected, losses: losses(of: session, totals))
    }

    /// Returns the losses of a session since it was opened or emptied.
    func losses(of session: Session, _ totals: SessionTotals) -> Losses {
        var losses = metrics.lost.losses(of: session.id)
        losses.removed = totals.removed
        return losses
    }
}

extension Losses {
    var json: EventValue { .object(members) }

    /// The losses of a session as JSON members.
    var members: EventParameters { ["refused": refused, "unstored": unstored, "removed": removed] }
}
