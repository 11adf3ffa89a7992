#if canImport(XCTest) && canImport(ObjectiveC)
    import XCTest

    /// The functions of the test runner that differ between AppKit and UIKit.
    @MainActor
    protocol TestRunner: AnyObject, Sendable {
        /// The element types that XCTest may report for an alert of the bridge.
        var alertTypes: [XCUIElement.ElementType] { get }

        func press(_ button: XCUIElement)

        /// Returns the text on the pasteboard; `nil` if the pasteboard contains no text.
        func pasteboardText() throws -> String?

        func clearPasteboard() throws
    }

    // Checks for UIKit first. The test runner of a Catalyst app uses UIKit, although it could also import AppKit.
    #if canImport(UIKit)
        typealias PlatformRunner = UIKitRunner
    #else
        typealias PlatformRunner = AppKitRunner
    #endif
#endif
