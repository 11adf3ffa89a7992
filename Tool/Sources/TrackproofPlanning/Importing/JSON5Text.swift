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

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        json.reserveCapacity(bytes.count)
        convert()
    }

    private mutating func convert() {
        while position < bytes.count {
            if skipGap() { continue }
            noteContent()
            switch bytes[position] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): convertText()
            case UInt8(ascii: ","): convertComma()
            case let byte where byte.isOfName && !byte.isDigit: convertWord()
            case let byte:
                json.append(byte)
                position += 1
                // The digits and letters of a number are not a name.
                while byte.isDigit, position < bytes.count, bytes[position].isOfName { copy() }
            }
        }
    }

    private mutating func copy() {
        json.append(bytes[position])
        position += 1
    }

    private func byte(_ offset: Int) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    private mutating func noteContent() {
        contentLine = line
        comments += waiting.map { Comment(text: $0.text, line: $0.line, owner: line) }
        waiting = []
    }

    /// Skips a comment or a byte of white space. Returns `false` if there is neither.
    private mutating func skipGap() -> Bool {
        let first = bytes[position]
        if first == 0x0A { line += 1 }
        if first == 0x20 || first == 0x09 || first == 0x0A || first == 0x0D {
            copy()
            return true
        }
        guard first == UInt8(ascii: "/"), let second = byte(1), second == first || second == UInt8(ascii: "*") else {
            return false
        }
        let (start, startLine) = (position, line)
        position += 2
        while position < bytes.count {
            if second == first, bytes[position] == 0x0A { break }
            if second != first, bytes[position] == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
                position += 2
                break
            }
            if bytes[position] == 0x0A {
                json.append(0x0A)
                line += 1
            }
            position += 1
        }
        json.append(0x20)
        addComment(String(decoding: bytes[start..<position], as: UTF8.self), startLine)
        return true
    }

    private mutating func addComment(_ source: String, _ line: Int) {
        let isLine = source.hasPrefix("//")
        let body = isLine ? source.dropFirst(2) : source.dropFirst(2).dropLast(2)
        let lines = body.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, part) in lines.enumerated() {
            let isSpace = { (character: Character) in character == " " || character == "\r" || character == "\t" }
            let start = part.drop { isSpace($0) || $0 == "*" }
            guard let end = start.lastIndex(where: { !isSpace($0) }) else { continue }
            let text = start[...end]
            if line == contentLine {
                comments.append(Comment(text: String(text), line: line, owner: line))
            } else {
                waiting.append((String(text), line + index))
            }
        }
    }

    /// Converts a text, which ends with the quote with which it begins.
    private mutating func convertText() {
        let quote = bytes[position]
        position += 1
        json.append(UInt8(ascii: "\""))
        while position < bytes.count, bytes[position] != quote {
            switch bytes[position] {
            case 0x0A:
                // The reader of JSON reports the line break.
                line += 1
                copy()
            case UInt8(ascii: "\""): json += Array("\\\"".utf8); position += 1
            case UInt8(ascii: "\\"): convertEscape()
            default: copy()
            }
        }
        if position < bytes.count { json.append(UInt8(ascii: "\"")) }
        position += 1
    }

    private mutating func convertEscape() {
        let next = byte(1)
        switch next {
        case 0x0A:
            // A backslash at the end of a line continues the text. The line break stays after the text.
            line += 1
            position += 2
        case UInt8(ascii: "'"):
            json.append(UInt8(ascii: "'"))
            position += 2
        default:
            copy()
            if position < bytes.count { copy() }
        }
    }

    /// Copies a comma, unless a bracket follows.
    private mutating func convertComma() {
        let comma = json.count
        copy()
        while position < bytes.count, skipGap() {}
        if let next = byte(0), next == UInt8(ascii: "}") || next == UInt8(ascii: "]") { json[comma] = 0x20 }
    }

    /// Copies a word, with quotes if it is a name.
    private mutating func convertWord() {
        let start = position
        while position < bytes.count, bytes[position].isOfName { position += 1 }
        let word = bytes[start..<position]
        var end = position
        while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
        let isName = end < bytes.count && bytes[end] == UInt8(ascii: ":")
        json += isName ? [UInt8(ascii: "\"")] + word + [UInt8(ascii: "\"")] : Array(word)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether the byte can be in a name without quotes, including the bytes of characters outside of ASCII.
    fileprivate var isOfName: Bool {
        isDigit || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self == 0x5F || self == 0x24
            || self >= 0x80
    }
}
