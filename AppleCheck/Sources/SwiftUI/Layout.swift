/// A stub of `CGFloat`. Apple's SwiftUI gets this type from a different module.
public typealias CGFloat = Double

/// A stub of `HorizontalAlignment`.
public struct HorizontalAlignment: Sendable {
    public static let leading = HorizontalAlignment()
    public static let center = HorizontalAlignment()
}

/// A stub of `VStack`.
public struct VStack<Content: View> {
    private let content: Content
    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }
}

extension VStack: View, Shown {
    public typealias Body = Never
    func show(in place: Place) { place.show(content) }
}

/// A stub of `VerticalAlignment`.
public struct VerticalAlignment: Sendable {
    public static let center = VerticalAlignment()
}

/// A stub of `HStack`.
public struct HStack<Content: View> {
    private let content: Content
    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }
}

extension HStack: View, Shown {
    public typealias Body = Never
    func show(in place: Place) { place.show(content) }
}

/// A stub of `ScrollView`.
public struct ScrollView<Content: View> {
    private let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension ScrollView: View, Shown {
    public typealias Body = Never
    func show(in place: Place) { place.show(content) }
}

/// A stub of `GridItem`.
public struct GridItem: Sendable {
    public enum Size: Sendable {
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }

    public init(_ size: Size, spacing: CGFloat? = nil) {}
}

/// A stub of `LazyVGrid`.
public struct LazyVGrid<Content: View> {
    private let content: Content
    public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }
}

extension LazyVGrid: View, Shown {
    public typealias Body = Never
    func show(in place: Place) { place.show(content) }
}

/// A stub of `Spacer`.
public struct Spacer {
    public init(minLength: CGFloat? = nil) {}
}

extension Spacer: View, Shown {
    public typealias Body = Never
    func show(in place: Place) {}
}

/// A stub of `ForEach`.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    public var data: Data
    public var content: (Data.Element) -> Content
    private let id: KeyPath<Data.Element, ID>
}

extension ForEach: View where Content: View {
    public typealias Body = Never
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.data = data
        self.id = id
        self.content = content
    }
}

extension ForEach: Shown where Content: View {
    func show(in place: Place) {
        for element in data { place.inside("\(element[keyPath: id])").show(content(element)) }
    }
}
