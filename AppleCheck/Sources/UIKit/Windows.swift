/// A stub of `UIApplication`.
@MainActor
open class UIApplication: UIResponder {
    public enum State: Int { case active, inactive, background }

    open class var shared: UIApplication { theApplication }
    private static let theApplication = UIApplication()

    open internal(set) var connectedScenes: Set<UIScene> = []
    open internal(set) var applicationState = State.active
}

/// A stub of `UIScene`.
@MainActor
open class UIScene: UIResponder, Hashable {
    public enum ActivationState: Int {
        case unattached = -1
        case foregroundActive, foregroundInactive, background
    }

    open internal(set) var activationState = ActivationState.foregroundActive

    // In UIKit, UIScene inherits these functions from NSObject.
    public nonisolated static func == (one: UIScene, other: UIScene) -> Bool { one === other }
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A stub of `UIWindowScene`.
@MainActor
open class UIWindowScene: UIScene {
    open internal(set) var windows: [UIWindow] = []
    open internal(set) var keyWindow: UIWindow?
}

/// A stub of `UIWindow`.
@MainActor
open class UIWindow: UIView {
    public struct Level: Hashable, RawRepresentable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        public static let normal = Level(rawValue: 0)
        public static let alert = Level(rawValue: 2000)
    }

    public nonisolated static let didBecomeKeyNotification = NSNotification.Name("UIWindowDidBecomeKeyNotification")
    public nonisolated static let didBecomeVisibleNotification = NSNotification.Name(
        "UIWindowDidBecomeVisibleNotification")

    public init(windowScene: UIWindowScene) {
        self.windowScene = windowScene
        super.init(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
        isHidden = true
        windowScene.windows.append(self)
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open weak var windowScene: UIWindowScene? {
        didSet {
            guard oldValue !== windowScene else { return }
            oldValue?.remove(self)
            windowScene?.windows.append(self)
        }
    }
    open var windowLevel = Level.normal
    open var rootViewController: UIViewController?
    open var isKeyWindow: Bool { windowScene?.keyWindow === self }

    open override var isHidden: Bool {
        didSet {
            guard oldValue != isHidden else { return }
            if isHidden {
                windowScene?.remove(self)
            } else {
                NotificationCenter.default.post(name: Self.didBecomeVisibleNotification, object: self)
            }
        }
    }

    open func makeKey() {
        windowScene?.keyWindow = self
        NotificationCenter.default.post(name: Self.didBecomeKeyNotification, object: self)
    }

    open func makeKeyAndVisible() {
        isHidden = false
        makeKey()
    }
}

extension UIWindowScene {
    fileprivate func remove(_ window: UIWindow) {
        windows.removeAll { $0 === window }
        if keyWindow === window { keyWindow = nil }
    }
}
