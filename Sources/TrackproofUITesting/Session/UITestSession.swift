public import Trackproof
import TrackproofPlatform
public import XCTest
public import TrackproofAssertions
import TrackproofBridge
import TrackproofCollectorClient

/// An app under UI test, and the events that it tracks.
///
/// ```swift
/// func testALoginIsTracked() throws {
///     let app = XCUIApplication()
///     let session = try UITestSession.launch(app, test: self)
///     app.buttons["login-submit"].tap()
///     session.expectTracked("authorization", ["success": true])
/// }
/// ```
///
/// The assertions work like the assertions of `TrackproofTesting`. Events need time to arrive from the app's process,
/// so an assertion waits for the events that it expects. An assertion about all events first asks the app to confirm
/// that all events have arrived. An event that no assertion has checked fails the test when the test ends.
///
/// Use a session only on the thread of its test.
public final class UITestSession {
    /// The recorder of the running test, which contains the events that have arrived so far.
    public internal(set) var recorder: TestRecorder
    /// The app under test.
    public let app: any AppUnderTest
    /// How long an assertion waits for expected events if the test passes no limit to the assertion.
    public package(set) var timeout: Duration

    let channel: any EventChannel
    /// The session of a collector to which SDKs in the app send their requests; `nil` if there is no collector.
    let collector: CollectorSession?
    /// The bridge to the command that runs the tests, such as `trackproof run`; `nil` if no command runs the tests.
    let command: EventBridge?
    let changeSignal: ChangeSignal
    let destination: SessionDestination
    let isExhaustive: Bool
    /// What the test declares about all of its events.
    let rules: RecordingRules
    private let launchSite: CallSite
    /// The arguments and variables that the session adds to the app's own arguments and variables at each launch.
    private(set) var launchArguments: [String] = []
    private(set) var launchEnvironment: [String: String] = [:]
    /// Whether the app's driver reports changes in the app and the end of the app.
    let isObserved: Bool
    /// The messages about lost events that the session has already reported. The session reports each message once.
    var reportedLosses: Set<String> = []
    /// Whether the session has reported the app's end, or the test has expected it. `false` after each launch.
    var isEndKnown = false
    /// How often an app ended without closing its bridge, as far as the session knows.
    var knownCuts = 0
    /// The number of lost events that the session has reported to the command.
    var announcedLosses: Int64 = 0
    /// Why the last request to the collector failed, or `nil` if it succeeded. Each test reports the reason once.
    var collectorProblem: CollectorError?
    /// The recorder of the previous test, or `nil` if there is no previous test whose late events must be reported.
    ///
    /// Late events are events of the previous test that arrive after the running test has begun.
    var previous: TestRecorder?
    /// Whether the app did not answer the last barrier. If `true`, the next barrier waits for one second at most.
    ///
    /// A barrier asks the app to confirm that all events have arrived.
    var isSilent = false
    /// The number of events when the session last attached the events to the test's report, or `nil` before that.
    var attachedCount: Int?
    var hasEndedTest = false
    var isFinished = false

    private init(
        _ app: any AppUnderTest, _ bridge: UITestBridge, _ collector: CollectorSession?, _ recorder: TestRecorder,
        _ rules: RecordingRules, timeout: Duration, isExhaustive: Bool, at site: CallSite
    ) throws {
        launchSite = site
        self.collector = collector
        self.app = app
        self.recorder = recorder
        self.timeout = timeout
        self.isExhaustive = isExhaustive
        self.rules = rules
        let (changeSignal, destination) = (ChangeSignal(), SessionDestination(recorder))
        self.changeSignal = changeSignal
        self.destination = destination
        isObserved = app.observeChanges { changeSignal.ring() }
        let command = RunnerBridge.open()
        self.command = command
        channel = try bridge.channel(to: app, reportsChanges: isObserved, changeSignal: changeSignal) { event in
            command?.record(event)
            destination.take(event)
            changeSignal.ring()
        }
        let commandOfWire = collector.flatMap { RunnerBridge.forwards(collectedAt: $0.url) ? command : nil }
        collector?.start { event in
            commandOfWire?.record(event)
            destination.take(event, isTimed: false)
            changeSignal.ring()
        } onProblem: {
            changeSignal.ring()
        }
    }

    deinit {
        channel.close()
        // Without this check, a test that does not call `finish()` would pass, whatever the app tracked.
        if !isFinished, !hasEndedTest, let message = recorder.takeProblems(isExhaustive: isExhaustive),
            recorder.belongsToTest
        {
            recorder.fail("the test did not call finish() on the session: \(message)", at: launchSite, stopping: false)
        }
        recorder.reportCollectedFailures(stopping: false)
    }

    /// The name of the bridge in use, and the reasons why the app could not use the bridges that it tried first.
    ///
    /// For example: `file, because tcp://127.0.0.1:50110: Operation not permitted`.
    public var bridgeDescription: String {
        let reasons = channel.unavailable.joined(separator: "; ")
        return reasons.isEmpty ? channel.name : "\(channel.name), because \(reasons)"
    }

    /// The events of the running test that have arrived so far.
    public var events: [RecordedEvent] {
        _ = look()
        return recorder.events
    }
}

// Functions that begin a session.
extension UITestSession {
    /// The speed of the app's animations.
    public enum Animations: Sendable {
        /// The app's own speed.
        case normal
        /// The fastest animations that the app's toolkit can make.
        case fast
    }

    /// Launches an app and waits until its bridge has connected.
    ///
    /// - Parameters:
    ///   - app: The app, which is not running yet.
    ///   - bridge: The bridge over which the app sends its events to the test.
    ///   - arguments: The arguments to add to the app's own arguments.
    ///   - environment: The environment variables to add to the app's own variables and to the variables of the bridge.
    ///   - collector: A session of `trackproof collect`. With this session, assertions can also check the events that
    ///     SDKs in the app send to the collector, with a source such as `.wire("segment")`. The app finds the address
    ///     of the session in the environment variable `TRACKPROOF_COLLECTOR`.
    ///   - plan: The tracking plan for the app's events. An event that violates the plan fails the test in which the
    ///     event was tracked.
    ///   - ignored: The names of parameters that assertions and snapshots ignore, such as `session_*` for parameters
    ///     that the app adds to every event. An assertion that names such a parameter still checks it.
    ///   - animations: The speed of the app's animations.
    ///   - timeout: How long assertions wait for expected events, and how long the launch waits for the bridge.
    ///   - isExhaustive: Whether events that no assertion has checked fail the test.
    ///   - test: The test case of XCTest. The session ends when the test case ends. With Swift Testing, omit this
    ///     argument, add `TrackproofTesting` to the test target, and call ``finish(fileID:filePath:line:column:)`` in
    ///     the test.
    ///   - fileID: The file to which failures are attributed. Defaults to the file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    /// - Returns: The session.
    /// - Throws: An error of the app's driver, or ``UITestSessionError`` if no bridge connects.
    public static func launch(
        _ app: any AppUnderTest, bridge: UITestBridge = .automatic, arguments: [String] = [],
        environment: [String: String] = [:], collector: CollectorSession? = nil, plan: TestTrackingPlan? = nil,
        ignoring ignored: [String] = [], animations: Animations = .normal, timeout: Duration = .seconds(10),
        exhaustively isExhaustive: Bool = true, test: XCTestCase? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) throws -> UITestSession {
        let site = CallSite(fileID, filePath, line, column)
        let rules = RecordingRules(plan: plan, ignored: ignored)
        if test == nil { try SessionRecorder.checkFramework() }
        let recorder = SessionRecorder.make(for: test, rules: rules)
        let session = try UITestSession(
            app, bridge, collector, recorder, rules, timeout: timeout, isExhaustive: isExhaustive,
            at: site)
        var environment = environment.merging(collector?.environment ?? [:]) { own, _ in own }
        environment[EnvironmentVariable.bridge] = session.channel.address
        environment[EnvironmentVariable.token] = session.channel.token
        if animations == .fast { environment[EnvironmentVariable.animations] = "fast" }
        (session.launchArguments, session.launchEnvironment) = (arguments, environment)
        do {
            try session.start()
        } catch {
            session.isFinished = true
            throw error
        }
        if let test { session.atEnd(of: test) { $0.finish(at: site) } }
        return session
    }
}

/// The error for a session that cannot begin, cannot launch its app, or cannot receive the app's events.
public struct UITestSessionError: Error, Sendable, CustomStringConvertible {
    /// What the session expected, and what happened instead.
    public let description: String

    init(_ description: String) { self.description = description }
}
