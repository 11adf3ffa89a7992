import TrackproofFiles

extension String {
    /// Returns the text with escapes in everything that a CI server would execute as a command.
    ///
    /// CI servers search the output of a job for commands, and an event name in the output could look like a command.
    /// The method escapes one character of each command. The known commands are:
    /// - GitHub: `::` at the beginning of a line, also after white space, and `##[` anywhere
    ///   ([runner, ActionCommand.cs](https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs)).
    /// - Azure Pipelines: `##vso[` and `##[` anywhere
    ///   ([logging commands](https://learn.microsoft.com/azure/devops/pipelines/scripts/logging-commands)).
    /// - TeamCity: `##teamcity[`
    ///   ([service messages](https://www.jetbrains.com/help/teamcity/service-messages.html)).
    ///
    /// Some servers ignore invisible characters, such as joiners, when they search for commands. This method ignores
    /// them too.
    ///
    /// - Parameter escape: A closure that returns the escape of a character in the text's format.
    package func withoutLogCommands(escape: (Unicode.Scalar) -> String = \.escapedForDisplay) -> String {
        guard mayHaveLogCommand else { return self }
        let scalars = unicodeScalars
        var result = ""
        var isAtStart = true
        var follows: Unicode.Scalar?
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let scalar = scalars[index]
            scalars.formIndex(after: &index)
            let rest = scalars[index...]
            let isCommand =
                switch scalar {
                case ":": isAtStart && rest.first { !$0.properties.isDefaultIgnorableCodePoint } == ":"
                case "#": follows == "#" && rest.first { !$0.isCommandNameCharacter } == "["
                default: false
                }
            if isCommand { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
            if scalar.isLineBreak {
                (isAtStart, follows) = (true, nil)
            } else if !scalar.isASCII, scalar.properties.isDefaultIgnorableCodePoint {
                continue
            } else {
                isAtStart = isAtStart && scalar.properties.isWhitespace
                follows = isCommand ? nil : scalar
            }
        }
        return result
    }

    /// Whether the text could contain a command.
    ///
    /// For most texts, the bytes show that there is no command. Checking the bytes is faster than a full search.
    private var mayHaveLogCommand: Bool {
        var copy = self
        return copy.withUTF8 { bytes in
            var isAtStart = true
            var followsHash = false
            for byte in bytes {
                switch byte {
                // A character outside ASCII can be invisible or a line break, so a command can begin after it.
                case 0x80...: isAtStart = true
                case 0x0A...0x0D: (isAtStart, followsHash) = (true, false)
                case UInt8(ascii: ":") where isAtStart: return true
                case UInt8(ascii: "#"):
                    if followsHash { return true }
                    (isAtStart, followsHash) = (false, true)
                default:
                    if byte > 0x20 { isAtStart = false }
                    followsHash = false
                }
            }
            return false
        }
    }

    /// The JSON text with escapes in everything that a CI server would execute as a command.
    ///
    /// The values in the JSON text stay the same.
    package var jsonWithoutLogCommands: String {
        // A JSON escape is valid only inside a string. The method escapes nothing outside of strings, because JSON has
        // no `#` there and no line of JSON begins with a colon.
        withoutLogCommands { "\\u00" + String($0.value, radix: 16) }
    }

    /// The JSON text of a report: as ``jsonWithoutLogCommands``, with an escape for each byte of a path that is not
    /// UTF-8.
    ///
    /// Such bytes have stand-ins, which mean nothing to other programs.
    package var reportJSON: String {
        let text = jsonWithoutLogCommands
        if !text.utf8.contains(0xF4) { return text }
        var scalars = UnicodeScalarView()
        for scalar in text.unicodeScalars {
            // In JSON, the escape needs another backslash.
            let text = scalar.byte == nil ? String(scalar) : "\\" + scalar.escapedForDisplay
            scalars.append(contentsOf: text.unicodeScalars)
        }
        return String(scalars)
    }
}

extension Unicode.Scalar {
    /// The scalar as a readable escape, such as `\u{1b}`. A byte of a path that is not UTF-8 is `\xE9`.
    package var escapedForDisplay: String {
        if let byte { return "\\x" + String(byte, radix: 16, uppercase: true) }
        return "\\u{" + String(value, radix: 16) + "}"
    }

    /// Whether the scalar can be between `##` and `[` in a command.
    fileprivate var isCommandNameCharacter: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
        default: !isASCII && properties.isDefaultIgnorableCodePoint
        }
    }

    private static let lineBreaks: Set<Unicode.Scalar> = [
        "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}",
    ]

    fileprivate var isLineBreak: Bool { Self.lineBreaks.contains(self) }
}
