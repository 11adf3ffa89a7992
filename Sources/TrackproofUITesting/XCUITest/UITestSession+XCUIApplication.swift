import TrackproofCollectorClient

#if canImport(XCTest) && canImport(ObjectiveC)
    public import XCTest

    extension UITestSession {
        /// Launches an `XCUIApplication` and waits until its bridge has connected.
        ///
        /// Call this function on the main thread, on which XCTest runs the methods of a test case. The function is not
        /// isolated to the main actor, because a method of a test case that compiles in Swift 5 mode is not either.
        ///
        /// ```swift
        /// let app = XCUIApplication()
        /// let session = try UITestSession.launch(app, test: self)
        /// ```
        ///
        /// - Parameters:
        ///   - app: The app. The launch keeps the arguments and the environment variables that the test has set.
        ///   - bridge: The bridge over which the app sends its events to the test.
        ///   - collector: A session of a collector (`trackproof collect`), if SDKs in the app send their requests to
        ///     it.
        ///   - plan: The tracking plan for the app's events. An event that violates the plan fails the test in which
        ///     the event was tracked.
        ///   - ignored: The names of parameters that assertions and snapshots ignore, such as `session_*`.
        ///   - animations: The speed of the app's animations.
        ///   - timeout: How long assertions wait for expected events, and how long the launch waits for the bridge.
        ///   - isExhaustive: Whether events that no assertion has checked fail the test.
        ///   - test: The test case. The session ends when the test case ends. If several tests share the session, omit
        ///     this argument.
        ///   - fileID: The file to which failures are attributed. Defaults to the file of the call.
        ///   - filePath: The path of that file.
        ///   - line: The line of the call.
        ///   - column: The column of the call.
        /// - Returns: The session.
        /// - Throws: ``UITestSessionError`` if no bridge connects.
        public static func launch(
            _ app: XCUIApplication, bridge: UITestBridge = .automatic, collector: CollectorSession? = nil,
            plan: TestTrackingPlan? = nil, ignoring ignored: [String] = [], animations: Animations = .normal,
            timeout: Duration = .seconds(10),
            exhaustively isExhaustive: Bool = true, test: XCTestCase? = nil,
            fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
            column: UInt = #column
        ) throws -> UITestSession {
            try launch(
                XCUIAppUnderTest(app), bridge: bridge, collector: collector, plan: plan, ignoring: ignored,
                animations: animations, timeout: timeout, exhaustively: isExhaustive, test: test, fileID: fileID,
                filePath: filePath,
                line: line, column: column)
        }
    }
#endif
