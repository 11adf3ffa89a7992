public import Foundation

/// A stub of `XCUIScreen`.
@MainActor
open class XCUIScreen {
    open class var main: XCUIScreen { theScreen }
    private static let theScreen = XCUIScreen()
    /// The bytes that the next screenshots contain.
    public static var stubPicture = Data()

    open func screenshot() -> XCUIScreenshot { XCUIScreenshot(pngRepresentation: Self.stubPicture) }
}

/// A stub of `XCUIScreenshot`.
@MainActor
open class XCUIScreenshot {
    open private(set) var pngRepresentation: Data

    init(pngRepresentation: Data) { self.pngRepresentation = pngRepresentation }
}
