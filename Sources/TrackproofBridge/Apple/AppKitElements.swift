#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    import Foundation

    /// Elements that XCTest finds and no person sees, in a separate panel of one point.
    ///
    /// The panel is separate, because the app may have no window. To be part of the app's accessibility tree, the panel
    /// is on the screen and its alpha value is 1. The panel draws nothing, takes no clicks, is in no menu, and never
    /// becomes the key or main window.
    @MainActor
    final class AppKitElements {
        private static let frame = NSRect(x: 0, y: 0, width: 1, height: 1)

        private let container = ElementContainer(frame: frame)
        private let panel = NSPanel(
            contentRect: frame, styleMask: [.borderless, .nonactivatingPanel], backing: .buffered, defer: false)

        init() {
            panel.backgroundColor = .clear
            panel.isOpaque = false
            panel.hasShadow = false
            panel.ignoresMouseEvents = true
            panel.isExcludedFromWindowsMenu = true
            panel.hidesOnDeactivate = false
            panel.isReleasedWhenClosed = false
            panel.collectionBehavior = [.canJoinAllSpaces, .stationary, .ignoresCycle]
            panel.contentView = container
            // Shows the panel even if the app is not in front, without activating the app.
            panel.orderFrontRegardless()
        }

        func add(_ element: InvisibleElement) {
            container.elements.append(AppKitElement(element, in: container, frame: Self.frame))
        }
    }

    private final class ElementContainer: NSView {
        var elements: [AppKitElement] = []

        override func accessibilityChildren() -> [Any]? { elements }
    }

    /// An element that composes its value on demand. The accessibility system asks for the value on the main thread.
    private final class AppKitElement: NSAccessibilityElement {
        private let element: InvisibleElement

        @MainActor
        init(_ element: InvisibleElement, in container: NSView, frame: NSRect) {
            self.element = element
            super.init()
            setAccessibilityIdentifier(element.identifier)
            // The accessibility system skips an element with an unknown role. So this element has the role of a static
            // text, whose value is its text.
            setAccessibilityRole(.staticText)
            setAccessibilityParent(container)
            setAccessibilityFrameInParentSpace(frame)
        }

        override func accessibilityValue() -> Any? {
            let value = element.value
            return MainActor.assumeIsolated { value() }
        }
    }
#endif
