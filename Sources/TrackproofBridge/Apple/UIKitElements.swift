#if canImport(UIKit) && !os(watchOS)
    internal import Foundation
    internal import UIKit

    /// Elements that XCTest finds and no person sees, in a window of their own of one point.
    ///
    /// The window is what makes them found at all times. XCTest's snapshots leave out what is behind a modal view of the
    /// same window, such as an alert or a sheet. They leave out too what is hidden, has an alpha of 0 or no size; so
    /// this has all of these, and nothing that could be seen: no background, and no content. It takes no touches.
    @MainActor
    final class UIKitElements {
        private static let frame = CGRect(x: 0, y: 0, width: 1, height: 1)

        private let container = ElementContainer(frame: frame)
        private var window: UIWindow?

        init(_ scene: KeyScene) {
            container.isUserInteractionEnabled = false
            scene.onChange { [weak self] in self?.show(in: $0) }
        }

        func add(_ element: InvisibleElement) {
            container.elements.append(UIKitElement(element, in: container, frame: Self.frame))
        }

        /// In the scene of the key window, wherever that moves: a scene in the background has no part in a snapshot.
        private func show(in scene: UIWindowScene) {
            if let window { return window.windowScene = scene }
            let window = UIWindow(windowScene: scene)
            window.frame = Self.frame
            window.windowLevel = .trackproof
            window.isUserInteractionEnabled = false
            let controller = UIViewController()
            controller.view = container
            window.rootViewController = controller
            // Visible, but never the key window.
            window.isHidden = false
            self.window = window
        }
    }

    /// Holds the elements; a new one costs nothing but its place.
    private final class ElementContainer: UIView {
        var elements: [UIKitElement] = []

        override var accessibilityElements: [Any]? {
            get { elements }
            set {}
        }
    }

    /// One element; its value is composed when the accessibility system asks for it, which it does on the main thread.
    private final class UIKitElement: UIAccessibilityElement {
        private let element: InvisibleElement

        init(_ element: InvisibleElement, in container: UIView, frame: CGRect) {
            self.element = element
            super.init(accessibilityContainer: container)
            accessibilityIdentifier = element.identifier
            accessibilityFrameInContainerSpace = frame
        }

        override var accessibilityValue: String? {
            get { element.value() }
            set {}
        }
    }
#endif
