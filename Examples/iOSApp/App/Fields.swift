import SwiftUI

/// A field for a name or an email address, without autocorrection and automatic capital letters.
struct PlainField: View {
    private let prompt: String
    private let identifier: String
    @Binding private var text: String

    init(_ prompt: String, id identifier: String, text: Binding<String>) {
        self.prompt = prompt
        self.identifier = identifier
        _text = text
    }

    var body: some View {
        TextField(prompt, text: $text)
            .textFieldStyle(.roundedBorder)
            .textInputAutocapitalization(.never)
            .autocorrectionDisabled()
            .accessibilityIdentifier(identifier)
    }
}

/// A field for a password.
struct PasswordField: View {
    private let identifier: String
    @Binding private var text: String

    init(id identifier: String, text: Binding<String>) {
        self.identifier = identifier
        _text = text
    }

    var body: some View {
        SecureField("Password", text: $text)
            .textFieldStyle(.roundedBorder)
            .accessibilityIdentifier(identifier)
    }
}
