import Glibc
import Testing

@testable import DesktopDriver

/// Tests of waits for something that does not happen, and of apps that end or hang.
@Suite struct WaitTests {
    @Test func aWaitDoesNotPollWhileNothingChanges() throws {
        let app = try Desktop().launch(Products.fixture)
        _ = try app["greet-button"].text
        var looks = 0
        #expect(throws: DriverError.timedOut("timed out after 1 second: never")) {
            try app.wait(within: .seconds(1)) { () -> Application.Finding<Void> in
                looks += 1
                return .not("never")
            }
        }
        // The wait checks its condition once at its start and once at its end. The app's new window can cause a few
        // more checks.
        #expect((2...6).contains(looks), "\(looks) looks")
    }

    @Test func constantActivityDoesNotProlongAWait() throws {
        let desktop = try Desktop()
        let app = try desktop.launch(Products.fixture)
        let late = Deadline(after: .seconds(10))
        #expect(throws: DriverError.timedOut("timed out after 0.2 seconds: never")) {
            try app.wait(within: .milliseconds(200)) { () -> Application.Finding<Void> in
                desktop.bus.activity.note()
                return late.hasPassed ? .found(()) : .not("never")
            }
        }
    }

    @Test func aWaitEndsWhenTheAppExits() throws {
        let app = try Desktop().launch(Products.fixture, arguments: ["--exit-later=3", "--delay=200"])
        try app["later-button"].press()
        let time = ContinuousClock().measure {
            #expect(
                throws: DriverError.appEnded(
                    "driver-fixture exited with status 3; last output:\nthe fixture could not continue")
            ) { try app["status-label"].waitForText("Later", within: .seconds(60)) }
        }
        #expect(time < .seconds(30))
        #expect(app.end == .status(3))
        #expect(throws: DriverError.self) { try app["greet-button"].press() }
    }

    @Test func aWaitEndsWhenTheAppIsKilled() async throws {
        let app = try Desktop().launch(Products.fixture)
        async let outcome = Self.error { try app["status-label"].waitForText("Later", within: .seconds(60)) }
        app.kill()
        let error = await outcome
        #expect(error == .appEnded("driver-fixture was killed by signal 9 (Killed)"))
        #expect(!app.isRunning)
    }

    private static func error(_ body: @Sendable () throws -> Void) async -> DriverError? {
        #expect(throws: DriverError.self) { try body() }
    }

    @Test func anAppThatHangsIsReported() throws {
        let app = try Desktop().launch(Products.fixture)
        app.signal(SIGSTOP)
        let error = #expect(throws: DriverError.self) { try app["greet-button"].press() }
        #expect(error?.description.hasPrefix("driver-fixture hangs: ") == true)
        #expect(error?.description.hasSuffix(" was not answered in time") == true)
        app.signal(SIGCONT)
        try app["greet-button"].press()
    }

    @Test func launchReportsAnAppThatExitsAtOnce() throws {
        let desktop = try Desktop()
        #expect(
            throws: DriverError.appEnded(
                "driver-fixture exited with status 4; last output:\nthe fixture was asked to exit")
        ) { try desktop.launch(Products.fixture, arguments: ["--exit-at-once=4"], within: .seconds(60)) }
    }

    @Test func launchReportsAMissingApp() throws {
        let desktop = try Desktop()
        #expect(
            throws: DriverError.appEnded(
                "app exited with status 127; last output:\nsetpriv: failed to execute /nowhere/app: "
                    + "No such file or directory")
        ) { try desktop.launch("/nowhere/app", within: .seconds(60)) }
    }

    @Test func launchReportsAnAppWithoutAWindow() throws {
        let desktop = try Desktop()
        #expect(throws: DriverError.timedOut("timed out after 1 second: driver-fixture has no visible window")) {
            try desktop.launch(Products.fixture, arguments: ["--no-window"], within: .seconds(1))
        }
    }

    @Test func terminateEndsTheApp() throws {
        let app = try Desktop().launch(Products.fixture)
        #expect(app.terminate() == .signal(SIGTERM))
        #expect(!app.isRunning)
        #expect(try app.waitForEnd(within: .zero) == .signal(SIGTERM))
    }

    @Test func terminateKillsAnAppThatDoesNotEnd() throws {
        let app = try Desktop().launch(Products.fixture, arguments: ["--ignore-termination"])
        #expect(app.terminate(within: .milliseconds(100)) == .signal(SIGKILL))
    }
}
