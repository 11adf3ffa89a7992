import Trackproof
import TrackproofPlatform

/// The running tests, and the rule that says which of them owns an event.
///
/// An event belongs to
/// 1. the test of the current task;
/// 2. otherwise the test that made the event's facade, in its code or in a property of its instance; or the first test
///    that used a facade which no test made. This rule does not apply to a shared facade: one with
///    `CurrentTestRecorder()`, or one that tasks of several tests use;
/// 3. otherwise nobody, if the code runs in a test without a recorder;
/// 4. otherwise the test that holds the shared facade, see ``FacadeHold``;
/// 5. otherwise the only running test;
/// 6. otherwise one of the running tests, but it is unknown which test that is;
/// 7. otherwise nobody, because no test with a recorder is running.
///
/// By rules 1 and 2, an event that is tracked after its test has ended is late and fails this test. By rule 6, the event
/// may belong to any of the running tests, except for tests that use other facades only. If the trait
/// `.recordingEvents(of:)` has added the provider of the facade, tests without the trait are also excepted until they
/// track an event through it. In each of these tests, an assertion fails if the event could change its result, and so
/// does the check for unchecked events. An event of nobody is a stray.
package final class EventOwnership: Sendable {
    /// The tests that an event may belong to; none for an event of nobody.
    struct Owner {
        /// The recorder of the test that the event belongs to; `nil` if this test is unknown.
        var recorder: TestRecorder?
        /// Whether the event belongs to this test only because the test holds the facade.
        var isHeld = false
        /// The recorders of the other running tests that may have tracked the event.
        var others: [TestRecorder] = []
    }

    /// The running tests of this process.
    package static let ofProcess = EventOwnership()

    /// The recorder that the tasks of a test inherit. To find the test of the current task, read ``taskOwner``.
    @TaskLocal package static var ofTask: TestRecorder?

    /// The recorder of the test that the current task belongs to; `nil` if the task does not know its test.
    ///
    /// If XCTest stops a test with an exception inside of a `withValue`, this `withValue` does not restore the value of
    /// its task-local. The next call that restores a value then restores the wrong one, and ``ofTask`` keeps its value
    /// on the main thread. But only a task can still belong to a test that has ended.
    ///
    /// While a test of XCTest waits, the main run loop runs closures in the test's thread, and outside of a task. An
    /// earlier test may have put them on the main queue.
    static var taskOwner: TestRecorder? {
        guard let recorder = ofTask else { return nil }
        if withUnsafeCurrentTask(body: { $0 != nil }) { return recorder }
        return recorder.isOver || MainRunLoop.isRunning(since: recorder.runLoopDepth) ? nil : recorder
    }

    struct State {
        var running: [TestRecorder] = []
        /// The test that holds shared facades, and the tests that wait for it.
        var hold = FacadeHold()
        /// The name of the test that ended last; `nil` if no test has ended.
        var lastEnded: String?
        /// The providers that any test may use: those of shared facades, and those that no test has made.
        var shared: [Weak] = []
        /// For each place in the code, the number of facades that tests have made there.
        var facadeCounts: [String: Int] = [:]
    }

    struct Weak {
        weak var provider: CurrentTestRecorder?
    }

    let state = Lock(State())

    package init() {}

    /// Returns the owner of an event that is tracked now.
    ///
    /// - Parameters:
    ///   - home: The test that made the event's facade; `nil` if no test made it, or if the facade is shared.
    ///   - provider: The provider through which the event comes.
    ///   - source: The source of the event.
    func owner(madeBy home: TestRecorder?, through provider: CurrentTestRecorder, _ source: EventSource) -> Owner {
        if let recorder = Self.taskOwner ?? home { return Owner(recorder: recorder) }
        let (running, hold) = state.withLock { ($0.running, $0.hold) }
        let candidates = running.filter { $0.doubts.mayTrack(through: provider.facade) }
        let holder = hold.owner(through: provider, source, among: candidates)
        // Rule 3: the framework knows the test of the calling code, and this test has no recorder.
        if ([holder].compactMap { $0 } + running).contains(where: \.reporter.isInsideTest) { return Owner() }
        if let holder { return Owner(recorder: holder, isHeld: true, others: candidates.filter { $0 !== holder }) }
        if running.count < 2 { return Owner(recorder: running.first) }
        return Owner(others: candidates.isEmpty ? running : candidates)
    }

    /// Notes that a test begins.
    ///
    /// - Parameters:
    ///   - outer: The recorder that `recorder` replaces, for example if the test and its suite both have the trait
    ///     `.recordingEvents`; `nil` if there is no such recorder. From now on, it gets no events from outside of its
    ///     task: the innermost trait decides what such an event means for the test.
    ///   - provider: The provider of the shared facade that the test holds; `nil` if the test holds none.
    package func begin(
        _ recorder: TestRecorder, insteadOf outer: TestRecorder?, holding provider: CurrentTestRecorder? = nil
    ) {
        state.withLock { state in
            state.running.removeAll { $0 === outer }
            outer?.note { $0.noteReplacement() }
            state.running.append(recorder)
            state.hold.begin(recorder, insteadOf: outer, holding: provider)
            recorder.note { $0.earlierTest = state.lastEnded }
        }
    }

    /// Notes that a test has ended.
    package func end(_ recorder: TestRecorder) {
        state.withLock { state in
            state.running.removeAll { $0 === recorder }
            state.hold.end(recorder)
            if recorder.belongsToTest { state.lastEnded = recorder.testName }
        }
    }

    /// Notes a provider that any test may use.
    func share(_ provider: CurrentTestRecorder) {
        state.withLock { state in
            state.shared.removeAll { $0.provider == nil }
            state.shared.append(Weak(provider: provider))
        }
    }

    /// Notes that a test makes a facade at a place in the code.
    func noteFacade(madeAt site: CallSite) { state.withLock { $0.facadeCounts[site.key, default: 0] += 1 } }

    /// Returns whether tests have made more than one facade at this place. If so, the place is no `static let`, which
    /// tests could share. So each of its facades belongs to the test that made it, also if the task of another test
    /// uses it, for example to post a notification that an object of this test observes.
    func isRepeated(_ site: CallSite) -> Bool { state.withLock { $0.facadeCounts[site.key, default: 0] > 1 } }

    /// Returns whether events can reach a running test through a shared facade.
    package func sharesFacades(with recorder: TestRecorder) -> Bool { !sharedSources(with: recorder).isEmpty }

    /// Returns the sources whose events can reach a running test through a shared facade.
    func sharedSources(with recorder: TestRecorder) -> Set<EventSource> {
        let (shared, held) = state.withLock { ($0.shared.compactMap(\.provider), $0.hold.providers(of: recorder)) }
        return (shared + held).reduce(into: []) { $0.formUnion($1.sharedSources) }
    }
}

extension TestRecorder {
    /// The recorder of the running test; `nil` if no recorder is known.
    ///
    /// If the current task has a recorder, this is the task's recorder. Otherwise, this is the recorder of the running
    /// XCTest case.
    public static var current: TestRecorder? { EventOwnership.taskOwner ?? XCTestRun.recorder }
}

extension CallSite {
    fileprivate var key: String { "\(filePath):\(line):\(column)" }
}
