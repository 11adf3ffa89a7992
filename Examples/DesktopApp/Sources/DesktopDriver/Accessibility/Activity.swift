/// A counter of the changes on a desktop. A wait sleeps until the counter grows, and then checks its condition again.
final class Activity: Sendable {
    private let count = Monitor<UInt64>(0)
    private let observers = Monitor<[Int: @Sendable () -> Void]>([:])

    var now: UInt64 { count.read { $0 } }

    func note() {
        count.change { $0 += 1 }
        for observer in observers.read({ $0.values.map(\.self) }) { observer() }
    }

    /// Waits until the count is greater than `seen`. Returns `false` if the deadline passes before that.
    func wait(past seen: UInt64, until deadline: Deadline) -> Bool {
        count.wait(until: deadline) { $0 > seen ? true : nil } ?? false
    }

    /// Calls `body` at each call of ``note()``, until the returned observation is released.
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

/// An active observation of changes. The observation ends when this object is released.
package final class Observation: Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
