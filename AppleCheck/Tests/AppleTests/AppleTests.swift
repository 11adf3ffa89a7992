import AppKit
import Testing
import UIKit
import XCTest

@testable import TrackproofBridge
@testable import TrackproofUITesting

/// All tests share the one app that is there, and run one after the other.
@Suite(.serialized, .timeLimit(.minutes(1)))
@MainActor
struct AppleTests {}

/// An app that has just started: UIKit's and AppKit's, with a test that looks at it.
@MainActor
struct StartedApp {
    let seen: XCUIAppUnderTest

    init(runner: any TestRunner = UIKitRunner()) {
        UIApplication.shared.stubReset()
        NSApplication.shared.stubReset()
        seen = XCUIAppUnderTest(XCUIApplication(), runner: runner)
        seen.launch(arguments: [], environment: [:])
    }

    /// Shows a window of the app's, in a scene of its own.
    @discardableResult
    func showWindow() -> UIWindow {
        let window = UIWindow(windowScene: UIApplication.shared.stubConnectScene())
        window.rootViewController = UIViewController()
        window.makeKeyAndVisible()
        return window
    }
}

extension UIWindow {
    /// The windows in its scene besides it.
    var others: [UIWindow] { windowScene?.windows.filter { $0 !== self } ?? [] }
}

/// Whether something becomes true within ten seconds; meanwhile the main queue goes on.
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
