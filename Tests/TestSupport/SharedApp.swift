package import Trackproof

/// An app with one facade, which tests of several targets share.
///
/// `swift test` runs the tests of all targets in one process, side by side.
package enum SharedApp {
    package static let analytics = Analytics()

    /// Tracks an event as the code of an app does: one time in the caller's task, and one time on a thread.
    package static func tap(_ number: Int, in target: String) async {
        analytics.track(name: "tap", ["number": number, "target": target])
        await onThread { analytics.track(name: "tapped", ["number": number, "target": target]) }
    }
}
