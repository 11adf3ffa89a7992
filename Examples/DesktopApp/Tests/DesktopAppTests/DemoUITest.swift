import DesktopDriver
import DesktopUITesting
import TrackproofUITesting

/// A test of the app, which has its own desktop and a session that receives the app's events.
struct DemoUITest {
    let session: UITestSession
    let app: Application

    init(
        bridge: UITestBridge, arguments: [String] = [], exhaustively isExhaustive: Bool = true,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) throws {
        let app = try DesktopAppUnderTest(path(ofProduct: "desktop-app"), on: Desktop())
        session = try UITestSession.launch(
            app, bridge: bridge, arguments: arguments, animations: .fast, timeout: timeout,
            exhaustively: isExhaustive, fileID: fileID, filePath: filePath, line: line, column: column)
        self.app = try app.application
    }
}
