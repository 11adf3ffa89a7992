import AppKit
import Testing
import UIKit

@testable import TrackproofBridge

extension AppleTests {
    @MainActor
    struct AnimationTests {
        let app = StartedApp()

        @Test func currentAndLaterUIKitWindowsAreFast() {
            let surface = UIKitSurface()
            let window = app.showWindow()
            #expect(window.layer.speed == 1)
            surface.speedUpAnimations()
            surface.speedUpAnimations()
            #expect(!UIView.areAnimationsEnabled)
            #expect(window.layer.speed == 100)
            #expect(app.showWindow().layer.speed == 100)
        }

        @Test func currentAndLaterAppKitWindowsAreFast() {
            let surface = AppKitSurface()
            let (first, second) = (makeWindow(), makeWindow())
            first.orderFrontRegardless()
            surface.speedUpAnimations()
            second.orderFrontRegardless()
            for window in [first, second] {
                #expect(window.animationBehavior == .none)
                #expect(window.contentView?.layer?.speed == 100)
            }
        }

        @Test func windowsHaveNormalSpeedByDefault() {
            let window = makeWindow()
            window.orderFrontRegardless()
            _ = (UIKitSurface(), AppKitSurface())
            #expect(app.showWindow().layer.speed == 1)
            #expect(UIView.areAnimationsEnabled)
            #expect(window.contentView?.layer?.speed == 1)
        }

        private func makeWindow() -> NSWindow {
            let window = NSWindow(
                contentRect: NSRect(x: 0, y: 0, width: 9, height: 9), styleMask: .titled, backing: .buffered,
                defer: false)
            window.contentView?.layer = CALayer()
            return window
        }
    }
}
