internal import Trackproof

// Rules for references to events, platforms and destinations.
extension LintRun {
    /// Reports events and platforms that an event names, but the plan does not declare.
    mutating func lintReferences(_ event: PlannedEvent, _ subject: LintSubject) {
        if let name = event.replacedBy, !events.contains(name.name) {
            let message = report.unknown("event", name.name, among: events.list)
            report.add(.unknownReference, subject, at: name.place, message)
        }
        if platforms.list.isEmpty { return }
        for platform in event.platforms + event.since.map(\.platform) where !platforms.contains(platform.name) {
            let message = report.unknown("platform", platform.name, among: platforms.list)
            report.add(.unknownReference, subject, at: platform.place, message)
        }
    }

    /// Reports destinations whose limits are unknown.
    mutating func lintPlanReferences() {
        for destination in plan.destinations where Destination(named: destination.name) == nil {
            let nearest = report.suggestion(for: destination.name, among: Destination.names)
            let advice =
                nearest.isEmpty ? "; the known destinations are " + Destination.names.joined(separator: ", ") : nearest
            report.add(
                .unknownReference, LintSubject(), at: destination.place,
                "unknown destination \(destination.name.quotedForMessages)\(advice)")
        }
    }

    /// Reports cycles of events that replace each other. Such a cycle leaves no event to track.
    mutating func lintReplacementCycles(_ events: [(event: PlannedEvent, subject: LintSubject)]) {
        let indices = Dictionary(
            events.enumerated().map { (ExactText($1.event.name), $0) }, uniquingKeysWith: { first, _ in first })
        // Each event has at most one replacement. So a walk along the replacements ends, meets an earlier walk, or
        // returns to an event of the same walk. Only the last case is a new cycle.
        var walks = [Int](repeating: -1, count: events.count)
        for start in events.indices {
            var index = start
            while walks[index] < 0 {
                walks[index] = start
                steps += 1
                guard let next = events[index].event.replacedBy.flatMap({ indices[ExactText($0.name)] }) else { break }
                index = next
                if walks[index] == start { addCycle(from: index, events, indices) }
            }
        }
    }

    private mutating func addCycle(
        from start: Int, _ events: [(event: PlannedEvent, subject: LintSubject)], _ indices: [ExactText: Int]
    ) {
        var members: [Int] = []
        var index = start
        repeat {
            members.append(index)
            guard let next = events[index].event.replacedBy.flatMap({ indices[ExactText($0.name)] }) else { return }
            index = next
        } while index != start
        // Shows the cycle from the event that comes first in the plan.
        guard let least = members.min(), let shift = members.firstIndex(of: least) else { return }
        let (event, subject) = events[least]
        let names = (members[shift...] + members[..<shift]).map { events[$0].event.name.quotedForMessages }
        let shown = names.prefix(10) + (names.count > 10 ? ["…"] : []) + [event.name.quotedForMessages]
        report.add(
            .referenceCycle, subject, at: event.replacedBy?.place ?? event.place,
            "the replacements form a cycle: " + shown.joined(separator: " → "))
    }
}
