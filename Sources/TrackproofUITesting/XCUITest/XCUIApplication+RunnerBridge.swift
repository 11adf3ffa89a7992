#if canImport(XCTest) && canImport(ObjectiveC)
    import TrackproofAssertions
    import TrackproofPlatform
    import TrackproofXCTest
    public import XCTest

    extension XCUIApplication {
        /// Lets an app without a ``UITestSession`` send its events to `trackproof run`.
        ///
        /// ```swift
        /// let app = XCUIApplication()
        /// app.passBridge()
        /// app.launch()
        /// ```
        ///
        /// `trackproof run -- xcodebuild test` puts the variables of a bridge into the environment of the test runner.
        /// This method copies these variables to the app. If the variables are not set, the method does nothing, so
        /// every test can call it. A test with a session does not need this method, because the session forwards the
        /// app's events to `trackproof run`.
        ///
        /// The app connects to 127.0.0.1, so the bridge works in a simulator and on a Mac. The bridge does not work on
        /// a device, where this address means the device itself.
        ///
        /// Call this method on the main thread; on another thread, it fails the test. It is not isolated to the main actor, for the same reason as
        /// ``UITestSession/launch(_:bridge:collector:plan:ignoring:animations:timeout:exhaustively:test:fileID:filePath:line:column:)``.
        public nonisolated func passBridge() {
            do {
                try onMainThread {
                    for name in [EnvironmentVariable.bridge, EnvironmentVariable.token] {
                        if let value = Platform.environment(name) { launchEnvironment[name] = value }
                    }
                }
            } catch {
                XCTestReporter().fail("passBridge() had no effect: \(error)", of: nil, at: .unknown, stopping: true)
            }
        }
    }
#endif
