/// A stub of `XCUIRemote`, which exists only on tvOS. A press has no effect in the stub.
@MainActor
open class XCUIRemote {
    /// A stub of `XCUIRemote.Button`.
    public enum Button: UInt, Sendable {
        case up = 0
        case down = 1
        case left = 2
        case right = 3
        case select = 4
        case menu = 5
        case playPause = 6
        case home = 7
    }

    open class var shared: XCUIRemote { XCUIRemote() }
    open func press(_ remoteButton: Button) {}
}
