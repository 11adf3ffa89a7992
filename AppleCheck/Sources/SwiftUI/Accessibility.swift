/// A stub of `AccessibilityChildBehavior`.
public struct AccessibilityChildBehavior: Hashable, Sendable {
    public static let combine = AccessibilityChildBehavior()
}

extension View {
    /// A stub of `accessibilityIdentifier(_:)`.
    public nonisolated func accessibilityIdentifier(_ identifier: String) -> some View {
        PlacedView(self) { $0.identifier = identifier }
    }

    /// A stub of `accessibilityElement(children:)`.
    public nonisolated func accessibilityElement(children: AccessibilityChildBehavior) -> some View {
        CombinedView(content: self)
    }
}

/// A view that shows all texts of its content as one element.
private struct CombinedView<Content: View> {
    let content: Content
}

extension CombinedView: View, Shown {
    typealias Body = Never
    func show(in place: Place) {
        let texts = place.host.elementsWithin { place.show(content) }.map(\.text)
        place.host.add(
            ViewElement(
                identifier: place.identifier, text: texts.joined(separator: ", "),
                isEnabled: place.environment.isEnabled))
    }
}
