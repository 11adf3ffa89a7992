#if canImport(XCTest) && canImport(ObjectiveC)
    internal import XCTest

    /// The part of the test process that differs between toolkits.
    @MainActor
    protocol TestRunner: AnyObject, Sendable {
        /// The element types that XCTest may report for an alert of the bridge.
        var alertTypes: [XCUIElement.ElementType] { get }

        func press(_ button: XCUIElement)

        /// Returns the text on the pasteboard, or `nil` if there is no text.
        func pasteboardText() throws -> String?

        func clearPasteboard() throws
    }

    // The test runner of a Mac app has AppKit. The runner of a Catalyst app has UIKit, and could import AppKit too.
    #if canImport(UIKit)
        typealias PlatformRunner = UIKitRunner
    #else
        typealias PlatformRunner = AppKitRunner
    #endif
#endif
