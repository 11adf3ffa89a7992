/// `Font`
public struct Font: Sendable {
    public static let title = Font()
    public static let headline = Font()
}

/// `ShapeStyle`
public protocol ShapeStyle: Sendable {}

/// `Color`
public struct Color: ShapeStyle {
    public enum RGBColorSpace: Sendable { case sRGB }
    public static let blue = Color(red: 0, green: 0, blue: 1)
    public init(
        _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
    ) {}
}

extension ShapeStyle where Self == Color {
    public static var white: Color { Color(red: 1, green: 1, blue: 1) }
}

/// `HierarchicalShapeStyle`
public struct HierarchicalShapeStyle: ShapeStyle {}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}

/// `Shape`
public protocol Shape: Sendable {}

/// `RoundedRectangle`
public struct RoundedRectangle: Shape {
    public init(cornerRadius: CGFloat) {}
}

/// `Alignment`
public struct Alignment: Sendable {
    public static let center = Alignment()
    public static let leading = Alignment()
    public static let bottomLeading = Alignment()
}

extension View {
    /// `font(_:)`
    public nonisolated func font(_ font: Font?) -> some View { PlacedView(self) { _ in } }

    /// `foregroundStyle(_:)`
    public nonisolated func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { PlacedView(self) { _ in } }

    /// `background(_:in:fillStyle:)`, without the last
    public nonisolated func background<S: ShapeStyle, T: Shape>(_ style: S, in shape: T) -> some View {
        PlacedView(self) { _ in }
    }

    /// `padding(_:)`
    public nonisolated func padding(_ length: CGFloat) -> some View { PlacedView(self) { _ in } }

    /// `frame(width:height:alignment:)`
    public nonisolated func frame(
        width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        PlacedView(self) { _ in }
    }

    /// `frame(minWidth:idealWidth:maxWidth:minHeight:idealHeight:maxHeight:alignment:)`
    public nonisolated func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        PlacedView(self) { _ in }
    }
}
