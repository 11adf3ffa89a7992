import Trackproof
import TrackproofSnapshots
import TrackproofText

extension TestRecorder {
    /// Expects that a closure tracks nothing without a permission, and something with it.
    package func expectNothing(
        without permission: Permission, at site: CallSite, when body: () throws -> Void
    ) rethrows {
        begin(at: site)
        let before = attempt(permission, isGiven: false)
        try body()
        begin(at: site)
        if judge(before, at: site) { return }
        let given = attempt(permission, isGiven: true)
        try body()
        begin(at: site)
        judgeGiven(given, at: site)
    }

    /// Expects that a closure tracks nothing without a permission, and something with it.
    ///
    /// Waits for the tasks and queues that the closure has started, as the end of a test does.
    package func expectNothing(
        without permission: Permission, at site: CallSite, isolation: isolated (any Actor)? = #isolation,
        when body: () async throws -> Void
    ) async rethrows {
        begin(at: site)
        let before = attempt(permission, isGiven: false)
        try await body()
        await PendingWork.finish()
        begin(at: site)
        if judge(before, at: site) { return }
        let given = attempt(permission, isGiven: true)
        try await body()
        await PendingWork.finish()
        begin(at: site)
        judgeGiven(given, at: site)
    }

    /// What the recorder has got before a closure runs.
    private struct Attempt {
        let permission: Permission
        let sequence: Int64
        let refusedCount: Int
    }

    private func attempt(_ permission: Permission, isGiven: Bool) -> Attempt {
        permission.set(isGiven)
        return Attempt(permission: permission, sequence: lastSequence, refusedCount: doubts.refusedCount)
    }

    /// Judges the run of the closure without the permission, and gives the permission.
    ///
    /// - Returns: Whether the assertion has ended. If the facade has dropped an event, the closure has proved that it
    ///   tracks. Otherwise, the closure must run with the permission.
    private func judge(_ attempt: Attempt, at site: CallSite) -> Bool {
        attempt.permission.set(true)
        let events = withLog { $0.events(after: attempt.sequence) }
        if events.isEmpty { return doubts.refusedCount > attempt.refusedCount }
        check(all: events)
        let sources = Set(events.map(\.recorded.source.rawValue)).subtracting([EventSource.app.rawValue]).sorted()
        let places = sources.isEmpty ? "" : ", also by \(sources.listed(upTo: 5))"
        fail(
            table(events).message([
                "tracked without the permission\(places): \(table(events).summary(of: events))"
            ]), at: site)
        return true
    }

    private static let asyncHint =
        "if a task, a queue or a thread tracks the events, make the test async, and await the assertion"

    private func judgeGiven(_ attempt: Attempt, at site: CallSite) {
        let events = withLog { $0.events(after: attempt.sequence) }
        check(all: events)
        if !events.isEmpty { return }
        fail(
            """
            the closure tracked nothing, neither without the permission nor with it, so the assertion proves nothing
            \(doubt(about: .app) ?? Self.asyncHint)
            """, at: site)
    }
}
