#if canImport(XCTest) && canImport(ObjectiveC)
    internal import TrackproofPlatform
    public import XCTest

    extension XCUIApplication {
        /// Has an app that a test launches without a ``UITestSession`` send what it tracks to `trackproof run`.
        ///
        /// ```swift
        /// let app = XCUIApplication()
        /// app.passBridge()
        /// app.launch()
        /// ```
        ///
        /// `trackproof run -- xcodebuild test` puts a bridge into the environment of the test runner, which an app does not
        /// get by itself. If there is none nothing happens, so the call may stand in each test. A session sends on what
        /// its app tracks, and needs no such call.
        ///
        /// The app connects to 127.0.0.1, so it works in a simulator and on a Mac. On a device that is the device itself.
        public func passBridge() {
            for name in ["TRACKPROOF_BRIDGE", "TRACKPROOF_TOKEN"] {
                if let value = Platform.environment(name) { launchEnvironment[name] = value }
            }
        }
    }
#endif
