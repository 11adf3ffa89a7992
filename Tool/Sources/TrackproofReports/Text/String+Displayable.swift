import TrackproofFiles
package import TrackproofPlanning
package import TrackproofSnapshots

extension String {
    /// The string, with escapes for everything that could control a terminal or a CI server, start a line or hide text.
    ///
    /// Some texts, such as event names, come from the app under test and can contain any character.
    package var displayable: String { withoutTerminalControl(keeping: { _ in nil }).withoutLogCommands() }

    /// Returns text for people, with an escape for everything that could control a terminal or a CI server, or hide
    /// text. Line breaks, tabs and the escape sequences of `style` stay.
    package func displayableLines(_ style: TextStyle) -> String {
        // Most texts have nothing to escape, and can be long.
        let isPlain = unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || !$0.mayControlTerminal }
        if isPlain { return withoutLogCommands() }
        let sequences = style.escapeSequences.map { Array($0.unicodeScalars) }
        return withoutTerminalControl { rest in
            if rest.first == "\n" || rest.first == "\t" { return 1 }
            return sequences.first { rest.starts(with: $0) }?.count
        }.withoutLogCommands()
    }

    /// The string with control characters of terminals as JSON escapes, such as `\u001b`. The string must be JSON or CSV.
    package var escapedForTerminal: String {
        let kept = { (rest: Substring.UnicodeScalarView) in rest.first == "\n" || rest.first == "\t" ? 1 : nil }
        return replacing("\r\n", with: "\n").withoutTerminalControl(keeping: kept) { scalar in
            scalar.utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        }
    }

    /// Returns the string with an escape for each scalar that could control a terminal.
    ///
    /// - Parameters:
    ///   - kept: Returns the number of scalars to keep without an escape at the start of a text that begins with
    ///     such a scalar, or `nil` to escape the first scalar.
    ///   - escape: Returns the escape of a scalar.
    private func withoutTerminalControl(
        keeping kept: (Substring.UnicodeScalarView) -> Int?, escape: (Unicode.Scalar) -> String = \.escapedControl
    ) -> String {
        if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) || !unicodeScalars.contains(where: \.mayControlTerminal) {
            return self
        }
        var result = String.UnicodeScalarView()
        var rest = unicodeScalars[...]
        while let scalar = rest.first {
            if scalar.controlsTerminal(after: result.last, before: rest.dropFirst().first) {
                if let count = kept(rest) {
                    result.append(contentsOf: rest.prefix(count))
                    rest = rest.dropFirst(count)
                    continue
                }
                result.append(contentsOf: escape(scalar).unicodeScalars)
            } else {
                result.append(scalar)
            }
            rest = rest.dropFirst()
        }
        return String(result)
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
    fileprivate var escapedControl: String {
        switch self {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: escapedForDisplay
        }
    }

    /// Whether a terminal could interpret the scalar as a command, show the text around it in another order, or not show
    /// it at all.
    ///
    /// U+200D, which joins emoji, is a format character too. The value for U+200D is `false`, because it is harmless
    /// between emoji.
    package var isTerminalControl: Bool { mayControlTerminal && value != 0x200D }

    fileprivate var mayControlTerminal: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        // A stand-in for a byte of a path is not the character that it seems to be.
        if byte != nil { return true }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
        }
    }

    /// Returns whether the scalar could control a terminal or is invisible between these neighbours.
    ///
    /// U+200D is visible only between two scalars that are not ASCII, where it joins emoji or letters.
    fileprivate func controlsTerminal(after previous: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
        if value != 0x200D { return mayControlTerminal }
        return previous.map { $0.isASCII || $0.mayControlTerminal } ?? true
            || next.map { $0.isASCII || $0.mayControlTerminal } ?? true
    }
}

extension String {
    /// The text with an uppercase first letter, to begin a sentence.
    var asSentence: String { prefix(1).uppercased() + dropFirst() }
}
