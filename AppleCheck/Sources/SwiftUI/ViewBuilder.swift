/// A stub of `ViewBuilder`.
@resultBuilder
public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> {
        TupleView((repeat each content))
    }

    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
        _ConditionalContent(.first(first))
    }

    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        _ConditionalContent(.second(second))
    }
}

/// A stub of `TupleView`.
public struct TupleView<Views> {
    public var value: Views
    public init(_ value: Views) { self.value = value }
}

extension TupleView: View, Shown {
    public typealias Body = Never
    func show(in place: Place) {
        for (name, view) in Mirror(reflecting: value).children {
            if let view = view as? any View { place.inside(name ?? "").show(view) }
        }
    }
}

/// A stub of `_ConditionalContent`.
///
/// The views of the two branches have different paths. So if the condition changes, one view disappears and the other
/// view appears.
public struct _ConditionalContent<First: View, Second: View> {
    enum Branch {
        case first(First)
        case second(Second)
    }

    private let branch: Branch
    init(_ branch: Branch) { self.branch = branch }
}

extension _ConditionalContent: View, Shown {
    public typealias Body = Never
    func show(in place: Place) {
        switch branch {
        case .first(let view): place.inside("first").show(view)
        case .second(let view): place.inside("second").show(view)
        }
    }
}

extension Optional: View where Wrapped: View {
    public typealias Body = Never
}

extension Optional: Shown where Wrapped: View {
    func show(in place: Place) {
        if let self { place.show(self) }
    }
}
