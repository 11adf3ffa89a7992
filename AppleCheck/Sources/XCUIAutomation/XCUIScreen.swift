public import Foundation

/// A stub of `XCUIScreen`.
@MainActor
public final class XCUIScreen {
    public static let main = XCUIScreen()
    /// The bytes that the next screenshots contain.
    public static var stubPicture = Data()

    public func screenshot() -> XCUIScreenshot { XCUIScreenshot(pngRepresentation: Self.stubPicture) }
}

/// A stub of `XCUIScreenshot`.
public final class XCUIScreenshot: Sendable {
    public let pngRepresentation: Data

    init(pngRepresentation: Data) { self.pngRepresentation = pngRepresentation }
}
