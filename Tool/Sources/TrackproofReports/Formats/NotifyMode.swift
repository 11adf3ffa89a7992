/// The rule that decides whether Slack gets a message about a report.
package enum NotifyMode: String, Sendable, CaseIterable {
    /// Sends a message after each run.
    case always
    /// Sends a message after each failed run.
    case failure
    /// Sends a message if the result or the problems differ from the previous run in the history, or if the share of
    /// events with a problem has risen.
    ///
    /// If there is no previous run, this mode is the same as ``failure``.
    case change

    /// Returns whether to send a message about a report.
    package func includes(_ report: Report) -> Bool {
        switch self {
        case .always: return true
        case .failure: return !report.isPassed
        case .change:
            guard let history = report.history, let previous = history.previous else { return !report.isPassed }
            return previous.isPassed != report.isPassed
                || history.problems.contains { history.isNew($0) || $0.hasRisen }
        }
    }
}
