/// Counts what happens on a desktop, so that a wait sleeps until there is something new to look at.
final class Activity: Sendable {
    private let count = Monitor<UInt64>(0)

    var now: UInt64 { count.read { $0 } }

    func note() {
        count.change { $0 += 1 }
    }

    /// Waits until more has happened than `seen`; false where `deadline` passes first.
    func wait(past seen: UInt64, until deadline: Deadline) -> Bool {
        count.wait(until: deadline) { $0 > seen ? true : nil } ?? false
    }
}
