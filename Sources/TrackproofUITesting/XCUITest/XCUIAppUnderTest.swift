#if canImport(XCTest) && canImport(ObjectiveC)
    internal import Foundation
    public import XCTest

    /// An app that XCTest launches and observes.
    ///
    /// Use this class on the main thread, like everything in XCTest's UI tests. A test method that uses a session must
    /// therefore be synchronous or on the main actor.
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

        /// Adds the arguments and variables to those that the test has set, and launches the app.
        ///
        /// XCTest first ends an app that is still running.
        ///
        /// - Parameters:
        ///   - arguments: The arguments to add. They replace the arguments that the previous launch added.
        ///   - environment: The variables to add. They replace all variables whose names begin with `TRACKPROOF_`.
        public func launch(arguments: [String], environment: [String: String]) {
            onMainThread {
                if application.launchArguments.suffix(added.count) == added[...] {
                    application.launchArguments.removeLast(added.count)
                }
                application.launchArguments += arguments
                added = arguments
                // Removes the variables that an earlier session has left.
                application.launchEnvironment = application.launchEnvironment.filter {
                    !$0.key.hasPrefix("TRACKPROOF_")
                }
                application.launchEnvironment.merge(environment) { _, new in new }
                application.launch()
            }
        }

        /// The text `is no longer running`, or `nil` while the app runs.
        ///
        /// XCTest does not report why an app ended.
        public var exitDescription: String? {
            onMainThread { isRunning ? nil : "is no longer running" }
        }

        /// Returns the accessible value of an element.
        ///
        /// - Parameter identifier: The identifier of the element.
        /// - Returns: The value, or `nil` if there is no such element.
        public func value(ofElement identifier: String) -> String? {
            onMainThread {
                guard isRunning else { return nil }
                // `firstMatch`, because XCTest also compares the identifier with labels and values. If two elements
                // match, a query for a single element fails the test.
                let element = application.descendants(matching: .any).matching(identifier: identifier).firstMatch
                return element.exists ? element.value as? String : nil
            }
        }

        /// Returns all texts of the visible alert that has a certain button.
        ///
        /// - Parameter title: The title of the button.
        /// - Returns: The texts, or `nil` if there is no such alert.
        public func textsOfAlert(withButton title: String) -> [String]? {
            onMainThread {
                alert(withButton: title)?.descendants(matching: .staticText).allElementsBoundByIndex.map { text in
                    // AppKit shows a text as a value, UIKit as a label.
                    guard let value = text.value as? String, !value.isEmpty else { return text.label }
                    return value
                }
            }
        }

        /// Presses the button with a certain title, in the visible alert that has such a button.
        ///
        /// - Parameter title: The title of the button.
        public func pressAlertButton(_ title: String) {
            onMainThread {
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

        /// Returns `false`, because XCTest reports no changes. A session must poll the app.
        public func observeChanges(_ onChange: @escaping @Sendable () -> Void) -> Bool { false }

        /// Takes a picture of the main screen. Unlike a picture of the app, it needs no running app.
        public func screenshot() -> [UInt8]? {
            onMainThread { [UInt8](XCUIScreen.main.screenshot().pngRepresentation) }
        }

        /// Whether the app runs.
        ///
        /// Check this property before every query, because XCTest fails a test that queries an app that is not running.
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

        private func onMainThread<Result: Sendable>(_ body: @MainActor () throws -> Result) rethrows -> Result {
            precondition(
                Thread.isMainThread,
                "XCUIApplication works only on the main thread: use a session in the test method itself, and mark an "
                    + "async test method with @MainActor")
            return try MainActor.assumeIsolated(body)
        }
    }
#endif
