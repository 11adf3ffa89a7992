#if canImport(XCTest) && canImport(ObjectiveC)
    internal import XCTest

    /// The process that runs the tests, where it differs from toolkit to toolkit.
    @MainActor
    protocol TestRunner: AnyObject, Sendable {
        /// What an alert of the bridge may be, as XCTest sees it.
        var alertTypes: [XCUIElement.ElementType] { get }

        func press(_ button: XCUIElement)

        /// The text on the pasteboard; nil where it holds none.
        func pasteboardText() throws -> String?

        func clearPasteboard() throws
    }

    // A Mac's test runner has AppKit; a Catalyst app's has UIKit, and could import both.
    #if canImport(UIKit)
        typealias PlatformRunner = UIKitRunner
    #else
        typealias PlatformRunner = AppKitRunner
    #endif
#endif
