import HTTPTypes
import NIOConcurrencyHelpers

/// A limit on the memory that the requests and answers of all clients use at the same time.
final class MemoryBudget: Sendable {
    private let most: Int
    /// The part of each reservation's memory that does not count against the budget, in bytes.
    ///
    /// A reservation of no more bytes than this always succeeds, even if large requests use the complete budget.
    private let free: Int
    private let taken = NIOLockedValueBox(0)

    init(most: Int, free: Int) {
        self.most = most
        self.free = free
    }

    /// A part of the budget. The part becomes free when this object is deallocated.
    final class Reservation: Sendable {
        private let budget: MemoryBudget
        private let own = NIOLockedValueBox(0)

        fileprivate init(_ budget: MemoryBudget) { self.budget = budget }

        /// Grows the reservation to `bytes`. Does nothing if the reservation is already that large.
        ///
        /// - Throws: ``RefusedRequest`` if there is not enough memory left.
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

    /// Returns an empty reservation.
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
