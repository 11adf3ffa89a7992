/// A stub of `UIAlertController`.
@MainActor
open class UIAlertController: UIViewController {
    public enum Style: Int { case actionSheet, alert }

    public convenience init(title: String?, message: String?, preferredStyle: Style) {
        self.init(nibName: nil, bundle: nil)
        self.title = title
        self.message = message
    }

    open var message: String?
    open private(set) var actions: [UIAlertAction] = []
    open func addAction(_ action: UIAlertAction) { actions.append(action) }
}

/// A stub of `UIAlertAction`.
@MainActor
open class UIAlertAction {
    public enum Style: Int { case `default`, cancel, destructive }

    public convenience init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
        self.init()
        self.title = title
        self.handler = handler
    }

    open private(set) var title: String?
    private(set) var handler: ((UIAlertAction) -> Void)?
}
