@_spi(Tooling) internal import TrackproofFiles

extension String {
    /// The string, with escapes for everything that could control a terminal or a CI server, start a line or hide text.
    ///
    /// Some texts, such as event names, come from the app under test and can contain any character.
    package var displayable: String { withoutTerminalControl.withoutLogCommands() }

    private var withoutTerminalControl: String {
        if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) || !unicodeScalars.contains(where: \.isTerminalControl) {
            return self
        }
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.isTerminalControl: result += scalar.escapedForDisplay
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns the string with each occurrence of a scalar replaced.
    ///
    /// The method also finds a scalar that forms one `Character` with the next scalar. For example, a search by
    /// `Character` would miss a quotation mark that is followed by a combining accent.
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
    /// Whether a terminal could interpret the scalar as a command, or show the text around it in another order.
    ///
    /// The value is also `true` for the stand-in for a byte of a path, which is not the character that it seems to be.
    ///
    /// U+200D, which joins emoji, is a format character too. The value for U+200D is `false`, because it is harmless.
    package var isTerminalControl: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        if byte != nil { return true }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: value != 0x200D
        default: false
        }
    }
}
