package import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

extension TestRecorder {
    /// Expects that no event of this name was recorded.
    package func expectNotTracked(_ name: String, kind: EventKind?, source: EventSource, at site: CallSite) {
        begin(at: site)
        let found = withIndex { $0.log(name, kind, of: source) }
        if found.isEmpty {
            let shown = (kind.map { $0.rawValue + " " } ?? "") + name.safeForDisplay
            return failForDoubt("nobody knows whether it was tracked: \(shown)", about: source, at: site) { event in
                event.displayName.isExactly(name) && (kind == nil || event.kind == kind)
            }
        }
        fail(
            """
            tracked, though it should not be: \(kind.map { $0.rawValue + " " } ?? "")\(name.safeForDisplay) (\(found.numbers))
            \(EventTable(log: log(of: source)).text)
            """, at: site)
    }

    /// Expects that an assertion has checked every event.
    package func expectNothingElse(source: EventSource, at site: CallSite) {
        begin(at: site)
        let log = log(of: source)
        let left = log.filter { !$0.isChecked }
        if left.isEmpty {
            return failForDoubt("nobody knows whether anything else was tracked", about: source, at: site)
        }
        check(all: left)
        fail(
            """
            \(left.count.counted("event")) more than expected: \(left.summary)
            \(EventTable(log: log).text)
            """, at: site)
    }
}
