import TestSupport

/// A generator of YAML files with random values, styles, comments and blank lines.
///
/// No two comments are equal, so a test can check the order of the comments.
struct RandomYAML {
    private var random: SeededGenerator
    private var text = ""
    private(set) var comments: [String] = []
    private var names = 0
    /// The maximum column of a comment. In a later column, the comment would be a part of the block scalar before it.
    private var limit = Int.max

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// Returns the text of a file, and the comments in the order of the file.
    static func file(seed: UInt64) -> (text: String, comments: [String]) {
        var yaml = RandomYAML(seed: seed)
        if yaml.chance(5) { yaml.text += "\u{FEFF}" }
        yaml.lines(indent: 0)
        if yaml.chance(10) { yaml.text += yaml.chance(50) ? "---\n" : "%YAML 1.1\n---\n" }
        if yaml.chance(10) {
            yaml.flow(isObject: true, depth: 0, indent: 1)
            yaml.endLine()
        } else {
            yaml.object(indent: yaml.chance(10) ? 1 : 0, depth: 0)
        }
        yaml.lines(indent: 0)
        if yaml.chance(20), yaml.text.hasSuffix("\n") { yaml.comment() }
        var text = yaml.text
        if yaml.chance(10) {
            text = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        }
        return (text, yaml.comments)
    }

    // MARK: Chance

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    private mutating func any<Value>(_ values: [Value]) -> Value { values[number(0...values.count - 1)] }

    // MARK: Comments

    private mutating func comment() {
        let comment = any(["# ", "#", "#! ", "# a: [", "# \"'", "#é "]) + "#\(comments.count)"
        comments.append(comment)
        text += comment + (chance(10) ? " \t" : "")
    }

    /// Appends blank lines and comments.
    private mutating func lines(indent: Int) {
        while chance(20) {
            if chance(50) {
                text += any(["\n", "\n\n\n", "  \n"])
            } else {
                spaces(min(limit, max(0, indent + (chance(30) ? number(-4...4) : 0))))
                comment()
                text += "\n"
            }
        }
    }

    private mutating func endLine() {
        if chance(15) {
            text += any([" ", "  ", "\t"])
            comment()
        } else if chance(5) {
            text += "  "
        }
        text += "\n"
    }

    // MARK: Blocks

    private mutating func spaces(_ count: Int) { text += String(repeating: " ", count: count) }

    private mutating func object(indent: Int, depth: Int, isCompact: Bool = false) {
        for index in 0..<number(1...4) {
            if index > 0 || !isCompact {
                lines(indent: indent)
                spaces(indent)
            }
            names += 1
            if chance(4) {
                text += "? " + name() + (chance(50) ? " " : "")
                endLine()
                lines(indent: indent)
                spaces(indent)
                text += ":"
            } else {
                text += name() + any(["", "", " "]) + ":"
            }
            value(indent: indent, depth: depth, isInObject: true)
        }
    }

    private mutating func list(indent: Int, depth: Int, isCompact: Bool = false) {
        for index in 0..<number(1...3) {
            if index > 0 || !isCompact {
                lines(indent: indent)
                spaces(indent)
            }
            text += "-"
            value(indent: indent, depth: depth, isInObject: false)
        }
    }

    private mutating func value(indent: Int, depth: Int, isInObject: Bool) {
        limit = Int.max
        let inner = indent + number(1...4)
        switch depth > 4 ? 9 : number(0...12) {
        case 0...2:
            endLine()
            object(indent: inner, depth: depth + 1)
        case 3:
            endLine()
            list(indent: isInObject && chance(50) ? indent : inner, depth: depth + 1)
        case 4 where !isInObject:
            text += " "
            object(indent: indent + 2, depth: depth + 1, isCompact: true)
        case 5 where !isInObject:
            text += " "
            list(indent: indent + 2, depth: depth + 1, isCompact: true)
        case 6: block(indent: inner, parent: indent)
        case 7: endLine()
        case 8...9:
            gap(indent: inner)
            flow(isObject: chance(70), depth: depth, indent: inner)
            endLine()
        default:
            gap(indent: inner)
            text += scalar(isInFlow: false, indent: inner)
            endLine()
        }
    }

    /// Appends the white space before a value: spaces, or sometimes a line break with comments.
    private mutating func gap(indent: Int) {
        if chance(8) {
            endLine()
            lines(indent: indent)
            spaces(indent)
        } else {
            text += any([" ", " ", "   "])
        }
    }

    private mutating func block(indent: Int, parent: Int) {
        limit = parent
        let isIndented = chance(20)
        text += " " + any(["|", ">"]) + (isIndented ? "\(indent - parent)" : "") + any(["", "", "-", "+"])
        endLine()
        for index in 0..<number(0...4) {
            if chance(20) {
                text += any(["\n", String(repeating: " ", count: index > 0 ? indent + 2 : 0) + "\n"])
            } else {
                spaces(indent + (index > 0 && chance(20) || isIndented ? number(0...3) : 0))
                text += any(["word", "two words", "# no comment", "- a", "a: b", "end ", "'", "é\tx", "{"]) + "\n"
            }
        }
    }

    // MARK: Flow

    private mutating func flow(isObject: Bool, depth: Int, indent: Int) {
        text += isObject ? "{" : "["
        flowGap(indent: indent)
        let count = number(0...5)
        for index in 0..<count {
            names += 1
            if isObject || chance(5) {
                text += name(isInFlow: true) + (isObject && chance(5) ? "" : ": ")
                if text.hasSuffix(" ") { flowGap(indent: indent) }
            }
            if text.hasSuffix(":") || !isObject || chance(90),
                text.last.map({ " \n{[".contains($0) || $0 == "," }) ?? true
            {
                if depth < 5, chance(20) {
                    flow(isObject: chance(60), depth: depth + 1, indent: indent)
                } else {
                    text += scalar(isInFlow: true, indent: indent)
                }
            }
            flowGap(indent: indent)
            if index < count - 1 || chance(5) {
                text += ","
                flowGap(indent: indent)
            }
        }
        text += isObject ? "}" : "]"
    }

    private mutating func flowGap(indent: Int) {
        if chance(3) {
            endLine()
            lines(indent: indent)
            spaces(indent)
        } else if chance(50) {
            text += " "
        }
    }

    // MARK: Scalars

    private mutating func name(isInFlow: Bool = false) -> String {
        any([
            "a\(names)", "a\(names)", "'q\(names)'", "\"d\(names)\"", "\"\\u0041\(names)\"", "\(names)",
            "'on \(names)'",
        ])
    }

    private mutating func scalar(isInFlow: Bool, indent: Int) -> String {
        let long = Array(repeating: "lorem ipsum #dolor it's", count: number(1...8)).joined(separator: " ")
        let lines = ["several", "lines", "of", "words"].joined(
            separator: any([" ", "\n" + String(repeating: " ", count: indent)]))
        var scalars = [
            "1", "1.0", "0x1F", "-2.50", "1e3", "true", "~", "null", "word", "two words", "a#b", "it's", "y", "5.2.0",
            "2027-01-01", "é日本😀", "a:b", "'a: b'", "\"#\"", "' # '", "\"a\\nb\"", "'^\\d+$'", "\"\\t\"", "''", "\"on\"",
            "'x'", "\"a, b\"", "'[a]'", "'it''s'", "\"\\\"q\\\"\"", "!!str 12", "!!str x", "!!str ", "\"\\u200B\"",
            lines,
            "'" + lines + "'", "\"" + lines + "\"", "\"one\\\n" + String(repeating: " ", count: indent) + "two\"",
            "'" + long.replacing("'", with: "''") + "'", "\"" + long + "\"",
            "'\(lines)\n\n\(String(repeating: " ", count: indent))x'",
        ]
        if !isInFlow { scalars += ["a, b", "what? [x] {y}", long.replacing("#", with: ""), "\u{A0}x", "👩\u{200D}🔬"] }
        return any(scalars)
    }
}
