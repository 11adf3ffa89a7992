/// A converter of JSON5 texts into JSON texts with the same lines.
///
/// It replaces comments, names without quotes, texts in single quotes and commas before a closing bracket. The reader of
/// JSON rejects all other additions of JSON5, such as hexadecimal numbers.
struct JSON5Text {
    /// A comment, with the number of its line and of the line that it belongs to, from 1.
    struct Comment {
        let text: String
        let line: Int
        let owner: Int
    }

    private(set) var json: [UInt8] = []
    private(set) var comments: [Comment] = []
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    /// The line of the last byte that is not in a comment and not white space.
    private var contentLine = 0
    /// The comments since the last content, with their lines.
    private var waiting: [(text: String, line: Int)] = []
    /// The position in the JSON text of a comma, if no content follows it yet.
    private var comma: Int?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        json.reserveCapacity(bytes.count)
        while let byte = byte(0) {
            if byte.isSpace {
                copy()
            } else if byte == UInt8(ascii: "/"), skipComment() {
                continue
            } else {
                convert(byte)
            }
        }
    }

    private func byte(_ offset: Int) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    private mutating func copy() {
        if bytes[position] == UInt8(ascii: "\n") { line += 1 }
        json.append(bytes[position])
        position += 1
    }

    /// Converts the next text, word, number, bracket or other mark.
    private mutating func convert(_ byte: UInt8) {
        contentLine = line
        comments += waiting.map { Comment(text: $0.text, line: $0.line, owner: line) }
        waiting = []
        let last = comma
        comma = byte == UInt8(ascii: ",") ? json.count : nil
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): convertText(quote: byte)
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            if let last { json[last] = UInt8(ascii: " ") }
            copy()
        case _ where byte.isOfName && !byte.isDigit: convertWord()
        default:
            copy()
            // The digits and letters of a number are not a name.
            while byte.isDigit, self.byte(0)?.isOfName == true { copy() }
        }
    }

    // MARK: Comments

    /// Skips a comment. Returns `false` if there is no comment.
    private mutating func skipComment() -> Bool {
        let isLine = byte(1) == UInt8(ascii: "/")
        guard isLine || byte(1) == UInt8(ascii: "*") else { return false }
        let (start, startLine) = (position, line)
        position += 2
        while let next = byte(0), !(isLine && next == UInt8(ascii: "\n")) {
            if next == UInt8(ascii: "\n") {
                copy()
            } else if !isLine, next == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
                position += 2
                break
            } else {
                position += 1
            }
        }
        json.append(UInt8(ascii: " "))
        let source = String(decoding: bytes[start..<position], as: UTF8.self)
        addComment(isLine ? source.dropFirst(2) : source.dropFirst(2).dropLast(2), startLine)
        return true
    }

    private mutating func addComment(_ body: Substring, _ line: Int) {
        let lines = body.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, part) in lines.enumerated() {
            let isSpace = { (character: Character) in character == " " || character == "\r" || character == "\t" }
            let start = part.drop { isSpace($0) || $0 == "*" }
            guard let end = start.lastIndex(where: { !isSpace($0) }) else { continue }
            let text = String(start[...end])
            if line == contentLine {
                comments.append(Comment(text: text, line: line, owner: line))
            } else {
                waiting.append((text, line + index))
            }
        }
    }

    // MARK: Texts and words

    /// Converts a text, which ends with the quote with which it begins.
    private mutating func convertText(quote: UInt8) {
        position += 1
        json.append(UInt8(ascii: "\""))
        while let next = byte(0), next != quote {
            switch (next, byte(1)) {
            case (UInt8(ascii: "\""), _):
                json += Array("\\\"".utf8)
                position += 1
            case (UInt8(ascii: "\\"), UInt8(ascii: "\n")):
                // A backslash at the end of a line continues the text. The line break stays after the text.
                line += 1
                position += 2
            case (UInt8(ascii: "\\"), UInt8(ascii: "'")):
                position += 1
                copy()
            case (UInt8(ascii: "\\"), .some):
                copy()
                copy()
            // The reader of JSON reports a line break.
            default: copy()
            }
        }
        if position < bytes.count { json.append(UInt8(ascii: "\"")) }
        position += 1
    }

    /// Copies a word, with quotes if it is a name.
    private mutating func convertWord() {
        let start = position
        while byte(0)?.isOfName == true { position += 1 }
        let word = bytes[start..<position]
        let next = bytes[position...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        json += next == UInt8(ascii: ":") ? [UInt8(ascii: "\"")] + word + [UInt8(ascii: "\"")] : Array(word)
    }
}

extension UInt8 {
    /// Whether the byte is white space in JSON.
    var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether the byte can be in a name without quotes, including the bytes of characters outside of ASCII.
    fileprivate var isOfName: Bool {
        isDigit || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self == 0x5F || self == 0x24
            || self >= 0x80
    }
}
