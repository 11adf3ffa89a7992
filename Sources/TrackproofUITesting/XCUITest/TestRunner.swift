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

    // Checks for UIKit first, because the runner of a Catalyst app could import AppKit too.
    #if canImport(UIKit)
        typealias PlatformRunner = UIKitRunner
    #else
        typealias PlatformRunner = AppKitRunner
    #endif
#endif
