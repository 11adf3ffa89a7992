import TrackproofBridgeReader
import TrackproofConsole
import TrackproofPlatform

/// The messages about problems with writers, which are the ends of the bridge in the apps.
enum WriterNotes {
    /// Whether events of the run were lost, or are perhaps missing.
    struct Arrival {
        /// Whether at least one event was certainly lost.
        var hasLosses = false
        /// Whether every writer sent a goodbye, its last message. If `false`, the last events of a writer are perhaps
        /// missing.
        var hasAllGoodbyes = true
    }

    /// Writes a message about each problem with the writers.
    ///
    /// - Parameters:
    ///   - writers: The writers that connected during the run.
    ///   - lostInput: The reader's message about input that was lost, or `nil` if there is no such input.
    ///   - isTimedOut: Whether the command timed out. After a time-out, a missing goodbye is expected and needs no
    ///     message.
    ///   - expectsWriters: Whether to write a message if there are no writers.
    ///   - allowsCutApps: Whether a writer whose app has ended needs no goodbye.
    /// - Returns: Whether events were lost, or are perhaps missing.
    static func say(
        _ writers: [BridgeWriter], lostInput: String?, isTimedOut: Bool, expectsWriters: Bool, allowsCutApps: Bool
    ) -> Arrival {
        var arrival = Arrival()
        if let lostInput {
            Console.note(lostInput)
            arrival.hasLosses = true
        } else if writers.isEmpty, expectsWriters {
            Console.note(
                "no app connected: does this build add EventBridge.fromEnvironment() to its providers?")
        }
        for writer in writers {
            if writer.lost > 0 {
                Console.note(
                    "writer \(writer.name) dropped \(writer.lost.counted("event")): its buffer or the disk was full")
            }
            if writer.missing > 0 {
                Console.note("\(writer.missing.counted("event")) of writer \(writer.name) did not arrive")
            }
            if let problem = writer.problem, lostInput == nil {
                Console.note("writer \(writer.name) sent invalid data: \(problem)")
            }
            if writer.hasLosses { arrival.hasLosses = true }
            if writer.endedInOrder { continue }
            if allowsCutApps, !writer.isOpen {
                Console.note("writer \(writer.name) was cut off, which --allow-incomplete accepts")
                continue
            }
            arrival.hasAllGoodbyes = false
            if !isTimedOut {
                Console.note(
                    "writer \(writer.name) \(writer.isOpen ? "is still running" : "was cut off"); "
                        + "its last events may be missing")
            }
        }
        return arrival
    }
}
