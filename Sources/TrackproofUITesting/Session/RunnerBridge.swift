import Foundation
import Trackproof
import TrackproofBridge
import TrackproofPlatform

/// The bridge from the test runner to a command such as `trackproof run -- xcodebuild test`.
///
/// xcodebuild passes the command's variables to the test runner, but not to the app. So the app cannot connect to the
/// command, and the test runner forwards the events that its sessions receive.
///
/// Each session opens its own bridge, and closes this bridge when the session ends. A single bridge for the test runner
/// would stay open until the process ends. If the process is killed, the command would report that events may be lost.
enum RunnerBridge {
    /// Opens a bridge to the command; returns `nil` if no command has set the variables of a bridge.
    static func open() -> EventBridge? { EventBridge.fromEnvironment() }

    /// Returns whether the test runner forwards the events of a collector to the command.
    ///
    /// The result is `false` for the command's own collector, because the command reads the events of this collector
    /// itself.
    ///
    /// - Parameters:
    ///   - url: The address of the collector's session.
    ///   - collector: The address of the command's own collector, or `nil` if the command has no collector.
    static func forwards(
        collectedAt url: URL, ofCommand collector: String? = Platform.environment(EnvironmentVariable.runCollector)
    ) -> Bool {
        guard let collector = collector.flatMap({ URL(string: $0) }) else { return true }
        return (url.host, url.port) != (collector.host, collector.port)
    }
}

extension UITestSession {
    /// Tells the command how many events the app's bridge has lost since the last call.
    func announceLosses() {
        let lost = channel.lostCount
        if lost > announcedLosses { command?.announce(lost: lost - announcedLosses) }
        announcedLosses = lost
    }
}
