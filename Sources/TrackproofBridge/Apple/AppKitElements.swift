#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    internal import AppKit
    internal import Foundation

    /// Elements that XCTest finds and no person sees, in a panel of their own of one point.
    ///
    /// The panel depends on no window of the app, of which there may be none. It is not transparent as a whole and lies
    /// on the screen, so that it is part of the app's accessibility tree; it draws nothing, takes no clicks, is in no
    /// menu and never becomes the key or the main window.
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
            // In front or not, without making the app the active one.
            panel.orderFrontRegardless()
        }

        func add(_ element: InvisibleElement) {
            container.elements.append(AppKitElement(element, in: container, frame: Self.frame))
        }
    }

    /// Holds the elements; a new one costs nothing but its place.
    private final class ElementContainer: NSView {
        var elements: [AppKitElement] = []

        override func accessibilityChildren() -> [Any]? { elements }
    }

    /// One element; its value is composed when the accessibility system asks for it, which it does on the main thread.
    private final class AppKitElement: NSAccessibilityElement {
        private let element: InvisibleElement

        @MainActor
        init(_ element: InvisibleElement, in container: NSView, frame: NSRect) {
            self.element = element
            super.init()
            setAccessibilityIdentifier(element.identifier)
            // One with a role unknown is passed over; a text's value is what it says.
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
