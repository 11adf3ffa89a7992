#if canImport(XCTest) && canImport(ObjectiveC)
    internal import Foundation
    public import XCTest

    /// An app that XCTest starts and looks at.
    ///
    /// To be used on the main thread, as everything of XCTest's UI tests: a session therefore belongs into the test
    /// method itself, which is synchronous or on the main actor.
    public final class XCUIAppUnderTest: AppUnderTest, Sendable {
        /// The app, as the test knows it.
        public let application: XCUIApplication
        private let runner: any TestRunner
        /// The arguments that the launch before has added.
        @MainActor private var added: [String] = []

        /// - Parameter application: the app; it need not have been launched.
        public convenience init(_ application: XCUIApplication) {
            self.init(application, runner: PlatformRunner())
        }

        init(_ application: XCUIApplication, runner: any TestRunner) {
            self.application = application
            self.runner = runner
        }

        /// Adds the arguments and variables to those that the test has set, and launches the app anew. XCTest ends one
        /// that runs.
        public func launch(arguments: [String], environment: [String: String]) {
            onMainThread {
                if application.launchArguments.suffix(added.count) == added[...] {
                    application.launchArguments.removeLast(added.count)
                }
                application.launchArguments += arguments
                added = arguments
                // What a session before has left there.
                application.launchEnvironment = application.launchEnvironment.filter {
                    !$0.key.hasPrefix("TRACKPROOF_")
                }
                application.launchEnvironment.merge(environment) { _, new in new }
                application.launch()
            }
        }

        /// That the app does not run any more; XCTest does not tell why. Nil while it runs.
        public var end: String? {
            onMainThread { isRunning ? nil : "is not running any more" }
        }

        /// The accessible value of the element with this identifier; nil where there is no such element.
        public func value(ofElement identifier: String) -> String? {
            onMainThread {
                guard isRunning else { return nil }
                // The first match: XCTest compares an identifier with labels and values too, and a test fails that asks
                // for one element where there are two.
                let element = application.descendants(matching: .any).matching(identifier: identifier).firstMatch
                return element.exists ? element.value as? String : nil
            }
        }

        /// All texts of the alert on the screen that has a button of this title; nil where there is none.
        public func textsOfAlert(withButton title: String) -> [String]? {
            onMainThread {
                alert(withButton: title)?.descendants(matching: .staticText).allElementsBoundByIndex.map { text in
                    // A text of AppKit's is a value, one of UIKit's a label.
                    guard let value = text.value as? String, !value.isEmpty else { return text.label }
                    return value
                }
            }
        }

        /// Presses the button of this title in the alert that has one.
        public func pressAlertButton(_ title: String) {
            onMainThread {
                guard let alert = alert(withButton: title) else { return }
                runner.press(alert.buttons.matching(identifier: title).firstMatch)
            }
        }

        /// The text on the pasteboard; nil where it holds none.
        ///
        /// - Throws: ``UnsupportedByDriver`` where the system keeps the text from the process of the test.
        public func pasteboardText() throws -> String? {
            try onMainThread { try runner.pasteboardText() }
        }

        /// Empties the pasteboard.
        ///
        /// - Throws: ``UnsupportedByDriver`` where the system does not let the process of the test do it.
        public func clearPasteboard() throws {
            try onMainThread { try runner.clearPasteboard() }
        }

        /// XCTest tells of nothing: what it shows has to be looked at again.
        public func observeChanges(_ onChange: @escaping @Sendable () -> Void) -> Bool { false }

        /// To be asked first: about an app that does not run XCTest answers with a failure of its own.
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
                "XCUIApplication works on the main thread alone: use a session in the test method itself, and mark one "
                    + "that is async with @MainActor")
            return try MainActor.assumeIsolated(body)
        }
    }
#endif
