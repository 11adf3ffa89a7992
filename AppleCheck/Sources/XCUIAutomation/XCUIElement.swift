// A stub of Apple's `XCUIAutomation`. It declares only what Trackproof uses, with the signatures and the actor
// isolation of Apple's documentation. The app under test runs in the process of the test. The stub reads the app's
// screen from the stubs of UIKit and AppKit.
public import Foundation

/// A stub of `XCUIElement`.
@MainActor
open class XCUIElement: XCUIElementTypeQueryProvider {
    /// A stub of `XCUIElement.ElementType`.
    public enum ElementType: UInt, Sendable {
        case any = 0
        case other = 1
        case window = 4
        case sheet = 5
        case alert = 7
        case dialog = 8
        case button = 9
        case staticText = 48
    }

    private let find: @MainActor () -> [ScreenElement]

    init(_ find: @escaping @MainActor () -> [ScreenElement]) { self.find = find }

    open var exists: Bool { !find().isEmpty }
    open var value: Any? { only.value() }
    open var label: String { only.label }
    open var isEnabled: Bool { exists }
    open var firstMatch: XCUIElement { XCUIElement { [find] in Array(find().prefix(1)) } }

    open func tap() { only.press() }
    open func click() { only.press() }
    open func typeText(_ text: String) {}

    /// Returns whether the element exists now. The stub does not wait, because each element appears at once.
    open func waitForExistence(timeout: TimeInterval) -> Bool { exists }

    @preconcurrency public func wait<V: Equatable>(
        for keyPath: KeyPath<XCUIElement, V>, toEqual expectedValue: V, timeout: TimeInterval
    ) -> Bool { self[keyPath: keyPath] == expectedValue }

    open var buttons: XCUIElementQuery { descendants(matching: .button) }

    open func descendants(matching type: ElementType) -> XCUIElementQuery {
        XCUIElementQuery { [find] in find().flatMap { $0.descendants(of: type) } }
    }

    /// The element that the query finds.
    ///
    /// If the query finds no element or more than one element, Apple's XCTest fails the test. The stub stops the
    /// process.
    private var only: ScreenElement {
        let found = find()
        guard let element = found.first else { preconditionFailure("No matches found") }
        precondition(found.count == 1, "Multiple matching elements found")
        return element
    }
}

/// A stub of `XCUIElementTypeQueryProvider`.
@MainActor
public protocol XCUIElementTypeQueryProvider {
    var buttons: XCUIElementQuery { get }
    var firstMatch: XCUIElement { get }
}

/// A stub of `XCUIElementQuery`.
@MainActor
open class XCUIElementQuery: XCUIElementTypeQueryProvider {
    private let find: @MainActor () -> [ScreenElement]

    init(_ find: @escaping @MainActor () -> [ScreenElement]) { self.find = find }

    open var firstMatch: XCUIElement { XCUIElement { [find] in Array(find().prefix(1)) } }

    open var allElementsBoundByIndex: [XCUIElement] { find().map { element in XCUIElement { [element] } } }

    open subscript(key: String) -> XCUIElement { XCUIElement { [find] in find().filter { $0.isCalled(key) } } }

    open func matching(identifier: String) -> XCUIElementQuery {
        XCUIElementQuery { [find] in find().filter { $0.isCalled(identifier) } }
    }

    open func containing(_ elementType: XCUIElement.ElementType, identifier: String?) -> XCUIElementQuery {
        XCUIElementQuery { [find] in
            find().filter { $0.descendants(of: elementType).contains { $0.isCalled(identifier ?? "") } }
        }
    }

    open var buttons: XCUIElementQuery { descendants(matching: .button) }

    open func descendants(matching type: XCUIElement.ElementType) -> XCUIElementQuery {
        XCUIElementQuery { [find] in find().flatMap { $0.descendants(of: type) } }
    }
}
