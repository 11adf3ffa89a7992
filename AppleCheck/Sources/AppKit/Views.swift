// A stub of Apple's `AppKit`. It declares only what Trackproof uses, with the signatures and the actor isolation of
// Apple's documentation. Its methods do only what the tests need.
@_exported public import Foundation
@_exported public import QuartzCore

/// A stub of `NSColor`.
open class NSColor: @unchecked Sendable {
    public init() {}
    open class var clear: NSColor { theClearColor }
    private static let theClearColor = NSColor()
}

/// A stub of `NSResponder`.
@MainActor
open class NSResponder {
    public init() {}
}

/// A stub of `NSView`.
@MainActor
open class NSView: NSResponder {
    public init(frame frameRect: NSRect) { frame = frameRect }
    public required init?(coder: NSCoder) { frame = .zero }

    open var frame: NSRect
    open var layer: CALayer?

    // In AppKit, the protocol NSAccessibilityProtocol declares this method and does not isolate it to an actor.
    open func accessibilityChildren() -> [Any]? { nil }
}

/// A stub of `NSAccessibility`.
public struct NSAccessibility {
    /// A stub of `NSAccessibility.Role`.
    public struct Role: Hashable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let staticText = Role(rawValue: "AXStaticText")
    }
}

/// A stub of `NSAccessibilityElement`.
open class NSAccessibilityElement {
    private var identifier: String?
    private var role: NSAccessibility.Role?
    private weak var parent: AnyObject?
    private var frame = NSRect.zero

    public init() {}

    open func accessibilityValue() -> Any? { nil }
    open func accessibilityIdentifier() -> String? { identifier }
    open func setAccessibilityIdentifier(_ accessibilityIdentifier: String?) { identifier = accessibilityIdentifier }
    open func accessibilityRole() -> NSAccessibility.Role? { role }
    open func setAccessibilityRole(_ accessibilityRole: NSAccessibility.Role?) { role = accessibilityRole }
    open func accessibilityParent() -> Any? { parent }
    open func setAccessibilityParent(_ accessibilityParent: Any?) { parent = accessibilityParent as AnyObject }
    open func accessibilityFrameInParentSpace() -> NSRect { frame }
    open func setAccessibilityFrameInParentSpace(_ accessibilityFrameInParentSpace: NSRect) {
        frame = accessibilityFrameInParentSpace
    }
}
