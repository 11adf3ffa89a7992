// A stub of Apple's `SwiftUI`. It declares only what Trackproof and its example for iOS use, with the signatures of
// Apple's documentation. With a `ViewHost`, a test finds the texts, fields and buttons of a view, and uses them. The
// stub ignores how views look.

/// A stub of `View`.
@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Self.Body { get }
}

extension Never: View {
    public typealias Body = Never
}

/// A view that this module declares. Such a view has no body: the host calls its method `show(in:)` instead.
@MainActor
protocol Shown {
    func show(in place: Place)
}

extension View where Body == Never {
    public var body: Never { fatalError("\(Self.self) has no body") }
}

/// A stub of `EmptyView`.
public struct EmptyView: View, Shown {
    public typealias Body = Never
    public nonisolated init() {}
    func show(in place: Place) {}
}

/// A stub of `Group`.
public struct Group<Content> {
    private let content: Content
}

extension Group where Content: View {
    public nonisolated init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension Group: View, Shown where Content: View {
    public typealias Body = Never
    func show(in place: Place) { place.show(content) }
}
