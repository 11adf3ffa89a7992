/// Counts what happens on a desktop, so that a wait sleeps until there is something new to look at.
final class Activity: Sendable {
    private let count = Monitor<UInt64>(0)
    private let observers = Monitor<[Int: @Sendable () -> Void]>([:])

    var now: UInt64 { count.read { $0 } }

    func note() {
        count.change { $0 += 1 }
        for observer in observers.read({ $0.values.map(\.self) }) { observer() }
    }

    /// Waits until more has happened than `seen`; false where `deadline` passes first.
    func wait(past seen: UInt64, until deadline: Deadline) -> Bool {
        count.wait(until: deadline) { $0 > seen ? true : nil } ?? false
    }

    /// Has `body` called at each note from now on.
    func observe(_ body: @escaping @Sendable () -> Void) -> Observation {
        let observers = observers
        let key = observers.change { all in
            let key = (all.keys.max() ?? 0) + 1
            all[key] = body
            return key
        }
        return Observation { observers.change { $0[key] = nil } }
    }
}

/// That something is observed, until this is gone.
package final class Observation: Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
