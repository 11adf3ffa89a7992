#if canImport(XCTest) && canImport(ObjectiveC)
    import Foundation
    import TrackproofCollectorClient
    import TrackproofPlatform
    public import XCTest

    /// An app that XCTest launches and observes.
    ///
    /// Use this class on the main thread, as XCTest requires for UI tests. Therefore a test method that uses a session
    /// must be synchronous or on the main actor.
    public final class XCUIAppUnderTest: AppUnderTest, Sendable {
        /// The app, as XCTest represents it.
        public let application: XCUIApplication
        private let runner: any TestRunner
        /// The arguments that the previous launch added.
        @MainActor private var added: [String] = []

        /// Creates a driver for an app.
        ///
        /// - Parameter application: The app, which need not be running.
        public convenience init(_ application: XCUIApplication) {
            self.init(application, runner: PlatformRunner())
        }

        init(_ application: XCUIApplication, runner: any TestRunner) {
            self.application = application
            self.runner = runner
        }

        /// Launches the app with additional arguments and environment variables.
        ///
        /// The app also gets the arguments and variables that the test has set in ``application``. If the app is still
        /// running, XCTest ends the app first.
        ///
        /// - Parameters:
        ///   - arguments: The arguments to add. They replace the arguments that the previous launch added.
        ///   - environment: The variables to add. They replace all variables whose names begin with `TRACKPROOF_`.
        /// - Throws: ``UnsupportedByDriver`` on another thread than the main thread.
        public func launch(arguments: [String], environment: [String: String]) throws {
            try onMainThread {
                if application.launchArguments.suffix(added.count) == added[...] {
                    application.launchArguments.removeLast(added.count)
                }
                application.launchArguments += arguments
                added = arguments
                // Removes the variables that an earlier session has added.
                application.launchEnvironment = application.launchEnvironment.filter {
                    !$0.key.hasPrefix(EnvironmentVariable.prefix)
                }
                application.launchEnvironment.merge(environment) { _, new in new }
                application.launch()
            }
        }

        /// The text `is no longer running`, or `nil` while the app runs.
        ///
        /// XCTest does not report why an app ended. On another thread than the main thread, the text says that the app
        /// cannot be observed.
        public var exitDescription: String? {
            do {
                return try onMainThread { isRunning ? nil : "is no longer running" }
            } catch {
                return "cannot be observed: \(error)"
            }
        }

        /// Returns the accessible value of an element.
        ///
        /// - Parameter identifier: The identifier of the element.
        /// - Returns: The value, or `nil` if there is no such element.
        /// - Throws: ``UnsupportedByDriver`` on another thread than the main thread.
        public func value(ofElement identifier: String) throws -> String? {
            try onMainThread {
                guard isRunning else { return nil }
                // XCTest also compares the identifier with labels and values, so that several elements may match.
                // Without `firstMatch`, the test would fail if several elements match.
                let element = application.descendants(matching: .any).matching(identifier: identifier).firstMatch
                return element.exists ? element.value as? String : nil
            }
        }

        /// Returns all texts of the visible alert that has a certain button.
        ///
        /// - Parameter title: The title of the button.
        /// - Returns: The texts, or `nil` if there is no such alert.
        /// - Throws: ``UnsupportedByDriver`` on another thread than the main thread.
        public func textsOfAlert(withButton title: String) throws -> [String]? {
            try onMainThread {
                alert(withButton: title)?.descendants(matching: .staticText).allElementsBoundByIndex.map { text in
                    // The text of an element is its value with AppKit, and its label with UIKit.
                    guard let value = text.value as? String, !value.isEmpty else { return text.label }
                    return value
                }
            }
        }

        /// Presses the button with a certain title, in the visible alert that has such a button.
        ///
        /// - Parameter title: The title of the button.
        /// - Throws: ``UnsupportedByDriver`` on another thread than the main thread.
        public func pressAlertButton(_ title: String) throws {
            try onMainThread {
                guard let alert = alert(withButton: title) else { return }
                runner.press(alert.buttons.matching(identifier: title).firstMatch)
            }
        }

        /// Returns the text on the pasteboard, or `nil` if there is no text.
        ///
        /// - Throws: ``UnsupportedByDriver`` if the system does not let the process of the test read the text.
        public func pasteboardText() throws -> String? {
            try onMainThread { try runner.pasteboardText() }
        }

        /// Removes everything from the pasteboard.
        ///
        /// - Throws: ``UnsupportedByDriver`` if the system does not let the process of the test clear the pasteboard.
        public func clearPasteboard() throws {
            try onMainThread { try runner.clearPasteboard() }
        }

        /// Returns `false`, because XCTest does not report changes of the app. A session polls the app instead.
        public func observeChanges(_ onChange: @escaping @Sendable () -> Void) -> Bool { false }

        /// Takes a picture of the main screen. XCTest can take this picture even if the app is not running.
        ///
        /// - Throws: ``UnsupportedByDriver`` on another thread than the main thread.
        public func screenshot() throws -> [UInt8]? {
            try onMainThread { [UInt8](XCUIScreen.main.screenshot().pngRepresentation) }
        }

        /// Whether the app runs.
        ///
        /// Check this property before every query. If the app is not running, XCTest fails a test that queries the app.
        @MainActor private var isRunning: Bool { application.state != .notRunning }

        @MainActor
        private func alert(withButton title: String) -> XCUIElement? {
            guard isRunning else { return nil }
            return runner.alertTypes.lazy
                .map { [application] type in
                    application.descendants(matching: type).containing(.button, identifier: title).firstMatch
                }
                .first { $0.exists }
        }
    }

    /// Runs code that uses an `XCUIApplication`.
    ///
    /// - Throws: ``UnsupportedByDriver`` on another thread than the main thread.
    func onMainThread<Result: Sendable>(_ body: @MainActor () throws -> Result) throws -> Result {
        guard Thread.isMainThread else {
            throw UnsupportedByDriver(
                """
                XCUIApplication works only on the main thread: use a session in the test method itself, and mark an \
                async test method with @MainActor
                """)
        }
        return try MainActor.assumeIsolated(body)
    }

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
        /// The launch keeps the arguments and the environment variables that the test has set in the app. The other
        /// parameters are those of the `launch` method for a driver.
        ///
        /// - Returns: The session.
        /// - Throws: ``UITestSessionError`` if no bridge connects.
        public static func launch(
            _ app: XCUIApplication, bridge: UITestBridge = .automatic, collector: CollectorSession? = nil,
            plan: TestTrackingPlan? = nil, ignoring ignored: [String] = [], animations: Animations = .normal,
            timeout: Duration = .seconds(10), exhaustively isExhaustive: Bool = true, test: XCTestCase? = nil,
            fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
            column: UInt = #column
        ) throws -> UITestSession {
            try launch(
                XCUIAppUnderTest(app), bridge: bridge, collector: collector, plan: plan, ignoring: ignored,
                animations: animations, timeout: timeout, exhaustively: isExhaustive, test: test, fileID: fileID,
                filePath: filePath, line: line, column: column)
        }
    }
#endif
