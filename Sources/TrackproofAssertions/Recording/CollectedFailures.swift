/// The failures that one assertion has found and reports together as one failure.
struct CollectedFailures: Sendable {
    struct Failure: Sendable {
        let message: String
        /// The table of events to show after the message; `nil` if the message needs no table.
        let table: String?
        /// Whether the failure only says that a snapshot was recorded.
        let isRecording: Bool
        let site: CallSite

        var text: String { message + (table.map { "\n" + $0 } ?? "") }
    }

    var failures: [Failure] = []

    /// All messages, with one table of events at most.
    var text: String {
        let hasOwnTable = failures.contains { $0.table == nil }
        let messages = failures.map(\.message) + (hasOwnTable ? [] : [failures.last?.table].compactMap { $0 })
        return messages.joined(separator: "\n")
    }
}
