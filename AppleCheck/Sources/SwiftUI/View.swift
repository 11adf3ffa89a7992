// A stub of Apple's `SwiftUI`: only what Trackproof and its example for iOS use, with the signatures of Apple's
// documentation. What a view shows and does is real as far as `ViewHost` needs it; how it looks is nothing here.

/// `View`
@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Self.Body { get }
}

extension Never: View {
    public typealias Body = Never
}

/// A view of this module's own, which a host shows without asking for a body.
@MainActor
protocol Shown {
    func show(in place: Place)
}

extension View where Body == Never {
    public var body: Never { fatalError("\(Self.self) has no body") }
}

/// `EmptyView`
public struct EmptyView: View, Shown {
    public typealias Body = Never
    public nonisolated init() {}
    func show(in place: Place) {}
}

/// `Group`
public struct Group<Content: View>: View, Shown {
    public typealias Body = Never
    private let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    func show(in place: Place) { place.show(content) }
}
