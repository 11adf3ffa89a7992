import Trackproof
import TrackproofPlans
import TrackproofText

extension LintRun {
    /// Reports an event's replacement and its platforms if the plan does not declare them.
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

    /// Reports destinations whose limits are not known.
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

    /// Reports events that replace each other in a cycle, so that no event of the cycle is the one to track.
    mutating func lintReplacementCycles(_ events: [(event: PlannedEvent, subject: LintSubject)]) {
        let indices = Dictionary(
            events.enumerated().map { (ExactText($1.event.name), $0) }, uniquingKeysWith: { first, _ in first })
        // Follows the replacements from each event. `walks` stores for each visited event at which event the walk
        // began. If a walk reaches an event of the same walk, there is a new cycle. If it reaches an event of an
        // earlier walk, it stops, because the earlier walk has already found any cycle there.
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
        // The message shows the cycle from the event that is first in the plan.
        guard let least = members.min(), let shift = members.firstIndex(of: least) else { return }
        let (event, subject) = events[least]
        let names = (members[shift...] + members[..<shift]).map { events[$0].event.name.quotedForMessages }
        let shown = names.prefix(10) + (names.count > 10 ? ["…"] : []) + [event.name.quotedForMessages]
        report.add(
            .referenceCycle, subject, at: event.replacedBy?.place ?? event.place,
            "the replacements form a cycle: " + shown.joined(separator: " → "))
    }
}
