// A stub of Apple's `UIKit`. It declares only what Trackproof uses, with the signatures and the actor isolation of
// Apple's documentation. Its methods do only what the tests need. `Stub.swift` contains methods by which a test does
// what a user or the system does.
@_exported public import Foundation
@_exported public import QuartzCore

/// A stub of `UIColor`.
open class UIColor: @unchecked Sendable {
    public init() {}
}

/// A stub of `UIResponder`.
@MainActor
open class UIResponder {
    public init() {}
}

/// A stub of `UIView`.
@MainActor
open class UIView: UIResponder {
    public init(frame: CGRect) { self.frame = frame }
    public required init?(coder: NSCoder) { frame = .zero }

    open var frame: CGRect
    open var alpha: CGFloat = 1
    open var isHidden = false
    open var backgroundColor: UIColor?
    open var isUserInteractionEnabled = true
    open private(set) var subviews: [UIView] = []
    open private(set) var layer = CALayer()
    open func addSubview(_ view: UIView) { subviews.append(view) }

    open class func setAnimationsEnabled(_ enabled: Bool) { stubAnimates = enabled }
    open class var areAnimationsEnabled: Bool { stubAnimates }
    static var stubAnimates = true

    // In UIKit, the properties below are members of NSObject.
    open var isAccessibilityElement = false
    open var accessibilityElements: [Any]?
    open var accessibilityIdentifier: String?
    open var accessibilityLabel: String?
    open var accessibilityValue: String?
}

/// A stub of `UIAccessibilityElement`.
@MainActor
open class UIAccessibilityElement: UIResponder {
    public init(accessibilityContainer container: Any) {
        accessibilityContainer = container as AnyObject
    }

    open weak var accessibilityContainer: AnyObject?
    open var isAccessibilityElement = true
    open var accessibilityIdentifier: String?
    open var accessibilityLabel: String?
    open var accessibilityValue: String?
    open var accessibilityFrame = CGRect.zero
    open var accessibilityFrameInContainerSpace = CGRect.zero
}

/// A stub of `UIViewController`.
@MainActor
open class UIViewController: UIResponder {
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}
    public required init?(coder: NSCoder) {}
    public convenience override init() { self.init(nibName: nil, bundle: nil) }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var view: UIView! = UIView(frame: .zero)
    open var title: String?
    open internal(set) var presentedViewController: UIViewController?

    open func present(_ viewController: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil) {
        presentedViewController = viewController
        completion?()
    }
}
