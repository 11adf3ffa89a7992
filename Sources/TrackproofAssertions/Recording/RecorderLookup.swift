package import Trackproof
internal import TrackproofPlatform

/// A way into the recorder of whichever test runs, for as long as it lives: a shared facade has one.
package final class RecorderLookup: Sendable {
    private let tests: RunningRecorders
    private let sources = Lock<Set<EventSource>>([])

    package init(among tests: RunningRecorders) { self.tests = tests }

    /// Events of this source come this way from now on.
    package func open(for source: EventSource) {
        if sources.withLock({ $0.insert(source).inserted }) { tests.addWay(for: source) }
    }

    /// Events of this source come this way no more.
    package func close(for source: EventSource) {
        if sources.withLock({ $0.remove(source) != nil }) { tests.removeWay(for: source) }
    }

    deinit {
        for source in sources.withLock({ $0 }) { tests.removeWay(for: source) }
    }
}
