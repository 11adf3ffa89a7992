package import Trackproof
internal import TrackproofPlatform

/// The routes from a shared facade to the recorder of the running test.
///
/// An open route means that events of a source can reach the running test. All routes close when this object is
/// deallocated.
package final class RecorderLookup: Sendable {
    private let tests: RunningRecorders
    private let sources = Lock<Set<EventSource>>([])

    package init(among tests: RunningRecorders) { self.tests = tests }

    /// Opens the route for events of a source.
    package func open(for source: EventSource) {
        if sources.withLock({ $0.insert(source).inserted }) { tests.addRoute(for: source) }
    }

    /// Closes the route for events of a source.
    package func close(for source: EventSource) {
        if sources.withLock({ $0.remove(source) != nil }) { tests.removeRoute(for: source) }
    }

    deinit {
        for source in sources.withLock({ $0 }) { tests.removeRoute(for: source) }
    }
}
