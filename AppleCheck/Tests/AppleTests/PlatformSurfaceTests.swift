import AppKit
import Testing
import UIKit

@testable import TrackproofBridge

extension AppleTests {
    @MainActor
    struct PlatformSurfaceTests {
        @Test func theDefaultSurfaceIsUIKitIfAvailable() {
            #expect(PlatformSurface.platformDefault() is UIKitSurface)
        }

        @Test func aSurfaceCanBeMadeOnAnyThread() async {
            let surfaces = await Task.detached { [UIKitSurface(), AppKitSurface()] as [any BridgeSurface] }.value
            #expect(surfaces.map(\.accessibleValueBytes) == [432, 432])
        }

        @Test func aNewSurfaceAddsNoWindows() {
            let app = StartedApp()
            let window = app.showWindow()
            _ = (UIKitSurface(), AppKitSurface())
            #expect(window.others.isEmpty)
            #expect(NSApplication.shared.windows.isEmpty)
        }
    }
}
