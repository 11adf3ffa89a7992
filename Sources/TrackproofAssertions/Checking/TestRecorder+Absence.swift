package import Trackproof
import TrackproofSnapshots
import TrackproofText

extension TestRecorder {
    /// Expects that no event with this name was recorded.
    package func expectNotTracked(_ name: String, kind: EventKind?, source: EventSource, at site: CallSite) {
        begin(at: site)
        guard isValid(names: [name], kind: kind, at: site) else { return }
        let unwanted = CountedEvents(name: name, kind: kind, parameters: [:], source: source)
        let found = log(of: source).filter { unwanted.isNamed($0.event) }
        if found.isEmpty {
            return failForUncertainty(
                "cannot tell whether the event was tracked: \(unwanted.description)", about: source, at: site,
                where: unwanted.isNamed)
        }
        let lines = [
            "tracked, but should not have been: \(unwanted.description) (\(found.numbers))",
            doubts.earlierTestsHint(found),
        ]
        fail(table(of: source).message(lines), at: site)
    }

    /// Expects that assertions have checked every recorded event of this source.
    package func expectNothingElse(source: EventSource, at site: CallSite) {
        begin(at: site)
        let log = log(of: source)
        let left = log.filter { !$0.isChecked }
        if left.isEmpty {
            return failForUncertainty("cannot tell whether anything else was tracked", about: source, at: site)
        }
        check(all: left)
        let lines = [
            "\(left.count.counted("more event")) than expected: \(left.summary)", doubts.earlierTestsHint(left),
        ]
        fail(EventTable(log: log).message(lines), at: site)
    }
}

extension Event {
    /// Returns whether the event has this name and this kind. If an argument is `nil`, the function ignores it.
    func isNamed(_ name: String?, _ kind: EventKind?) -> Bool {
        (name.map { displayName.isExactly($0) } ?? true) && (kind == nil || self.kind == kind)
    }
}
