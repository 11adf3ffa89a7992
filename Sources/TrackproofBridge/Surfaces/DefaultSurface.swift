/// The surface of the platform's own toolkit.
enum DefaultSurface {
    /// Nil where there is none.
    static func make() -> (any BridgeSurface)? { nil }
}
