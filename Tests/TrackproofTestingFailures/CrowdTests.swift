import Dispatch
import Foundation
import Testing
import Trackproof
import TrackproofTesting

/// Some 200 tests of all kinds, which run side by side.
///
/// `scripts/check-crowd.py` runs them, and knows by the beginning of a test's name what must happen: each case of the test
/// passes, each case fails for its own event, or a case may fail because of events that may belong to several tests.
private enum Crowd {
    static let isOn = ProcessInfo.processInfo.environment["TRACKPROOF_CROWD"] != nil
    static let shared = Analytics(providers: [CurrentTestRecorder(), ClosureProvider("sdk") { _ in }.recorded()])
    static let held = Analytics(providers: [ClosureProvider("sdk") { _ in }.recorded().queued()])
}

/// A place from which a test tracks an event.
private enum Origin: CaseIterable {
    case task, child, detached, queue, thread, main

    func run(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { done in
            start {
                body()
                done.resume()
            }
        }
    }

    /// Runs `body`, perhaps after the end of the test's code.
    func start(_ body: @escaping @Sendable () -> Void) {
        switch self {
        case .task: body()
        case .child: Task { body() }
        case .detached: Task.detached { body() }
        case .queue: DispatchQueue.global().async { body() }
        case .thread: Thread.detachNewThread { body() }
        case .main: DispatchQueue.main.async { body() }
        }
    }
}

private let origins = Origin.allCases + Origin.allCases + [.task, .detached]

extension Analytics {
    /// Tracks an event in which the test and its case are named.
    fileprivate func tap(_ origin: Origin, in test: String = #function, _ value: Int = 1) async {
        await origin.run { self.track(name: "\(test) \(origin)", ["value": value]) }
    }
}

private func expectTap(_ origin: Origin, in test: String = #function) {
    expectTracked("\(test) \(origin)", ["value": 1])
}

@Suite(.recordingEvents.delivers(to: "sdk"), .enabled(if: Crowd.isOn)) struct CrowdOwnTests {
    private let analytics = Analytics.recording()

    @Test(arguments: origins) private func passes(origin: Origin) async {
        await analytics.tap(origin)
        expectTap(origin)
        expectNotTracked("other")
        expectNothingElse()
    }

    @Test(arguments: origins) private func failsForAnExtraEvent(origin: Origin) async { await analytics.tap(origin) }

    @Test(arguments: origins) private func failsForAnEventThatIsLeft(origin: Origin) async {
        origin.start { [analytics, test = #function] in analytics.track(name: "\(test) \(origin)") }
    }

    @Test(arguments: origins) private func failsForALostEvent(origin: Origin) { expectTap(origin) }

    @Test(arguments: origins) private func failsForAWrongValue(origin: Origin) async {
        await analytics.tap(origin, 2)
        expectTap(origin)
    }

    @Test(.recordingEvents(exhaustively: false), arguments: origins) private func failsForADoubledEvent(
        origin: Origin
    ) async {
        for _ in 1...2 { await analytics.tap(origin) }
        expectTap(origin)
    }

    @Test(arguments: origins) private func passesWithARecorderOfItsOwn(origin: Origin) async {
        let recorder = TestRecorder()
        await Analytics(providers: [recorder]).tap(origin)
        expectTracked("\(#function) \(origin)", ["value": 1], in: recorder)
    }

    @Test(arguments: origins) private func passesIfItIsCancelled(origin: Origin) async throws {
        origin.start { [analytics] in analytics.track(name: "unchecked") }
        try Test.cancel()
    }
}

@Suite(.recordingEvents, .enabled(if: Crowd.isOn)) struct CrowdSharedTests {
    @Test(.recordingEvents(exhaustively: false), arguments: origins)
    private func passesWithAnUncheckedEvent(origin: Origin) async { await Crowd.shared.tap(origin) }

    @Test(.recordingEvents(exhaustively: false).delivers(to: "sdk"), arguments: origins)
    private func passesWithAnEventThatIsLeft(origin: Origin) async {
        origin.start { Crowd.shared.track(name: "left by \(origin)") }
    }

    @Test(arguments: origins) private func mayFail(origin: Origin) async {
        await Crowd.shared.tap(origin)
        expectTap(origin)
    }

    @Test(arguments: origins) private func failsForAnUncheckedEvent(origin: Origin) async {
        await Crowd.shared.tap(origin)
    }
}

@Suite(.recordingEvents(of: Crowd.held).delivers(to: "sdk"), .enabled(if: Crowd.isOn)) struct CrowdHeldTests {
    @Test(arguments: origins) private func passes(origin: Origin) async {
        await Crowd.held.tap(origin)
        expectTap(origin)
        expectNothingElse()
    }

    @Test(.recordingEvents(exhaustively: false), arguments: origins)
    private func passesWithAnUncheckedEvent(origin: Origin) async {
        origin.start { Crowd.held.track(name: "left by \(origin)") }
    }

    @Test(arguments: origins) private func failsForAnExtraEvent(origin: Origin) async { await Crowd.held.tap(origin) }
}
