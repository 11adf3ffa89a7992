@_spi(Tooling) internal import TrackproofBridgeReader

/// What there is to say of the writers of a run.
enum WriterNotes {
    /// Whether every event that was tracked is known to have arrived.
    enum Arrival {
        case complete
        /// Events are known to be lost.
        case incomplete
    }

    /// Says what is wrong with the writers.
    ///
    /// - Parameters:
    ///   - refused: what was not taken, whoever wrote it.
    ///   - expectsWriters: whether it is worth a word that there are none.
    static func say(
        _ writers: [BridgeWriter], refused: String?, isTimedOut: Bool, expectsWriters: Bool
    ) -> Arrival {
        var arrival = Arrival.complete
        if let refused {
            Console.note("the bridge's file: \(refused)")
            arrival = .incomplete
        } else if writers.isEmpty, expectsWriters {
            Console.note(
                "no app connected: does it add EventBridge.fromEnvironment() to its providers, in this build?")
        }
        for writer in writers {
            if writer.lost > 0 {
                Console.note("writer \(writer.name) had to drop \(writer.lost) events: its buffer or disk was full")
            }
            if writer.missing > 0 {
                Console.note("\(writer.missing) events of writer \(writer.name) did not arrive")
            }
            if let problem = writer.problem, refused == nil {
                Console.note("writer \(writer.name) sent what is no event: \(problem)")
            }
            if writer.lost > 0 || writer.missing > 0 || writer.problem != nil { arrival = .incomplete }
            if !writer.endedInOrder, !isTimedOut {
                Console.note(
                    "writer \(writer.name) \(writer.isOpen ? "is still running" : "was cut off"); "
                        + "its last events may be missing")
            }
        }
        return arrival
    }
}
