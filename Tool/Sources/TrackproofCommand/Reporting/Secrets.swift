import Foundation
import Trackproof
import TrackproofJSON
import TrackproofPlatform
import TrackproofReports

/// The secrets in the environment, which no message to Slack or a webhook may contain.
///
/// A secret is the value of an environment variable whose name contains a word such as `TOKEN` or `KEY`, and the password
/// in an address such as `https://user:password@host`.
struct Secrets {
    /// The names of the environment variables with secrets that only `trackproof` itself needs.
    ///
    /// `trackproof run` does not pass these variables on to its command.
    static let ownVariables = [EnvironmentVariable.slackWebhook, EnvironmentVariable.webhookSecret]

    /// The bytes of each secret, in each form in which a message can contain it.
    private let forms: [[UInt8]]

    /// Texts that are shorter, in bytes, are not secrets. They would also occur in texts by chance.
    private static let minLength = 8
    /// The minimum length of the part of a secret that is recognized beside an ellipsis, in bytes.
    private static let minPartLength = 4

    init(_ environment: [String: String]) {
        var secrets: Set<String> = []
        for (name, value) in environment {
            secrets.formUnion(value.matches(of: /:\/\/[^\s\/:@]*:([^\s\/@]+)@/).map { String($0.1) })
            guard Self.isSecret(name) else { continue }
            // A variable that was set from a file often ends with a line break. A key can have several lines.
            secrets.insert(value.trimmingCharacters(in: .whitespacesAndNewlines))
            secrets.formUnion(value.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) })
            // The path of the address is the secret. A message can contain it without the name of the server.
            if name == EnvironmentVariable.slackWebhook, let url = URLComponents(string: value) {
                secrets.formUnion([url.path, url.percentEncodedPath])
            }
        }
        // Addresses contain secrets in percent-encoding.
        secrets.formUnion(secrets.compactMap { $0.addingPercentEncoding(withAllowedCharacters: .unreserved) })
        secrets.formUnion(secrets.compactMap(\.removingPercentEncoding))
        forms = Set(secrets.filter { $0.utf8.count >= Self.minLength }.flatMap(\.forms)).map { Array($0.utf8) }
    }

    /// The endings of words in the names of variables with secrets. A further `S` can follow.
    private static let endings = ["TOKEN", "SECRET", "PASSWORD", "PASSWD", "PWD", "WEBHOOK", "KEY", "CREDENTIAL"]

    private static func isSecret(_ name: String) -> Bool {
        // The shell keeps the current and the last folder in these variables.
        if ["PWD", "OLDPWD"].contains(name) { return false }
        return name.uppercased().split(separator: "_").contains { word in
            let word = word.hasSuffix("S") && !word.hasSuffix("SS") ? word.dropLast() : word
            return ["PASS", "PAT"].contains(word) || endings.contains { word.hasSuffix($0) }
        }
    }

    // MARK: Masking

    /// Returns the message with `***` in place of secrets, as in the logs of CI servers.
    ///
    /// The value of a variable such as `SORT_KEY` can be a word of the message's format, such as `sections`. Each message
    /// contains this word, so it tells nobody a secret. Without the word, the message would not be valid.
    func masked(_ value: EventValue) -> EventValue {
        func masked(_ text: String) -> String { Report.words.contains(text) ? text : self.masked(text) }
        switch value {
        case .string(let text): return .string(masked(text))
        case .array(let values): return .array(values.map(self.masked))
        case .object(let members):
            return .object(EventParameters(members.map { EventParameter(masked($0.name), self.masked($0.value)) }))
        case .integer, .number:
            let text = value.description
            let shown = masked(text)
            return shown == text ? value : .string(shown)
        case .null, .bool: return value
        }
    }

    /// Returns the text with `***` in place of secrets, and of parts of secrets that were cut off.
    func masked(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var isHidden = [Bool](repeating: false, count: bytes.count)
        for form in forms {
            // Secrets can overlap, so each of them is searched in the whole text.
            for start in bytes.starts(of: form) {
                for index in start..<start + form.count { isHidden[index] = true }
            }
        }
        for end in bytes.starts(of: Self.ellipsis) {
            let start = end + Self.ellipsis.count
            for form in forms {
                let before = bytes[..<end].lengthOfEnd(thatStarts: form)
                if before >= Self.minPartLength { for index in end - before..<end { isHidden[index] = true } }
                let after = form[...].lengthOfEnd(thatStarts: bytes[start...])
                if after >= Self.minPartLength { for index in start..<start + after { isHidden[index] = true } }
            }
        }
        if !isHidden.contains(true) { return text }
        var masked: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if !isHidden[index] {
                masked.append(byte)
            } else if index == 0 || !isHidden[index - 1] {
                masked += Array("***".utf8)
            }
        }
        return String(decoding: masked, as: UTF8.self)
    }

    private static let ellipsis = Array("…".utf8)
}

extension CharacterSet {
    /// The characters that an address can contain without percent-encoding (RFC 3986, section 2.3).
    fileprivate static var unreserved: CharacterSet {
        CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    }
}

extension String {
    /// The string, and the string with each combination of the escapes of names, values and messages.
    fileprivate var forms: Set<String> {
        var forms: Set<String> = [self]
        // A member's name is escaped for a path, the path for a message, and the message for Slack.
        for _ in 1...3 {
            for form in forms {
                forms.formUnion([
                    form.displayable, form.escapedForSlack, EventValue.string(form).description.withoutQuotes,
                    EventValue.string(form).json.withoutQuotes,
                    form.replacing("\\", with: "\\\\").replacing(".", with: "\\."),
                ])
            }
        }
        return forms
    }

    private var withoutQuotes: String { String(dropFirst().dropLast()) }
}

extension [UInt8] {
    /// Returns the indices at which `part` starts. The occurrences can overlap.
    fileprivate func starts(of part: [UInt8]) -> [Int] {
        guard count >= part.count, let first = part.first else { return [] }
        return (0...count - part.count).filter { self[$0] == first && self[$0...].starts(with: part) }
    }
}

extension ArraySlice<UInt8> {
    /// Returns the length of the longest end of these bytes with which `other` starts.
    fileprivate func lengthOfEnd(thatStarts other: some Collection<UInt8>) -> Int {
        let most = Swift.min(count, other.count)
        return (0...most).last { suffix($0).elementsEqual(other.prefix($0)) } ?? 0
    }
}
