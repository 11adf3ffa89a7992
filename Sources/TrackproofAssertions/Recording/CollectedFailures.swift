/// What one assertion has found wrong, to be told as one failure.
struct CollectedFailures: Sendable {
    struct Failure: Sendable {
        let message: String
        /// The events, unless the message shows them itself.
        let table: String?
        /// Whether it only says that a snapshot was recorded.
        let isRecording: Bool
        let site: CallSite

        var text: String { message + (table.map { "\n" + $0 } ?? "") }
    }

    var failures: [Failure] = []

    /// All messages. The events stand there once.
    var text: String {
        let hasOwnTable = failures.contains { $0.table == nil }
        let messages = failures.map(\.message) + (hasOwnTable ? [] : [failures.last?.table].compactMap { $0 })
        return messages.joined(separator: "\n")
    }
}
