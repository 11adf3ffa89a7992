/// A stub of `PrimitiveButtonStyle`.
@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {}

/// A stub of `BorderedProminentButtonStyle`.
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle { public init() {} }

/// A stub of `BorderedButtonStyle`.
public struct BorderedButtonStyle: PrimitiveButtonStyle { public init() {} }

/// A stub of `PlainButtonStyle`.
public struct PlainButtonStyle: PrimitiveButtonStyle { public init() {} }

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

/// A stub of `TextFieldStyle`.
public protocol TextFieldStyle {}

/// A stub of `RoundedBorderTextFieldStyle`.
public struct RoundedBorderTextFieldStyle: TextFieldStyle { public init() {} }

extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
    public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}

/// A stub of `TextInputAutocapitalization`.
public struct TextInputAutocapitalization: Sendable {
    public static var never: TextInputAutocapitalization { TextInputAutocapitalization() }
}

extension View {
    /// A stub of `buttonStyle(_:)`.
    public nonisolated func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { PlacedView(self) { _ in } }

    /// A stub of `textFieldStyle(_:)`.
    public nonisolated func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View { PlacedView(self) { _ in } }

    /// A stub of `autocorrectionDisabled(_:)`.
    public nonisolated func autocorrectionDisabled(_ disable: Bool = true) -> some View { PlacedView(self) { _ in } }

    /// A stub of `textInputAutocapitalization(_:)`.
    public nonisolated func textInputAutocapitalization(
        _ autocapitalization: TextInputAutocapitalization?
    ) -> some View {
        PlacedView(self) { _ in }
    }
}
