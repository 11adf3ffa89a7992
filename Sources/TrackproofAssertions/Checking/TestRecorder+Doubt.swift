import Trackproof
import TrackproofPlatform
import TrackproofSnapshots
import TrackproofText

// If the recorder may have missed events, an assertion that an event is absent must fail. This code finds such cases.
extension TestRecorder {
    /// Returns why the recorder may have missed an event; `nil` if the recorder would have recorded the event.
    ///
    /// - Parameter isMeant: A closure that returns whether an event has the name and kind that the assertion expects.
    func doubt(about source: EventSource, where isMeant: (Event) -> Bool = { _ in true }) -> String? {
        if !canRecord(source) { return advice(for: source) }
        return doubts.doubt(about: source, where: isMeant)
    }

    /// Returns why the recorder may have missed an event that an assertion expects; `nil` if no reason is known.
    func hint(about source: EventSource, where isMeant: (Event) -> Bool = { _ in true }) -> String? {
        if !canRecord(source) { return advice(for: source) }
        return doubts.text(Doubts.Reason.allCases, about: source, where: isMeant)
    }

    /// Fails the test if the recorder may have missed an event.
    ///
    /// - Parameters:
    ///   - question: The first line of the failure message, which says what is unknown.
    ///   - log: The events of the source that the assertion has examined.
    func failForUncertainty(
        _ question: String, about source: EventSource, in log: [LoggedEvent], at site: CallSite,
        where isMeant: (Event) -> Bool = { _ in true }
    ) {
        guard let doubt = doubt(about: source, where: isMeant) else { return }
        fail(table(log, of: source).message([question, doubt]), at: site)
    }

    /// Returns advice on what to change in the test so that the recorder gets the events of a source.
    private func advice(for source: EventSource) -> String {
        if source == .app, doubts.isConnected(.app) == false {
            return "removeProvider(_:) removed this test's recorder from the facade"
        }
        if source == .app {
            return """
                no facade sends events to this test's recorder: make a facade in the test or in setUp() with \
                Analytics.recording(). If the app has a shared facade, use the trait .recordingEvents(of: facade); with \
                XCTest, call facade.addProvider(CurrentTestRecorder()) in setUp(), because a static facade does not \
                exist before code uses it
                """
        }
        let shown = source.rawValue.safeForDisplay
        return source.vendor != nil
            ? "no event from \(shown) was received: make its SDK send to the collector, and flush the SDK"
            : "no provider with this id is recorded (\(shown)): call recorded() on the provider"
    }

    /// Adds a warning to the test if the recorder may have missed events. Does nothing if an assertion has failed.
    package func warnAboutUncertainEvents() {
        guard let test, !hasFailed, let problem = doubts.warning else { return }
        reporter.warn(problem, of: test, at: lastSite ?? .unknown)
    }
}
