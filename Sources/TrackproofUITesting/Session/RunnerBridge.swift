internal import Foundation
internal import Trackproof
internal import TrackproofBridge
internal import TrackproofPlatform

/// The bridge of the test runner itself, to a command such as `trackproof run -- xcodebuild test`.
///
/// xcodebuild hands variables to the runner and none to the app. So the runner sends on what its sessions receive. Each
/// session has a bridge of its own, which says goodbye with it: the runner may be ended before its process could.
enum RunnerBridge {
    /// Opens the bridge of one session; nil if no command has put one into the runner's environment.
    static func open() -> EventBridge? { EventBridge.fromEnvironment() }

    /// The variable by which `trackproof run --collect` says which collector is its own.
    private static let variable = "TRACKPROOF_RUN_COLLECTOR"

    /// Whether what a collector received is to be sent on. The command asks its own collector itself.
    ///
    /// - Parameter url: The address of a session of that collector.
    static func sendsOn(
        collectedAt url: URL, ofCommand collector: String? = Platform.environment(variable)
    ) -> Bool {
        guard let collector = collector.flatMap({ URL(string: $0) }) else { return true }
        return (url.host, url.port) != (collector.host, collector.port)
    }
}

extension UITestSession {
    /// Announces to the command what the session's bridge has lost since the last time.
    func announceLosses() {
        let lost = channel.lostCount
        if lost > announcedLosses { command?.announce(lost: lost - announcedLosses) }
        announcedLosses = lost
    }
}
