#if canImport(XCTest) && canImport(ObjectiveC)
    internal import TrackproofPlatform
    public import XCTest

    extension XCUIApplication {
        /// Makes an app that is launched without a ``UITestSession`` send what it tracks to `trackproof run`.
        ///
        /// ```swift
        /// let app = XCUIApplication()
        /// app.passBridge()
        /// app.launch()
        /// ```
        ///
        /// `trackproof run -- xcodebuild test` puts a bridge into the environment of the test runner. The app does not
        /// get the bridge by itself. If there is no bridge, the call does nothing, so every test may contain it. A
        /// session forwards what its app tracks, so a test with a session does not need this call.
        ///
        /// The app connects to 127.0.0.1, so the bridge works in a simulator and on a Mac. On a device, that address is
        /// the device itself.
        public func passBridge() {
            for name in ["TRACKPROOF_BRIDGE", "TRACKPROOF_TOKEN"] {
                if let value = Platform.environment(name) { launchEnvironment[name] = value }
            }
        }
    }
#endif
