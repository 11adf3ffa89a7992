import Trackproof
import TrackproofPlatform

/// The test that holds shared facades, and the tests that wait until it ends. In the whole process, only one test at a
/// time holds facades. Two tests that each held a facade and waited for the facade of the other would otherwise wait
/// forever. The events of a held facade belong to the holder if they come from a detached task, a queue or a thread.
struct FacadeHold {
    private typealias Waiter = (id: Int, continuation: CheckedContinuation<Void, any Error>)

    /// The recorder of the test that holds facades, after the recorders that it has replaced in this test.
    private var recorders: [TestRecorder] = []
    /// For each facade that tests have held, its provider and the recorder of the last test that has ended.
    private var last: [SharedFacade: (provider: CurrentTestRecorder, recorder: TestRecorder)] = [:]
    /// The providers of the facades that `holder` holds.
    private var providers: [CurrentTestRecorder] = []
    /// Whether a test holds facades, or will hold them as soon as it begins.
    private var isTaken = false
    /// The waiting tests in the order in which they came.
    private var waiters: [Waiter] = []

    /// The recorder of the test that holds facades; `nil` if no test holds any.
    var holder: TestRecorder? { recorders.last }

    /// The number of tests that wait.
    var waiterCount: Int { waiters.count }

    /// Returns the recorder of the holder if it owns an event; `nil` otherwise.
    ///
    /// If no test holds the facade, an event is late and belongs to the last holder, unless a running test may have
    /// tracked it.
    ///
    /// - Parameter candidates: The running tests that may have tracked the event.
    func owner(
        through provider: CurrentTestRecorder, _ source: EventSource, among candidates: [TestRecorder]
    ) -> TestRecorder? {
        if let holder, providers.contains(where: { $0 === provider }) { return holder }
        if !candidates.allSatisfy({ $0 === holder }) { return nil }
        // An event of another source comes from a provider in `recorded()`, which belongs to some facade.
        return last[provider.facade]?.recorder ?? (source == .app ? nil : holder)
    }

    /// Returns whether a test holds facades, so that an inner recorder of this test must not wait for them.
    func isHeld(by recorder: TestRecorder?) -> Bool { recorders.contains { $0 === recorder } }

    /// The providers of the facades that the test of a recorder holds; empty if it holds none.
    func providers(of recorder: TestRecorder) -> [CurrentTestRecorder] { isHeld(by: recorder) ? providers : [] }

    /// Makes the test of a recorder the holder. The recorder takes over the hold of the recorder that it replaces.
    mutating func begin(
        _ recorder: TestRecorder, insteadOf outer: TestRecorder?, holding provider: CurrentTestRecorder?
    ) {
        if provider == nil, !isHeld(by: outer) { return }
        // If the test runs several times, the recorder of the last run follows `outer` too.
        while let holder, holder !== outer { recorders.removeLast() }
        recorders.append(recorder)
        if let provider { providers.append(provider) }
        recorder.note { $0.sharedFacades.formUnion(providers.map(\.facade)) }
    }

    /// Notes that a recorder has ended. The hold ends with the outermost recorder of the test.
    mutating func end(_ recorder: TestRecorder) {
        guard let holder, recorders.first === recorder else { return }
        for provider in providers { last[provider.facade] = (provider, holder) }
        (recorders, providers) = ([], [])
    }

    /// Takes the hold if it is free.
    ///
    /// - Returns: The result for the test; `nil` if the test must wait.
    fileprivate mutating func take(
        _ id: Int, _ continuation: CheckedContinuation<Void, any Error>
    ) -> Result<Void, any Error>? {
        if Task.isCancelled { return .failure(CancellationError()) }
        if isTaken {
            waiters.append((id, continuation))
            return nil
        }
        isTaken = true
        return .success(())
    }

    /// Frees the hold, or passes it to the test that has waited longest. The caller must resume this test.
    fileprivate mutating func free() -> CheckedContinuation<Void, any Error>? {
        isTaken = !waiters.isEmpty
        return waiters.isEmpty ? nil : waiters.removeFirst().continuation
    }

    /// Removes a test that no longer waits. The caller must resume this test.
    fileprivate mutating func leave(_ id: Int) -> CheckedContinuation<Void, any Error>? {
        waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0).continuation }
    }
}

extension EventOwnership {
    private static let lastWaiter = Lock(0)

    /// Runs a test that holds a facade. The test first waits until no other test holds a facade.
    ///
    /// - Parameter outer: The recorder that the test already has. If its test holds a facade, the test does not wait.
    /// - Throws: `CancellationError` if the test is cancelled while it waits.
    package func hold(insteadOf outer: TestRecorder?, _ body: () async throws -> Void) async throws {
        if state.withLock({ $0.hold.isHeld(by: outer) }) { return try await body() }
        // No code of the test runs while the test waits.
        state.withLock { $0.running.removeAll { $0 === outer } }
        try await waitForHold()
        defer { state.withLock { $0.hold.free() }?.resume() }
        try await body()
    }

    private func waitForHold() async throws {
        let id = Self.lastWaiter.withLock { last in
            last += 1
            return last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { $0.hold.take(id, continuation) }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { $0.hold.leave(id) }?.resume(throwing: CancellationError())
        }
    }
}
