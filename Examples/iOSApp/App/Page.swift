internal import SwiftUI

/// A column from the top, which the keyboard leaves free.
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

/// A heading with the way back, and below it what the screen is there for.
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

/// The way to the screen before.
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
