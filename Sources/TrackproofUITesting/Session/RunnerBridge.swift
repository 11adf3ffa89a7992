internal import Foundation
internal import Trackproof
internal import TrackproofBridge
internal import TrackproofPlatform

/// The bridge from the test runner to a command such as `trackproof run -- xcodebuild test`.
///
/// xcodebuild passes variables to the runner, but not to the app. So the runner forwards what its sessions receive.
///
/// Each session has its own bridge, which says goodbye when the session ends. The runner's process may be killed before
/// it can say goodbye itself.
enum RunnerBridge {
    /// Opens the bridge of a session, or returns `nil` if the runner's environment does not describe a bridge.
    static func open() -> EventBridge? { EventBridge.fromEnvironment() }

    /// The variable in which `trackproof run --collect` passes the address of its own collector.
    private static let variable = "TRACKPROOF_RUN_COLLECTOR"

    /// Returns whether the runner forwards the events of a collector to the command.
    ///
    /// The result is `false` for the command's own collector, because the command reads that collector itself.
    ///
    /// - Parameters:
    ///   - url: The address of a session of the collector.
    ///   - collector: The address of the command's own collector, or `nil` if the command has no collector.
    static func forwards(
        collectedAt url: URL, ofCommand collector: String? = Platform.environment(variable)
    ) -> Bool {
        guard let collector = collector.flatMap({ URL(string: $0) }) else { return true }
        return (url.host, url.port) != (collector.host, collector.port)
    }
}

extension UITestSession {
    /// Tells the command how many more events the session's bridge has lost since the last call.
    func announceLosses() {
        let lost = channel.lostCount
        if lost > announcedLosses { command?.announce(lost: lost - announcedLosses) }
        announcedLosses = lost
    }
}
