extension String {
    /// The string with everything escaped that could steer a terminal or a CI server, start a line or hide text: names
    /// come from outside.
    package var displayable: String { withoutTerminalControl.withoutLogCommands() }

    private var withoutTerminalControl: String {
        if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) || !unicodeScalars.contains(where: \.steersTerminal) { return self }
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.steersTerminal: result += scalar.escapedForDisplay
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The string with each of some characters replaced, also where what follows joins it to one that people read as
    /// another: escaping by `Character` would miss a quote with an accent on it.
    package func replacing(scalar: Unicode.Scalar, with replacement: String) -> String {
        if !unicodeScalars.contains(scalar) { return self }
        var result = ""
        for one in unicodeScalars {
            if one == scalar { result += replacement } else { result.unicodeScalars.append(one) }
        }
        return result
    }
}

extension Unicode.Scalar {
    /// Whether a terminal may take the character for a command, or show the text around it in another order. The
    /// joiner of emoji is harmless.
    package var steersTerminal: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: value != 0x200D
        default: false
        }
    }
}
