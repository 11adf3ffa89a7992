internal import TrackproofCollectorClient

#if canImport(XCTest) && canImport(ObjectiveC)
    public import XCTest

    extension UITestSession {
        /// Starts an app of XCTest's and waits until its bridge has connected.
        ///
        /// ```swift
        /// let app = XCUIApplication()
        /// let session = try UITestSession.launch(app, test: self)
        /// ```
        ///
        /// - Parameters:
        ///   - app: the app; what the test has set of its arguments and environment stays.
        ///   - bridge: how events come out of it.
        ///   - collector: a session of `trackproof collect`, where SDKs in the app send to it.
        ///   - animations: whether they take their time.
        ///   - patience: how long assertions wait for what must come, and the launch for the bridge.
        ///   - isExhaustive: whether events that no assertion has checked fail the test.
        ///   - test: the test case; at its end the session is finished. Left out for a session that goes through
        ///     several tests.
        ///   - fileID: the caller's; it is filled in, as the three that follow.
        ///   - filePath: the caller's.
        ///   - line: the caller's.
        ///   - column: the caller's.
        /// - Throws: ``UITestSessionError`` where no bridge connects.
        @MainActor
        public static func launch(
            _ app: XCUIApplication, bridge: UITestBridge = .automatic, collector: CollectorSession? = nil,
            animations: Animations = .normal, patience: Duration = .seconds(10),
            exhaustively isExhaustive: Bool = true, test: XCTestCase? = nil,
            fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
            column: UInt = #column
        ) throws -> UITestSession {
            try launch(
                XCUIAppUnderTest(app), bridge: bridge, collector: collector, animations: animations,
                patience: patience, exhaustively: isExhaustive, test: test, fileID: fileID, filePath: filePath,
                line: line, column: column)
        }
    }
#endif
