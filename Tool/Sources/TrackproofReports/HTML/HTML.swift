import TrackproofPlatform

/// HTML markup in which interpolated texts are escaped.
///
/// A string literal is markup. An interpolated text is escaped, so a text from outside can never become markup:
///
/// ```swift
/// let row: HTML = "<tr data-kind=\"\(kind)\"><td>\(name)</td></tr>"
/// ```
struct HTML: ExpressibleByStringInterpolation, Sendable, Hashable {
    private(set) var markup: String

    init(stringLiteral markup: StaticString) { self.markup = "\(markup)" }

    init(stringInterpolation: StringInterpolation) { markup = stringInterpolation.markup }

    /// Creates markup from bytes that need no escapes, such as a style sheet or a script of Trackproof.
    init(trusted bytes: [UInt8]) { markup = String(decoding: bytes, as: UTF8.self) }

    /// Creates markup from a text in which backticks surround names and code.
    init(marked text: String) {
        let parts = text.cut(to: HTMLLimits.text).split(separator: "`", omittingEmptySubsequences: false)
        self = .joined(
            parts.enumerated().map { index, part in
                // Without an end, a backtick begins no code.
                let isCode = index % 2 == 1 && index + 1 < parts.count
                return isCode ? "<code>\(String(part))</code>" : "\(String(part))"
            })
    }

    /// The number of bytes in UTF-8.
    var size: Int { markup.utf8.count }

    static func += (left: inout HTML, right: HTML) { left.markup += right.markup }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            markup.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        mutating func appendLiteral(_ literal: StaticString) { markup += "\(literal)" }

        /// Appends markup. Appends nothing if the markup is `nil`.
        mutating func appendInterpolation(_ html: HTML?) { if let html { markup += html.markup } }

        /// Appends a text, cut to `limit` Unicode scalars and escaped.
        mutating func appendInterpolation(_ text: String, limit: Int = HTMLLimits.text) {
            markup += text.cut(to: limit).escapedForHTML
        }

        /// Appends a name, a path or a title, cut and escaped. A browser can break a long word of it after a part.
        ///
        /// Do not use a name in an attribute, because it can contain the element `<wbr>`.
        mutating func appendInterpolation(name: String) {
            var (part, length, canBreak) = ("", 0, false)
            for character in name.cut(to: HTMLLimits.name).displayable {
                if canBreak {
                    markup += part.escapedForHTML + "<wbr>"
                    (part, length) = ("", 0)
                }
                part.append(character)
                length = character.isWhitespace ? 0 : length + 1
                canBreak = length >= 30 || length >= 12 && "_./-".contains(character)
            }
            markup += part.escapedForHTML
        }

        /// Appends a text of any length, escaped.
        mutating func appendInterpolation(whole text: String) { markup += text.escapedForHTML }

        /// Appends a number with a comma between thousands.
        mutating func appendInterpolation(_ number: Int) { markup += number.grouped }

        /// Appends a number without commas, for an attribute.
        mutating func appendInterpolation(plain number: Int) { markup += "\(number)" }

        /// Appends a number with a noun, such as `1 event` or `2 events`.
        mutating func appendInterpolation(_ number: Int, _ noun: StaticString) { markup += number.counted("\(noun)") }

        /// Appends a sentence, with markup for names and code.
        mutating func appendInterpolation(_ sentence: Sentence?) {
            for part in sentence?.parts ?? [] {
                switch part {
                case .words(let words): appendInterpolation(words)
                case .name(let name): appendInterpolation("<strong>\(name: name)</strong>" as HTML)
                case .code(let code): appendInterpolation("<code>\(name: code)</code>" as HTML)
                }
            }
        }
    }
}

extension HTML {
    /// Returns the parts, joined with a separator between them.
    static func joined(_ parts: some Sequence<HTML>, separator: HTML = "") -> HTML {
        parts.reduce(into: "") { html, part in
            if html.size > 0 { html += separator }
            html += part
        }
    }

    /// Returns the heading of a column, or of a column of numbers.
    static func column(_ title: HTML) -> HTML { "<th scope=\"col\">\(title)</th>" }
    static func number(_ title: HTML) -> HTML { "<th scope=\"col\" class=\"number\">\(title)</th>" }

    /// Returns a table that a reader can scroll sideways.
    ///
    /// - Parameter body: The rows of the table, or `<tbody>` elements if `isBodies` is `true`.
    static func table(
        _ label: HTML, class style: HTML = "", _ columns: [HTML], _ body: HTML, isBodies: Bool = false
    ) -> HTML {
        let attribute: HTML = style.size == 0 ? "" : " class=\"\(style)\""
        let bodies: HTML = isBodies ? body : "<tbody>\n\(body)</tbody>\n"
        return """
            <div class="wide" tabindex="0" role="region" aria-label="\(label)">
            <table\(attribute)>
            <thead><tr>\(.joined(columns))</tr></thead>
            \(bodies)</table>
            </div>

            """
    }

    /// Returns a label with the owner of an event, or no markup if there is no owner.
    static func owner(_ owner: String?) -> HTML {
        owner.map { " <span class=\"chip\">owner: \(name: $0)</span>" } ?? ""
    }
}

extension String {
    /// The text with escapes, for use in an HTML element or in a quoted attribute.
    ///
    /// The text has escapes for the special characters of HTML, for characters that HTML forbids, and for characters
    /// that are invisible or change the direction of the text.
    var escapedForHTML: String {
        let text = displayable
        if !text.utf8.contains(where: \.needsEscape) { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case _ where scalar.value >= 0xFDD0 && scalar.properties.isNoncharacterCodePoint:
                result += scalar.escapedForDisplay
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension UInt8 {
    /// Whether the byte is a special character of HTML, or can begin a character that HTML forbids.
    fileprivate var needsEscape: Bool {
        switch self {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"), 0xEF...:
            true
        default: false
        }
    }
}
