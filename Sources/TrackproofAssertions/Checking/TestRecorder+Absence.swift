package import Trackproof
import TrackproofSnapshots
import TrackproofText

extension TestRecorder {
    /// Expects that no selected event was recorded.
    package func expectNotTracked(_ unwanted: EventSelection, at site: CallSite) {
        begin(at: site)
        guard isValid(unwanted, at: site) else { return }
        let isUnwanted = unwanted.ignoring(ignored).filter
        let log = log(of: unwanted.source)
        let found = log.filter { isUnwanted($0.event) }
        if found.isEmpty {
            warnAboutMisspelling(unwanted.name, in: log, at: site)
            return failForUncertainty(
                "cannot tell whether the event was tracked: \(unwanted.description)", about: unwanted.source,
                in: log, at: site, where: unwanted.isNamed)
        }
        let lines = [
            "tracked, but should not have been: \(unwanted.description) (\(found.numbers))",
            doubts.otherTestsHint(found),
        ]
        fail(table(log, of: unwanted.source).message(lines), at: site)
    }

    /// Expects that assertions have checked every recorded event of this source.
    package func expectNothingElse(source: EventSource, at site: CallSite) {
        begin(at: site)
        let log = log(of: source)
        let left = log.filter { !$0.isChecked }
        if left.isEmpty {
            return failForUncertainty(
                "cannot tell whether anything else was tracked", about: source, in: log, at: site)
        }
        check(all: left)
        let lines = [
            "\(left.count.counted("more event")) than expected: \(table(log).summary(of: left))",
            doubts.otherTestsHint(left),
        ]
        fail(table(log, of: source).message(lines), at: site)
    }
}
