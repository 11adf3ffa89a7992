package import Trackproof
internal import TrackproofPlatform

/// A way from a shared facade to the recorder of the running test, for as long as this object exists.
package final class RecorderLookup: Sendable {
    private let tests: RunningRecorders
    private let sources = Lock<Set<EventSource>>([])

    package init(among tests: RunningRecorders) { self.tests = tests }

    /// Opens the way for events of a source.
    package func open(for source: EventSource) {
        if sources.withLock({ $0.insert(source).inserted }) { tests.addRoute(for: source) }
    }

    /// Closes the way for events of a source.
    package func close(for source: EventSource) {
        if sources.withLock({ $0.remove(source) != nil }) { tests.removeRoute(for: source) }
    }

    deinit {
        for source in sources.withLock({ $0 }) { tests.removeRoute(for: source) }
    }
}
