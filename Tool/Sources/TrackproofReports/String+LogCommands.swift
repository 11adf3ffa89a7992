extension String {
    /// The text with one character escaped of whatever a CI server would take for a command in the log.
    ///
    /// Servers read what a job prints, and so what an event's name says. These are known:
    /// - GitHub takes `::` at the beginning of a line, also behind white space, and `##[` anywhere
    ///   ([runner, ActionCommand.cs](https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs)).
    /// - Azure Pipelines takes `##vso[` and `##[` anywhere
    ///   ([logging commands](https://learn.microsoft.com/azure/devops/pipelines/scripts/logging-commands)).
    /// - TeamCity takes `##teamcity[`
    ///   ([service messages](https://www.jetbrains.com/help/teamcity/service-messages.html)).
    ///
    /// Some compare as people read: characters that nobody sees, such as joiners, do not count.
    ///
    /// - Parameter escape: what stands for the character in the text's format.
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
                case "#": follows == "#" && rest.first { !$0.isOfCommandName } == "["
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

    /// Whether a closer look is worth its time. That most texts have no command is seen by their bytes.
    private var mayHaveLogCommand: Bool {
        var copy = self
        return copy.withUTF8 { bytes in
            var isAtStart = true
            var followsHash = false
            for byte in bytes {
                switch byte {
                // What is no ASCII may be invisible, or a line break.
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

    /// JSON without what a CI server would take for a command in the log. It reads as the same.
    package var jsonWithoutLogCommands: String {
        // It begins no line with a colon but in its strings, behind a line break that is no ASCII.
        withoutLogCommands { "\\u00" + String($0.value, radix: 16) }
    }
}

extension Unicode.Scalar {
    /// The character as an escape, for people.
    package var escapedForDisplay: String { "\\u{" + String(value, radix: 16) + "}" }

    /// Whether it may stand between `##` and `[`.
    fileprivate var isOfCommandName: Bool {
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
