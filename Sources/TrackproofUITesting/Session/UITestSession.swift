public import Trackproof
public import XCTest
public import TrackproofAssertions
internal import TrackproofBridge
internal import TrackproofCollectorClient

/// An app under UI test, and what it tracks.
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
/// Its assertions are those of `TrackproofTesting`. What has to cross from another process takes time: each waits for
/// what it expects, and those that say something of all events first have the app say that all has arrived. When the
/// test ends, events that no assertion has checked fail it.
///
/// A session belongs to the thread of its test.
public final class UITestSession {
    /// What the app has tracked so far, as the assertions see it.
    public internal(set) var recorder: TestRecorder
    /// The app.
    public let app: any AppUnderTest
    /// How long an assertion without a limit of its own waits for what must come.
    public package(set) var patience: Duration

    let channel: any EventChannel
    /// Takes what SDKs in the app send.
    let collector: CollectorSession?
    /// Takes what the session receives to a command that runs the tests; nil if none does.
    let command: EventBridge?
    let news: News
    let destination: Destination
    let isExhaustive: Bool
    private let launchSite: CallSite
    /// What the app is launched with, besides its own.
    private(set) var launchArguments: [String] = []
    private(set) var launchEnvironment: [String: String] = [:]
    /// Whether the driver tells of changes, and of the app's end.
    let isObserved: Bool
    /// What is known to be lost and was told; each is told once.
    var toldLosses: Set<String> = []
    /// How many lost events a command was told of.
    var announcedLosses: Int64 = 0
    /// Why the collector could not be asked when it was last; each test tells it once.
    var collectorProblem: CollectorError?
    /// That of the test before, which gets what was tracked during it and comes late; nil once that was told.
    var previous: TestRecorder?
    /// Whether the app did not answer when it was asked last: it is not waited for so long again.
    var isSilent = false
    /// How many events there were when the recording was attached.
    var attachedCount: Int?
    var hasEndedTest = false
    var isFinished = false

    private init(
        _ app: any AppUnderTest, _ bridge: UITestBridge, _ collector: CollectorSession?, _ recorder: TestRecorder,
        patience: Duration, isExhaustive: Bool, at site: CallSite
    ) throws {
        launchSite = site
        self.collector = collector
        self.app = app
        self.recorder = recorder
        self.patience = patience
        self.isExhaustive = isExhaustive
        let (news, destination) = (News(), Destination(recorder))
        self.news = news
        self.destination = destination
        isObserved = app.observeChanges { news.ring() }
        let command = RunnerBridge.open()
        self.command = command
        channel = try bridge.channel(to: app, tellsOfChanges: isObserved, news: news) { event in
            command?.record(event)
            destination.take(event)
            news.ring()
        }
        let commandOfWire = collector.flatMap { RunnerBridge.sendsOn(collectedAt: $0.url) ? command : nil }
        collector?.start { event in
            commandOfWire?.record(event)
            destination.take(event, isTimed: false)
            news.ring()
        } onProblem: {
            news.ring()
        }
    }

    deinit {
        channel.close()
        // A test that forgets to finish its session would pass with whatever was tracked.
        if !isFinished, !hasEndedTest, let message = recorder.unchecked(isExhaustive: isExhaustive),
            recorder.belongsToTest
        {
            recorder.fail("the session was not finished: \(message)", at: launchSite)
        }
        recorder.tellCollectedFailures()
    }

    /// Which bridge carries the events, and why it is not a better one: `file, because tcp://127.0.0.1:50110:
    /// Operation not permitted`.
    public var bridge: String {
        let reasons = channel.unavailable.joined(separator: "; ")
        return reasons.isEmpty ? channel.name : "\(channel.name), because \(reasons)"
    }

    /// The events so far, those included that have just arrived.
    public var events: [RecordedEvent] {
        _ = look()
        return recorder.events
    }
}

// Beginning.
extension UITestSession {
    /// Whether animations take their time.
    public enum Animations: Sendable {
        /// As the app has them.
        case normal
        /// As short as the app's toolkit can make them.
        case fast
    }

    /// Starts an app and waits until its bridge has connected.
    ///
    /// - Parameters:
    ///   - app: the app, which is not running yet.
    ///   - bridge: how events come out of it.
    ///   - arguments: arguments for the app besides its own.
    ///   - environment: variables for the app besides its own and those of the bridge.
    ///   - collector: a session of `trackproof collect`: what SDKs in the app send to it can be expected too, with the
    ///     source `.wire("segment")`. The app finds its address in `TRACKPROOF_COLLECTOR`.
    ///   - animations: whether they take their time.
    ///   - patience: how long assertions wait for what must come, and the launch for the bridge.
    ///   - isExhaustive: whether events that no assertion has checked fail the test.
    ///   - test: the test case of XCTest; at its end the session is finished. With Swift Testing it is left out; its
    ///     target depends on `TrackproofTesting` too, and the test calls ``finish(fileID:filePath:line:column:)``.
    ///   - fileID: the caller's; it is filled in, as the three that follow.
    ///   - filePath: the caller's.
    ///   - line: the caller's.
    ///   - column: the caller's.
    /// - Throws: what the app's driver throws, and ``UITestSessionError`` where no bridge connects.
    public static func launch(
        _ app: any AppUnderTest, bridge: UITestBridge = .automatic, arguments: [String] = [],
        environment: [String: String] = [:], collector: CollectorSession? = nil, animations: Animations = .normal,
        patience: Duration = .seconds(10),
        exhaustively isExhaustive: Bool = true, test: XCTestCase? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) throws -> UITestSession {
        let site = CallSite(fileID, filePath, line, column)
        if test == nil { try SessionRecorder.checkFramework() }
        let test = (case: test, report: SessionRecorder(of: test))
        let session = try UITestSession(
            app, bridge, collector, test.report.recorder, patience: patience, isExhaustive: isExhaustive, at: site)
        var environment = environment.merging(collector?.environment ?? [:]) { own, _ in own }
        environment["TRACKPROOF_BRIDGE"] = session.channel.address
        environment["TRACKPROOF_TOKEN"] = session.channel.token
        if animations == .fast { environment["TRACKPROOF_ANIMATIONS"] = "fast" }
        (session.launchArguments, session.launchEnvironment) = (arguments, environment)
        do {
            try session.start()
        } catch {
            session.isFinished = true
            test.report.endReporting()
            throw error
        }
        if let testCase = test.case { session.atEnd(of: testCase, test.report) { $0.finish(at: site, then: $1) } }
        return session
    }
}
