#if canImport(UIKit) && !os(watchOS)
    import Foundation
    import UIKit

    /// Elements that XCTest finds and no person sees, in a separate window of one point.
    ///
    /// An XCTest snapshot leaves out whatever is behind a modal view in the same window, such as an alert or a sheet.
    /// So the elements have a window of their own. A snapshot also leaves out views that are hidden, have an alpha of 0
    /// or have no size. So the window is not hidden, has an alpha of 1 and has a size, but draws nothing that a person
    /// could see. The window takes no touches.
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

        /// Shows the window in the scene of the app's key window, or moves the window to that scene.
        ///
        /// The app's key window may move to another scene, and an XCTest snapshot leaves out scenes in the background.
        private func show(in scene: UIWindowScene) {
            if let window { return window.windowScene = scene }
            let window = UIWindow(windowScene: scene)
            window.frame = Self.frame
            window.windowLevel = .trackproof
            window.isUserInteractionEnabled = false
            let controller = UIViewController()
            controller.view = container
            window.rootViewController = controller
            // Shows the window without making it the key window.
            window.isHidden = false
            self.window = window
        }
    }

    private final class ElementContainer: UIView {
        var elements: [UIKitElement] = []

        override var accessibilityElements: [Any]? {
            get { elements }
            set {}
        }
    }

    /// An element that composes its value on demand. The accessibility system asks for the value on the main thread.
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
