/// A stub of `XCUIApplication`. The compiler treats isolated declarations of Objective-C as `@preconcurrency`.
@preconcurrency @MainActor
open class XCUIApplication: XCUIElement {
    /// A stub of `XCUIApplication.State`.
    public enum State: UInt, Sendable {
        case unknown = 0
        case notRunning = 1
        // In the SDK of macOS, this case does not exist.
        case runningBackgroundSuspended = 2
        case runningBackground = 3
        case runningForeground = 4
    }

    public init() { super.init { [ScreenElement.application] } }

    open var launchArguments: [String] = []
    open var launchEnvironment: [String: String] = [:]
    open private(set) var state = State.notRunning
    public private(set) var stubLaunchCount = 0

    open func launch() {
        state = .runningForeground
        stubLaunchCount += 1
    }

    open func terminate() { state = .notRunning }
}
