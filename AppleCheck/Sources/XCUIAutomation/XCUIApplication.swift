/// A stub of `XCUIApplication`. The compiler treats isolated declarations of Objective-C as `@preconcurrency`.
@preconcurrency @MainActor
open class XCUIApplication: XCUIElement {
    /// A stub of `XCUIApplication.State`.
    public enum State: UInt, Sendable {
        case unknown, notRunning, runningBackgroundSuspended, runningBackground, runningForeground
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
