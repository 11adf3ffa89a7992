import SwiftUI

/// A page with its content at the top, where the keyboard does not cover the content.
struct FormPage<Content: View>: View {
    private let title: String
    private let content: Content

    init(_ title: String, @ViewBuilder content: () -> Content) {
        self.title = title
        self.content = content()
    }

    var body: some View {
        VStack(spacing: 14) {
            Text(title).font(.title)
            content
            Spacer()
        }
        .padding(28)
    }
}

/// A page with a back button, a heading and the content of a screen.
struct PageWithHeading<Content: View>: View {
    private let title: String
    private let back: BackButton
    private let content: Content

    init(_ title: String, back: BackButton, @ViewBuilder content: () -> Content) {
        self.title = title
        self.back = back
        self.content = content()
    }

    var body: some View {
        VStack(alignment: .leading, spacing: 20) {
            back
            Text(title).font(.title)
            content
            Spacer()
        }
        .padding(20)
    }
}

/// A button that returns to the previous screen.
struct BackButton: View {
    private let title: String
    private let identifier: String
    private let action: @MainActor () -> Void

    init(_ title: String, id identifier: String, action: @escaping @MainActor () -> Void) {
        self.title = title
        self.identifier = identifier
        self.action = action
    }

    var body: some View {
        Button(title, action: action).accessibilityIdentifier(identifier)
    }
}
