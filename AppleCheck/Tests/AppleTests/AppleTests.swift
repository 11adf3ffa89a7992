import AppKit
import Testing
import UIKit
import XCTest

@testable import TrackproofBridge
@testable import TrackproofUITesting

/// The tests that share one app. They run one after the other.
@Suite(.serialized, .timeLimit(.minutes(1)))
@MainActor
struct AppleTests {}

/// An app that has just started, with UIKit and AppKit, and the test's view of it.
@MainActor
struct StartedApp {
    let seen: XCUIAppUnderTest

    init(runner: any TestRunner = UIKitRunner()) {
        UIApplication.shared.stubReset()
        NSApplication.shared.stubReset()
        seen = XCUIAppUnderTest(XCUIApplication(), runner: runner)
        seen.launch(arguments: [], environment: [:])
    }

    /// Shows a window of the app, in a scene of its own.
    @discardableResult
    func showWindow() -> UIWindow {
        let window = UIWindow(windowScene: UIApplication.shared.stubConnectScene())
        window.rootViewController = UIViewController()
        window.makeKeyAndVisible()
        return window
    }
}

extension UIWindow {
    /// The other windows in the window's scene.
    var others: [UIWindow] { windowScene?.windows.filter { $0 !== self } ?? [] }
}

/// Waits until `condition` is true, and lets the main queue continue meanwhile. Returns `false` if that takes more than
/// ten seconds.
@MainActor
func eventually(_ condition: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(10)
    while !condition() {
        guard ContinuousClock.now < deadline else { return false }
        await Task.yield()
    }
    return true
}

/// A text that changes.
@MainActor
final class Text {
    var now: String

    init(_ now: String) { self.now = now }
}
