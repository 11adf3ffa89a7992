/// The surface of the platform's own toolkit. Asked for from any thread.
enum PlatformSurface {
    /// Nil where there is none, as on Linux and on watchOS.
    static func platformDefault() -> (any BridgeSurface)? { uiKit() ?? appKit() }

    private static func uiKit() -> (any BridgeSurface)? {
        // UIKit of watchOS has no windows.
        #if canImport(UIKit) && !os(watchOS)
            UIKitSurface()
        #else
            nil
        #endif
    }

    private static func appKit() -> (any BridgeSurface)? {
        // A Catalyst app has the windows of UIKit.
        #if canImport(AppKit) && !targetEnvironment(macCatalyst)
            AppKitSurface()
        #else
            nil
        #endif
    }
}
