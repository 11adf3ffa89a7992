internal import HTTPTypes
internal import NIOConcurrencyHelpers

/// Bounds the memory that requests and answers take at the same time, of all clients together.
final class MemoryBudget: Sendable {
    private let most: Int
    /// So much each may take besides, so that large ones never keep small ones out.
    private let free: Int
    private let taken = NIOLockedValueBox(0)

    init(most: Int, free: Int) {
        self.most = most
        self.free = free
    }

    /// Memory that is counted for as long as this lives.
    final class Reservation: Sendable {
        private let budget: MemoryBudget
        private let own = NIOLockedValueBox(0)

        fileprivate init(_ budget: MemoryBudget) { self.budget = budget }

        /// Makes it so many bytes, if it is less.
        ///
        /// - Throws: ``RefusedRequest`` if there is no room for them.
        func grow(to bytes: Int) throws(RefusedRequest) {
            let isTaken = own.withLockedValue { own in
                let growth = bytes - budget.free - own
                guard growth > 0 else { return true }
                guard budget.take(growth) else { return false }
                own += growth
                return true
            }
            if isTaken { return }
            throw RefusedRequest(status: .serviceUnavailable, message: "too many requests at the same time")
        }

        deinit { budget.giveBack(own.withLockedValue { $0 }) }
    }

    /// A reservation of nothing yet.
    func reservation() -> Reservation { Reservation(self) }

    private func take(_ bytes: Int) -> Bool {
        taken.withLockedValue { taken in
            guard taken + bytes <= most else { return false }
            taken += bytes
            return true
        }
    }

    private func giveBack(_ bytes: Int) { taken.withLockedValue { $0 -= bytes } }
}
