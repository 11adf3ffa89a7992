/// `PrimitiveButtonStyle`
@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {}

/// `BorderedProminentButtonStyle`
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle { public init() {} }

/// `BorderedButtonStyle`
public struct BorderedButtonStyle: PrimitiveButtonStyle { public init() {} }

/// `PlainButtonStyle`
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

/// `TextFieldStyle`
public protocol TextFieldStyle {}

/// `RoundedBorderTextFieldStyle`
public struct RoundedBorderTextFieldStyle: TextFieldStyle { public init() {} }

extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
    public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}

/// `TextInputAutocapitalization`
public struct TextInputAutocapitalization: Sendable {
    public static var never: TextInputAutocapitalization { TextInputAutocapitalization() }
}

extension View {
    /// `buttonStyle(_:)`
    public nonisolated func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { PlacedView(self) { _ in } }

    /// `textFieldStyle(_:)`
    public nonisolated func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View { PlacedView(self) { _ in } }

    /// `autocorrectionDisabled(_:)`
    public nonisolated func autocorrectionDisabled(_ disable: Bool = true) -> some View { PlacedView(self) { _ in } }

    /// `textInputAutocapitalization(_:)`
    public nonisolated func textInputAutocapitalization(
        _ autocapitalization: TextInputAutocapitalization?
    ) -> some View {
        PlacedView(self) { _ in }
    }
}
