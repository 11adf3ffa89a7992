package import Trackproof
import TrackproofSnapshots
import TrackproofText

extension TestRecorder {
    /// Expects that events with these names were recorded in this order. Other events may come between them.
    package func expectOrder(_ names: [String], source: EventSource, at site: CallSite) {
        begin(at: site)
        guard names.count > 1 else {
            return fail("an order needs two or more names, not \(names.count)", at: site)
        }
        guard isValid(names: names, at: site) else { return }
        let log = log(of: source)
        var rest = log[...]
        for name in names {
            guard let index = rest.firstIndex(where: { $0.event.isNamed(name, nil) }) else {
                let problem = OrderProblem(of: names, in: log)
                let lines = [problem.text, log.lookalikeHint(of: problem.name)]
                return fail(EventTable(log: log).message(lines), at: site)
            }
            rest = rest[(index + 1)...]
        }
    }
}

/// The reason why `expectOrder` fails: an event that is missing or out of order.
private struct OrderProblem {
    /// The name of the event that is missing or out of order.
    let name: String
    let text: String

    /// Finds the longest subsequence of `names` whose events were tracked in order, and the first missing name.
    init(of names: [String], in log: [LoggedEvent]) {
        let matched = Self.matched(names, in: log)
        let taken = Set(matched.compactMap { $0?.number })
        let index = matched.firstIndex { $0 == nil } ?? 0
        name = names[index]
        let shown = name.safeForDisplay
        let previous = matched[..<index].last ?? nil
        let next = matched[index...].compactMap { $0 }.first
        let others = log.filter { $0.event.isNamed(names[index], nil) && !taken.contains($0.number) }
        if let previous, let last = others.last, last.number < previous.number {
            text = "out of order: \(Self.follows(shown, previous)), but the last \(shown) is number \(last.number)"
        } else if let next, let first = others.first {
            text = """
                out of order: \(shown) should come before \(next.event.displayName.safeForDisplay) (number \
                \(next.number)), but the first \(shown) is number \(first.number)
                """
        } else if let previous, names[..<index].contains(where: { $0.isExactly(names[index]) }) {
            text = "not tracked again: \(Self.follows(shown, previous))"
        } else {
            text = "not tracked: \(shown)"
        }
    }

    private static func follows(_ shown: String, _ previous: LoggedEvent) -> String {
        "\(shown) should follow \(previous.event.displayName.safeForDisplay) (number \(previous.number))"
    }

    /// Returns one element for each name: an event, or `nil` if no event with this name is in the right order.
    ///
    /// The result contains as many events as possible. If several results have this number of events, the function
    /// returns the result with the events for the earlier names.
    private static func matched(_ names: [String], in log: [LoggedEvent]) -> [LoggedEvent?] {
        let named = log.filter { logged in names.contains { logged.event.isNamed($0, nil) } }
        // Uses only the newest events, so that `lengths` has about 4 million elements at most.
        let events = Array(named.suffix(4_000_000 / names.count))
        // `lengths[i][j]` is the length of the longest common subsequence of the names from `i` on and the events from
        // `j` on.
        var lengths = Array(repeating: Array(repeating: 0, count: events.count + 1), count: names.count + 1)
        for i in names.indices.reversed() {
            for j in events.indices.reversed() {
                lengths[i][j] =
                    events[j].event.isNamed(names[i], nil)
                    ? lengths[i + 1][j + 1] + 1 : max(lengths[i + 1][j], lengths[i][j + 1])
            }
        }
        var matched: [LoggedEvent?] = Array(repeating: nil, count: names.count)
        var (i, j) = (0, 0)
        while i < names.count, j < events.count {
            if events[j].event.isNamed(names[i], nil) {
                matched[i] = events[j]
                (i, j) = (i + 1, j + 1)
            } else if lengths[i][j + 1] >= lengths[i + 1][j] {
                j += 1
            } else {
                i += 1
            }
        }
        return matched
    }
}
