package import Trackproof
import TrackproofSnapshots
import TrackproofText

extension TestRecorder {
    /// Expects that these events were recorded in this order. Other events may come between them.
    ///
    /// - Parameter order: The events, which all have the source `source`.
    package func expectOrder(_ order: [EventSelection], source: EventSource, at site: CallSite) {
        begin(at: site)
        guard order.count > 1 else {
            return fail("an order needs two or more names, not \(order.count)", at: site)
        }
        guard order.allSatisfy({ isValid($0, at: site) }) else { return }
        let order = order.map { $0.ignoring(ignored) }
        let log = log(of: source)
        for event in order { noteForMutation(event, in: log, at: site) }
        var rest = log[...]
        for event in order {
            let isSelected = event.filter
            guard let index = rest.firstIndex(where: { isSelected($0.event) }) else {
                let problem = OrderProblem(of: order, in: log)
                let lines = [problem.text, problem.event.name.flatMap { log.lookalikeHint(of: $0) }]
                return fail(table(log, of: source).message(lines), at: site)
            }
            rest = rest[(index + 1)...]
        }
    }
}

/// The reason why `expectOrder` fails: an event that is missing or out of order.
private struct OrderProblem {
    /// The event that is missing or out of order.
    let event: EventSelection
    let text: String

    /// Finds the longest part of `order` whose events were tracked in order, and the first missing event.
    init(of order: [EventSelection], in log: [LoggedEvent]) {
        let filters = order.map(\.filter)
        let matched = Self.matched(filters, in: log)
        let taken = Set(matched.compactMap { $0?.number })
        let index = matched.firstIndex { $0 == nil } ?? 0
        event = order[index]
        let shown = event.description
        let previous = matched[..<index].last ?? nil
        let next = matched[index...].compactMap { $0 }.first
        let others = log.filter { filters[index]($0.event) && !taken.contains($0.number) }
        if let previous, let last = others.last, last.number < previous.number {
            text = "out of order: \(Self.follows(shown, previous)), but the last \(shown) is number \(last.number)"
        } else if let next, let first = others.first {
            text = """
                out of order: \(shown) should come before \(next.event.displayName.safeForDisplay) (number \
                \(next.number)), but the first \(shown) is number \(first.number)
                """
        } else if let previous, order[..<index].contains(where: { $0.description.isExactly(shown) }) {
            text = "not tracked again: \(Self.follows(shown, previous))"
        } else {
            text = "not tracked: \(shown)"
        }
    }

    private static func follows(_ shown: String, _ previous: LoggedEvent) -> String {
        "\(shown) should follow \(previous.event.displayName.safeForDisplay) (number \(previous.number))"
    }

    /// Returns one element for each filter: an event, or `nil` if no event that passes the filter is in the right order.
    ///
    /// The result contains as many events as possible. If several results have this number of events, the function
    /// returns the result with the events for the earlier filters.
    private static func matched(_ filters: [(Event) -> Bool], in log: [LoggedEvent]) -> [LoggedEvent?] {
        let selected = log.filter { logged in filters.contains { $0(logged.event) } }
        // Uses only the newest events, so that `lengths` has about 4 million elements at most.
        let events = Array(selected.suffix(4_000_000 / filters.count))
        // `lengths[i][j]` is the length of the longest common subsequence of the filters from `i` on and the events
        // from `j` on.
        var lengths = Array(repeating: Array(repeating: 0, count: events.count + 1), count: filters.count + 1)
        for i in filters.indices.reversed() {
            for j in events.indices.reversed() {
                lengths[i][j] =
                    filters[i](events[j].event)
                    ? lengths[i + 1][j + 1] + 1 : max(lengths[i + 1][j], lengths[i][j + 1])
            }
        }
        var matched: [LoggedEvent?] = Array(repeating: nil, count: filters.count)
        var (i, j) = (0, 0)
        while i < filters.count, j < events.count {
            if filters[i](events[j].event) {
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
