import Trackproof
import TrackproofUITesting
public import XCTest

/// A UI test whose methods have no annotation. In Swift 5 mode, they are not isolated to the main actor.
public final class LoginUITests: XCTestCase {
    public func testLogin() throws {
        let app = XCUIApplication()
        app.passBridge()
        let session = try UITestSession.launch(app, test: self)
        session.expectTracked("login", kind: .screen)
    }
}
