import Foundation
import Glibc

/// A desktop for a test: a virtual X display, a session bus, and the apps that the test launches.
///
/// The desktop ends, with all of its processes, in three cases: a test calls ``close()``, no reference to the desktop
/// or its apps is left, or the test process dies, even by SIGKILL.
package final class Desktop: Sendable {
    private let folder: PrivateFolder
    private let helpers: [ChildProcess]
    private let environment: [String: String]
    private let processLog: ProcessLog
    let bus: AccessibilityBus
    package let clipboard: Clipboard
    private let state = Monitor(State())

    private struct State {
        var apps: [ChildProcess] = []
        var isClosed = false
    }

    /// Starts a desktop.
    ///
    /// - Parameters:
    ///   - width: The width of the display, in pixels.
    ///   - height: The height of the display, in pixels.
    ///   - limit: The maximum duration of the start.
    package init(width: Int = 800, height: Int = 600, within limit: Duration = .seconds(20)) throws {
        let deadline = Deadline(after: limit)
        let folder = try PrivateFolder()
        let log = try ProcessLog()
        var helpers: [ChildProcess] = []
        do {
            var environment = Self.environment(folder)
            let (display, number) = try Helper.start(
                [
                    "Xvfb", "-displayfd", "3", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp", "-noreset",
                    "-nocursor", "-fbdir", folder.path,
                ], environment: environment, log: log, until: deadline)
            helpers.append(display)
            environment["DISPLAY"] = ":" + number
            let (bus, address) = try Helper.start(
                [
                    "dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=unix:path=\(folder.path)/bus",
                    "--print-address=3",
                ], environment: environment, log: log, until: deadline)
            helpers.append(bus)
            environment["DBUS_SESSION_BUS_ADDRESS"] = address
            self.bus = try AccessibilityBus(session: DBusAddress(address))
            self.environment = environment
            clipboard = try Clipboard(
                folder: folder, environment: environment, log: log, activity: self.bus.activity, until: deadline)
            processLog = log
        } catch {
            _ = Self.end(helpers, log)
            try folder.remove()
            throw error
        }
        self.folder = folder
        self.helpers = helpers
    }

    /// Returns the environment of the test process, without the variables that refer to the user's own desktop.
    private static func environment(_ folder: PrivateFolder) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for name in [
            "AT_SPI_BUS_ADDRESS", "GTK_MODULES", "NO_AT_BRIDGE", "WAYLAND_DISPLAY", "XAUTHORITY",
        ] { environment[name] = nil }
        environment["XDG_RUNTIME_DIR"] = folder.path
        environment["GDK_BACKEND"] = "x11"
        environment["GSETTINGS_BACKEND"] = "memory"
        // With this locale, texts and dates are the same on every machine.
        environment["LC_ALL"] = "C.UTF-8"
        return environment
    }

    deinit {
        do {
            try close()
        } catch {
            FileHandle.standardError.write(Data("a desktop could not be closed: \(error)\n".utf8))
        }
    }

    /// Starts an app and waits until it shows a window.
    package func launch(
        _ path: String, arguments: [String] = [], environment: [String: String] = [:],
        within limit: Duration = .seconds(20)
    ) throws(DriverError) -> Application {
        let output = try ProcessLog()
        let request = try output.withWriteEnd { descriptor throws(DriverError) in
            Spawner.Request(
                command: [path] + arguments, environment: self.environment.merging(environment) { $1 },
                deathSignal: "KILL", output: descriptor, report: nil)
        }
        let activity = bus.activity
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let process = try ChildProcess(name, request) { activity.note() }
        output.endWriting()
        let isClosed = state.change { state in
            state.apps.append(process)
            return state.isClosed
        }
        if isClosed {
            process.signal(SIGKILL)
            throw .failed("the desktop is closed")
        }
        let app = Application(process, output: output, desktop: self)
        do throws(DriverError) {
            try app.waitForWindow(within: limit)
        } catch {
            process.signal(SIGKILL)
            throw error
        }
        return app
    }

    /// Calls `body` when an app or the clipboard may have changed, and when an app has ended.
    ///
    /// Threads of the driver call `body`, so `body` must return quickly. The calls continue as long as the caller keeps
    /// the returned observation.
    package func observe(_ body: @escaping @Sendable () -> Void) -> Observation {
        bus.activity.observe(body)
    }

    /// Returns a picture of the display as the bytes of a PNG file.
    package func screenshot() throws -> [UInt8] {
        let dump = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/Xvfb_screen0"))
        return try PNG.encode(Framebuffer(dump: [UInt8](dump)))
    }

    /// The output of the display, the bus and `xclip`, for failure messages.
    package var log: String { processLog.text }

    /// Ends the apps, the bus and the display, and waits until all their processes have ended.
    package func close() throws {
        let (wasClosed, apps) = state.change { state in
            defer { state.isClosed = true }
            return (state.isClosed, state.apps)
        }
        if wasClosed { return }
        for app in apps { app.signal(SIGTERM) }
        for app in apps { app.terminate(within: .seconds(2)) }
        clipboard.end()
        guard Self.end(helpers, processLog) else {
            throw DriverError.failed("a process of the desktop is still running\(processLog.lastLines)")
        }
        try folder.remove()
    }

    /// Ends the helpers, which are the display and the session bus.
    ///
    /// - Returns: Whether all processes that can write to the log have ended, including those that the bus started.
    private static func end(_ helpers: [ChildProcess], _ log: ProcessLog) -> Bool {
        for helper in helpers { helper.signal(SIGTERM) }
        for helper in helpers { helper.terminate(within: .seconds(5)) }
        log.endWriting()
        return log.waitForEnd(within: .seconds(5))
    }
}
