package import Trackproof
import TrackproofPlatform

/// The sources whose events a shared facade can send to the recorder of the running test.
///
/// `RunningRecorders` counts such a source as a route. When this object is deallocated, it removes its routes.
package final class RecorderLookup: Sendable {
    private let tests: RunningRecorders
    private let sources = Lock<Set<EventSource>>([])

    package init(among tests: RunningRecorders) { self.tests = tests }

    /// Notes that the facade can send events of this source.
    package func open(for source: EventSource) {
        if sources.withLock({ $0.insert(source).inserted }) { tests.addRoute(for: source) }
    }

    /// Notes that the facade can no longer send events of this source.
    package func close(for source: EventSource) {
        if sources.withLock({ $0.remove(source) != nil }) { tests.removeRoute(for: source) }
    }

    deinit {
        for source in sources.withLock({ $0 }) { tests.removeRoute(for: source) }
    }
}
