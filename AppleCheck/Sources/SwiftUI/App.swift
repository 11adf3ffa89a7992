/// A stub of `Scene`.
@MainActor @preconcurrency
public protocol Scene {}

/// A stub of `WindowGroup`.
@MainActor @preconcurrency
public struct WindowGroup<Content: View> {
    public nonisolated init(@ViewBuilder content: () -> Content) {}
}

extension WindowGroup: Scene {}

/// A stub of `App`.
@MainActor @preconcurrency
public protocol App {
    associatedtype Body: Scene
    var body: Self.Body { get }
    init()
}

extension App {
    public static func main() { fatalError("the stub of SwiftUI cannot run an app") }
}
