/// A stub of `Font`.
public struct Font: Sendable {
    public static let title = Font()
    public static let headline = Font()
}

/// A stub of `ShapeStyle`.
public protocol ShapeStyle: Sendable {}

/// A stub of `Color`.
public struct Color: ShapeStyle {
    public enum RGBColorSpace: Sendable { case sRGB, sRGBLinear, displayP3 }
    public static let blue = Color(red: 0, green: 0, blue: 1)
    public init(
        _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
    ) {}
}

extension ShapeStyle where Self == Color {
    public static var white: Color { Color(red: 1, green: 1, blue: 1) }
}

/// A stub of `HierarchicalShapeStyle`.
public struct HierarchicalShapeStyle: ShapeStyle {}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}

/// A stub of `Shape`.
public protocol Shape: Sendable {}

/// A stub of `RoundedRectangle`.
public struct RoundedRectangle: Shape {
    public init(cornerRadius: CGFloat) {}
}

/// A stub of `Alignment`.
public struct Alignment: Sendable {
    public static let center = Alignment()
    public static let leading = Alignment()
    public static let bottomLeading = Alignment()
}

extension View {
    /// A stub of `font(_:)`.
    public nonisolated func font(_ font: Font?) -> some View { PlacedView(self) { _ in } }

    /// A stub of `foregroundStyle(_:)`.
    public nonisolated func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { PlacedView(self) { _ in } }

    /// A stub of `background(_:in:fillStyle:)`, without the last parameter.
    public nonisolated func background<S: ShapeStyle, T: Shape>(_ style: S, in shape: T) -> some View {
        PlacedView(self) { _ in }
    }

    /// A stub of `padding(_:)`.
    public nonisolated func padding(_ length: CGFloat) -> some View { PlacedView(self) { _ in } }

    /// A stub of `frame(width:height:alignment:)`.
    public nonisolated func frame(
        width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        PlacedView(self) { _ in }
    }

    /// A stub of `frame(minWidth:idealWidth:maxWidth:minHeight:idealHeight:maxHeight:alignment:)`.
    public nonisolated func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        PlacedView(self) { _ in }
    }
}
