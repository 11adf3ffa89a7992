import AppKit
import UIKit

/// An element on the app's screen, which an `XCUIElementQuery` can find.
struct ScreenElement: Sendable {
    var type = XCUIElement.ElementType.other
    var identifier = ""
    var label = ""
    var value: @MainActor () -> String? = { nil }
    var press: @MainActor () -> Void = {}
    var children: [ScreenElement] = []

    func descendants(of type: XCUIElement.ElementType) -> [ScreenElement] {
        children.flatMap { child in
            (type == .any || child.type == type ? [child] : []) + child.descendants(of: type)
        }
    }

    /// Returns whether `name` is the element's identifier, label or value. A query of XCTest compares a name in this
    /// way.
    @MainActor
    func isCalled(_ name: String) -> Bool { identifier == name || label == name || value() == name }

    @MainActor
    static var application: ScreenElement {
        let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
            .filter { $0.activationState == .foregroundActive }
        return ScreenElement(children: scenes.flatMap(\.windows).compactMap(of) + NSApplication.shared.windows.map(of))
    }
}

@MainActor
extension ScreenElement {
    private static func of(_ window: UIWindow) -> ScreenElement? {
        guard isShown(window), let controller = window.rootViewController else { return nil }
        // A modal view hides the views behind it in the same window.
        if let alert = controller.presentedViewController as? UIAlertController {
            return ScreenElement(type: .window, children: [of(alert, of: controller)])
        }
        return ScreenElement(type: .window, children: of(controller.view))
    }

    private static func of(_ alert: UIAlertController, of controller: UIViewController) -> ScreenElement {
        let texts = [alert.title, alert.message].compactMap { $0 }
        let buttons = alert.actions.map { action in
            ScreenElement(type: .button, label: action.title ?? "", press: { controller.stubPress(action) })
        }
        return ScreenElement(
            type: .alert, label: texts.first ?? "",
            children: texts.map { ScreenElement(type: .staticText, label: $0) } + buttons)
    }

    private static func of(_ view: UIView) -> [ScreenElement] {
        guard isShown(view) else { return [] }
        if let elements = view.accessibilityElements {
            return elements.compactMap { $0 as? UIAccessibilityElement }.map { element in
                ScreenElement(
                    identifier: element.accessibilityIdentifier ?? "", label: element.accessibilityLabel ?? "",
                    value: { element.accessibilityValue })
            }
        }
        let children = view.subviews.flatMap(of)
        guard view.isAccessibilityElement else { return children }
        return [
            ScreenElement(
                identifier: view.accessibilityIdentifier ?? "", label: view.accessibilityLabel ?? "",
                value: { view.accessibilityValue })
        ]
    }

    private static func isShown(_ view: UIView) -> Bool {
        !view.isHidden && view.alpha > 0 && view.frame.width > 0 && view.frame.height > 0
    }
}

@MainActor
extension ScreenElement {
    private static func of(_ window: NSWindow) -> ScreenElement {
        let elements = (window.contentView?.accessibilityChildren() ?? []).compactMap { $0 as? NSAccessibilityElement }
        let sheets = window.attachedSheet?.stubAlert.map { [of($0)] } ?? []
        return ScreenElement(type: .window, children: elements.compactMap(of) + sheets)
    }

    private static func of(_ element: NSAccessibilityElement) -> ScreenElement? {
        guard element.accessibilityRole() == .staticText else { return nil }
        // Only the main thread uses the stub, so the closure can use the element.
        nonisolated(unsafe) let element = element
        return ScreenElement(
            type: .staticText, identifier: element.accessibilityIdentifier() ?? "",
            value: { element.accessibilityValue() as? String })
    }

    private static func of(_ alert: NSAlert) -> ScreenElement {
        let texts = [alert.messageText, alert.informativeText].map { text in
            ScreenElement(type: .staticText, value: { text })
        }
        let buttons = alert.stubButtons.map { title in
            ScreenElement(type: .button, label: title, press: { alert.stubPress() })
        }
        return ScreenElement(type: .sheet, children: texts + buttons)
    }
}
