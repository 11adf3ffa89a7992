/// A stub of `ViewModifier`.
@MainActor @preconcurrency
public protocol ViewModifier {
    associatedtype Body: View
    @ViewBuilder func body(content: Self.Content) -> Self.Body
    typealias Content = _ViewModifier_Content<Self>
}

/// A stub of `_ViewModifier_Content`: the view that the modifier's body gets as its content.
public struct _ViewModifier_Content<Modifier: ViewModifier>: View, Shown {
    public typealias Body = Never
    let showContent: @MainActor (Place) -> Void
    func show(in place: Place) { showContent(place.inside("content")) }
}

/// A stub of `ModifiedContent`.
public struct ModifiedContent<Content, Modifier> {
    public var content: Content
    public var modifier: Modifier
    public nonisolated init(content: Content, modifier: Modifier) {
        self.content = content
        self.modifier = modifier
    }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    public typealias Body = Never
}

extension ModifiedContent: Shown where Content: View, Modifier: ViewModifier {
    func show(in place: Place) {
        place.connect(modifier)
        place.show(modifier.body(content: _ViewModifier_Content { $0.show(content) }))
    }
}

extension View {
    /// A stub of `modifier(_:)`.
    public nonisolated func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}
