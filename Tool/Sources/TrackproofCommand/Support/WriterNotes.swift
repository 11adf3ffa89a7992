@_spi(Tooling) internal import TrackproofBridgeReader

/// The notes about the writers of a run.
enum WriterNotes {
    /// What is known about the arrival of the events that were tracked.
    struct Arrival {
        /// Whether events are known to be lost.
        var hasLosses = false
        /// Whether every writer said goodbye. If one did not, it is unknown what it still had to send.
        var hasAllGoodbyes = true
    }

    /// Says what is wrong with the writers.
    ///
    /// - Parameters:
    ///   - writers: The writers of the run.
    ///   - refused: What the reader refused in the bridge's file, or `nil` if it refused nothing.
    ///   - isTimedOut: Whether the command timed out. Then a writer without a goodbye needs no note.
    ///   - expectsWriters: Whether to say so if there are no writers.
    /// - Returns: What is known about the arrival of the events.
    static func say(
        _ writers: [BridgeWriter], refused: String?, isTimedOut: Bool, expectsWriters: Bool
    ) -> Arrival {
        var arrival = Arrival()
        if let refused {
            Console.note("the bridge's file: \(refused)")
            arrival.hasLosses = true
        } else if writers.isEmpty, expectsWriters {
            Console.note(
                "no app connected: does this build add EventBridge.fromEnvironment() to its providers?")
        }
        for writer in writers {
            if writer.lost > 0 {
                Console.note("writer \(writer.name) dropped \(writer.lost) events: its buffer or the disk was full")
            }
            if writer.missing > 0 {
                Console.note("\(writer.missing) events of writer \(writer.name) did not arrive")
            }
            if let problem = writer.problem, refused == nil {
                Console.note("writer \(writer.name) sent invalid data: \(problem)")
            }
            if writer.lost > 0 || writer.missing > 0 || writer.problem != nil { arrival.hasLosses = true }
            if !writer.endedInOrder { arrival.hasAllGoodbyes = false }
            if !writer.endedInOrder, !isTimedOut {
                Console.note(
                    "writer \(writer.name) \(writer.isOpen ? "is still running" : "was cut off"); "
                        + "its last events may be missing")
            }
        }
        return arrival
    }
}
