/// The surface of the platform's own toolkit. Any thread may call these functions.
enum PlatformSurface {
    /// Returns the surface for UIKit or AppKit, or `nil` if the platform has neither, as on Linux and watchOS.
    static func platformDefault() -> (any BridgeSurface)? { uiKit() ?? appKit() }

    private static func uiKit() -> (any BridgeSurface)? {
        // UIKit on watchOS has no windows.
        #if canImport(UIKit) && !os(watchOS)
            UIKitSurface()
        #else
            nil
        #endif
    }

    private static func appKit() -> (any BridgeSurface)? {
        // A Catalyst app uses the windows of UIKit.
        #if canImport(AppKit) && !targetEnvironment(macCatalyst)
            AppKitSurface()
        #else
            nil
        #endif
    }
}
