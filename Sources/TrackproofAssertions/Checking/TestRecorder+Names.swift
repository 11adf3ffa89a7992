import Trackproof
import TrackproofSnapshots
import TrackproofText

// Names that may be misspelt.
extension TestRecorder {
    /// Returns whether the test's plan contains an event, or the test has no plan. If not, fails the test.
    ///
    /// Without this check, an assertion that an event was not tracked would pass if the name is misspelt.
    func isPlanned(_ name: String, _ kind: EventKind?, of source: EventSource, at site: CallSite) -> Bool {
        guard source == .app, let problem = plan?.problem(ofEvent: name, kind) else { return true }
        fail(problem, at: site)
        return false
    }

    /// Adds a warning to the test if an assertion has found no event with this name, but an event with a name that
    /// people could confuse with it. Does nothing if the test has a plan, which knows all names.
    func warnAboutMisspelling(_ name: String?, in log: [LoggedEvent], at site: CallSite) {
        guard let test, let name, plan == nil, !log.contains(where: { $0.event.isNamed(name, nil) }) else { return }
        var others: Set<String> = []
        for logged in log {
            let other = logged.event.displayName
            guard others.insert(other).inserted, let confusion = NameConfusion(of: name, with: other) else { continue }
            return reporter.warn(
                """
                no event has the name \(name.quotedForDisplay), but number \(logged.number) has the name \
                \(other.quotedForDisplay): the names differ only \(confusion.rawValue). If the name is misspelt, the \
                assertion proves nothing
                """, of: test, at: site)
        }
    }
}
