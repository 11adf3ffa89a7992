import Trackproof
import TrackproofText

extension HistorySummary.Problem {
    /// The problem in one sentence, such as "purchase (missing) has been failing since 2026-11-20, revision 8f1c2d3."
    var sentence: Sentence {
        let subject: Sentence = event.isEmpty ? "The run (\(words: kind))" : "\(name: event) (\(words: kind))"
        let revision = since.revision.map { ", revision \($0.cut(to: 12))" } ?? ""
        return switch state {
        case .failing: "\(subject) has been failing since \(words: since.day)\(words: revision)."
        case .flaky: "\(subject) is flaky: \(failureCount) of \(runCount) runs have this problem."
        case .recovered: "\(subject) recovered. The last run with this problem was on \(words: since.day)."
        }
    }
}

extension HistorySummary.Run {
    /// The day of the run in UTC, such as `2026-11-20`.
    var day: String { String(started.description.prefix(10)) }
}

extension HistorySummary {
    /// The events that did not occur in the last run, each with the day when the event was last seen.
    var notSeen: [(event: String, day: String)] {
        guard let last = runs.last else { return [] }
        return lastSeen.filter { $0.time < last.started }.map { ($0.event, String($0.time.description.prefix(10))) }
    }
}
