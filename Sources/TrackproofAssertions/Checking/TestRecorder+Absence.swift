package import Trackproof
import TrackproofSnapshots
import TrackproofText

extension TestRecorder {
    /// Expects that no event with this name was recorded.
    package func expectNotTracked(_ name: String, kind: EventKind?, source: EventSource, at site: CallSite) {
        begin(at: site)
        guard isValid(names: [name], kind: kind, at: site) else { return }
        let found = log(of: source).filter { $0.event.isNamed(name, kind) }
        if found.isEmpty {
            let shown = (kind.map { $0.rawValue + " " } ?? "") + name.safeForDisplay
            return failForUncertainty("cannot tell whether the event was tracked: \(shown)", about: source, at: site) {
                event in
                event.isNamed(name, kind)
            }
        }
        fail(
            """
            tracked, but should not have been: \(kind.map { $0.rawValue + " " } ?? "")\(name.safeForDisplay) \
            (\(found.numbers))
            \(earlierTestsLine(found))\(EventTable(log: log(of: source)).text)
            """, at: site)
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
        fail(
            """
            \(left.count.counted("more event")) than expected: \(left.summary)
            \(earlierTestsLine(left))\(EventTable(log: log).text)
            """, at: site)
    }
}

extension Event {
    /// Returns whether the event has this name and this kind. If an argument is `nil`, the function ignores it.
    func isNamed(_ name: String?, _ kind: EventKind?) -> Bool {
        (name.map { displayName.isExactly($0) } ?? true) && (kind == nil || self.kind == kind)
    }
}
