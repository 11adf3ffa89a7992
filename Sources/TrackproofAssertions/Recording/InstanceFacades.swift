import Foundation
import TrackproofPlatform

/// The facades in the properties of one instance of a test case.
///
/// XCTest makes an instance for each test before it runs the first test. Swift initializes the properties of a class
/// before those of its base class. So when a property of the base class calls ``claim()``, the facades that this thread
/// has made since the last call belong to the instance that is being made.
package struct InstanceFacades: Sendable {
    private struct Entry {
        let thread: ObjectIdentifier
        let provider: CurrentTestRecorder
    }

    /// The facades that no instance has claimed yet.
    private static let unclaimed = Lock<[Entry]>([])

    private let providers: [CurrentTestRecorder]

    /// Notes a facade that is made outside of a test.
    static func note(_ provider: CurrentTestRecorder) {
        guard XCTestRun.phase == .beforeTest else { return }
        let entry = Entry(thread: ObjectIdentifier(Thread.current), provider: provider)
        unclaimed.withLock { $0.append(entry) }
    }

    /// Returns the facades that this thread has made since the last call.
    ///
    /// Until the test of the instance begins, these facades keep their events.
    package static func claim() -> InstanceFacades {
        let thread = ObjectIdentifier(Thread.current)
        let claimed = unclaimed.withLock { entries in
            let claimed = entries.filter { $0.thread == thread }.map(\.provider)
            entries.removeAll { $0.thread == thread }
            return claimed
        }
        for provider in claimed { provider.setAwaited(true) }
        return InstanceFacades(providers: claimed)
    }

    /// Forgets the facades that no instance has claimed. A test begins, so XCTest has made all instances.
    static func forgetUnclaimed() { unclaimed.withLock { $0 = [] } }

    /// Gives up the facades in properties of these classes. XCTest has made their instances before this instance.
    ///
    /// - Parameter classes: The names of test cases whose instances claim no facades.
    package func release(madeIn classes: Set<String>) {
        for provider in providers where classes.contains(provider.function) { provider.setAwaited(false) }
    }

    /// Gives the facades and the events that they have kept to the test of the instance, which begins.
    package func give(to recorder: TestRecorder) {
        let given = providers.filter { $0.give(to: recorder) }
        for event in StrayEvents.take(of: given) { recorder.receive(event) }
    }
}
