import AppKit
import Testing
import UIKit
import XCTest

@testable import TrackproofBridge
@testable import TrackproofUITesting

/// The tests that use the same app. They run one after the other, because each test changes the app.
@Suite(.serialized, .timeLimit(.minutes(1)))
@MainActor
struct AppleTests {}

/// A newly started app with UIKit and AppKit. A test reads the app's screen through `seen`.
@MainActor
struct StartedApp {
    let seen: XCUIAppUnderTest

    init(runner: any TestRunner = UIKitRunner()) {
        UIApplication.shared.stubReset()
        NSApplication.shared.stubReset()
        seen = XCUIAppUnderTest(XCUIApplication(), runner: runner)
        #expect(throws: Never.self) { try seen.launch(arguments: [], environment: [:]) }
    }

    /// Shows a new window of the app in a new scene.
    @discardableResult
    func showWindow() -> UIWindow {
        let window = UIWindow(windowScene: UIApplication.shared.stubConnectScene())
        window.rootViewController = UIViewController()
        window.makeKeyAndVisible()
        return window
    }
}

extension UIWindow {
    /// The other windows in this window's scene.
    var others: [UIWindow] { windowScene?.windows.filter { $0 !== self } ?? [] }
}

/// Waits until `condition` is true, while the main queue continues.
///
/// - Returns: `false` if the condition is still false after ten seconds.
@MainActor
func eventually(_ condition: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(10)
    while !condition() {
        guard ContinuousClock.now < deadline else { return false }
        await Task.yield()
    }
    return true
}

/// A text that a test can change.
@MainActor
final class Text {
    var now: String

    init(_ now: String) { self.now = now }
}
