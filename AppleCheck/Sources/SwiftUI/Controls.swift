/// A stub of `Text`.
public struct Text: Equatable, Sendable {
    private let content: String
    public init<S: StringProtocol>(_ content: S) { self.content = String(content) }
}

extension Text: View, Shown {
    public typealias Body = Never
    func show(in place: Place) {
        place.host.add(
            ViewElement(identifier: place.identifier, text: content, isEnabled: place.environment.isEnabled))
    }
}

/// A stub of `Button`.
public struct Button<Label: View> {
    private let action: @MainActor () -> Void
    private let label: Label

    @preconcurrency public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.action = action
        self.label = label()
    }
}

extension Button: View, Shown {
    public typealias Body = Never
    func show(in place: Place) {
        let texts = place.host.elementsWithin { place.show(label) }.map(\.text)
        place.host.add(
            ViewElement(
                identifier: place.identifier, text: texts.joined(separator: ", "),
                isEnabled: place.environment.isEnabled, onPress: action))
    }
}

extension Button where Label == Text {
    @preconcurrency public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { Text(title) }
    }
}

/// A stub of `TextField`.
public struct TextField<Label: View> {
    private let text: Binding<String>
}

extension TextField: View, Shown {
    public typealias Body = Never
    func show(in place: Place) { place.showField(text) }
}

extension TextField where Label == Text {
    public init<S: StringProtocol>(_ title: S, text: Binding<String>) { self.text = text }
}

/// A stub of `SecureField`.
public struct SecureField<Label: View> {
    private let text: Binding<String>
}

extension SecureField: View, Shown {
    public typealias Body = Never
    func show(in place: Place) { place.showField(text) }
}

extension SecureField where Label == Text {
    public init<S: StringProtocol>(_ title: S, text: Binding<String>) { self.text = text }
}

extension Place {
    @MainActor
    fileprivate func showField(_ text: Binding<String>) {
        host.add(
            ViewElement(
                identifier: identifier, text: text.wrappedValue, isEnabled: environment.isEnabled,
                onType: { text.wrappedValue = $0 }))
    }
}
