import Foundation
import Glibc
import Testing

@testable import DesktopDriver

/// Tests that the end of a desktop ends all of its processes and removes its files.
@Suite struct EndTests {
    /// The programs that run on a desktop with an app and a text on the clipboard.
    private static let programs: Set = [
        "Xvfb", "dbus-daemon", "at-spi-bus-launcher", "at-spi2-registryd", "driver-fixture", "xclip",
    ]

    @Test func closingTheDesktopEndsItsProcesses() throws {
        let desktop = try Desktop()
        let app = try desktop.launch(Products.fixture)
        try desktop.clipboard.write("text")
        let processes = try DesktopProcesses(of: app.processID)
        #expect(try processes.programs == Self.programs)
        try desktop.close()
        #expect(try processes.programs == [])
        #expect(!FileManager.default.fileExists(atPath: processes.folder))
        #expect(throws: DriverError.failed("the desktop is closed")) { try desktop.clipboard.write("text") }
        #expect(throws: DriverError.failed("the desktop is closed")) { try desktop.launch(Products.fixture) }
        #expect(throws: DriverError.appEnded("driver-fixture was killed by signal 15 (Terminated)")) {
            try app["greet-button"].press()
        }
        try desktop.close()
    }

    @Test func releasingTheDesktopEndsItsProcesses() throws {
        func use() throws -> DesktopProcesses {
            let app = try Desktop().launch(Products.fixture)
            try app["greet-button"].press()
            let processes = try DesktopProcesses(of: app.processID)
            // The reference `app` keeps the desktop open until this function returns.
            #expect(try processes.programs == Self.programs.subtracting(["xclip"]))
            return processes
        }
        let processes = try use()
        #expect(try processes.programs == [])
        #expect(!FileManager.default.fileExists(atPath: processes.folder))
    }

    @Test func closingKillsAnAppThatIgnoresTermination() throws {
        let desktop = try Desktop()
        let app = try desktop.launch(Products.fixture, arguments: ["--ignore-termination"])
        let processes = try DesktopProcesses(of: app.processID)
        try desktop.close()
        #expect(app.end == .signal(SIGKILL))
        #expect(try processes.programs == [])
    }

    /// Tests that the kernel ends the processes of a desktop if a signal ends the test process.
    @Test(arguments: [SIGKILL, SIGTERM, SIGINT])
    func endingTheTestProcessEndsTheDesktop(signal: Int32) throws {
        let (holder, line) = try Helper.start(
            [Products.holder, Products.fixture], environment: ProcessInfo.processInfo.environment, log: ProcessLog(),
            until: Deadline(after: .seconds(30)))
        let processes = try DesktopProcesses(of: #require(Int32(line)))
        let running = try processes.running
        #expect(try processes.programs == Self.programs.subtracting(["xclip"]))
        holder.signal(signal)
        #expect(holder.waitForEnd(within: .seconds(10)) == .signal(signal))
        #expect(try DesktopProcesses.haveEnded(running, within: .seconds(10)))
        #expect(try processes.programs == [])
        try FileManager.default.removeItem(atPath: processes.folder)
    }
}
