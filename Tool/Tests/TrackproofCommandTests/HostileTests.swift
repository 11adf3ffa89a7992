import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("Hostile names do no harm", .timeLimit(.minutes(15)))
struct HostileTests {
    /// A hostile name of an event.
    ///
    /// The name has a line break, a command of GitHub's runner, Markdown for tables and code, XML, control characters
    /// of terminals (ESC, CSI as one character, NUL), reversed text and a percent escape.
    static let name = "x\n::error::pwn|`code`</failure>\r\u{1B}[31m\u{9B}2J\u{0}\u{202E}%0A,\"'&"
    static let shown = #"x\n::error::pwn|`code`</failure>\r\u{1b}[31m\u{9b}2J\u{0}\u{202e}%0A,"'&"#
    /// The name in quotes, as reports show it. Because the name has unsafe characters, reports also escape its quotes.
    static let quoted = #"x\n::error::pwn|`code`</failure>\r\u{1b}[31m\u{9b}2J\u{0}\u{202e}%0A,\"'&"#

    private func place() throws -> Workplace {
        let name = String(decoding: try JSONEncoder().encode(Self.name), as: UTF8.self)
        return try Workplace(
            recording: """
                {"name":\(name),"user":\(name),"parameters":{\(name):\(name)}}
                {"name":"b","parameters":{"x":1,\(name):{\(name):[\(name)]}}}
                {"name":"=1+1","source":\(name)}
                {"name":"a"}

                """)
    }

    /// Returns the characters that could control a terminal, except line breaks.
    private func terminalControls(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter {
            ($0.properties.generalCategory == .control || $0.properties.generalCategory == .format) && $0 != "\n"
        }
    }

    @Test(arguments: [
        "verify r.ndjson --snapshot s.json", "verify r.ndjson --snapshot s.json --report markdown",
        "verify r.ndjson --snapshot s.json --report junit", "verify r.ndjson --snapshot s.json --report github",
        "diff s.json r.ndjson --format markdown", "diff s.json r.ndjson", "show r.ndjson",
        "accept r.ndjson --snapshot \"$(printf 's\\033[31m\\nx.json')\"",
        "show \"$(printf 'nothing\\033[31m\\n::error::pwn')\"",
    ])
    func noNameControlsATerminalOrStartsALine(call: String) async throws {
        let place = try place()
        let outcome = try await place.shell("trackproof \(call)")
        #expect(outcome.status == 1 || outcome.status == 0 || outcome.status == 66)
        let printed = outcome.output + outcome.errors
        #expect(terminalControls(printed) == [])
        let lines = printed.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("::error::") } == [])
        #expect(printed.contains("u{1b}[31m"))
    }

    @Test func aNameAddsNoLineToTheEventTable() async throws {
        let outcome = try await place().trackproof("show", "r.ndjson")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines[1].hasPrefix("1  track  " + Self.shown))
        #expect(lines[3] == "3  track  =1+1" + String(repeating: " ", count: 36) + "  (" + Self.shown + ")")
    }
}

/// The elements, names and failures that an XML parser reads from a JUnit report.
final class JUnitDocument: NSObject, XMLParserDelegate {
    private(set) var elements: [String] = []
    private(set) var names: [String] = []
    private(set) var failures: [String] = []
    private var isInFailure = false

    init(_ text: String) throws {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements.append(name)
        if let name = attributes["name"] { names.append(name) }
        isInFailure = name == "failure"
        if isInFailure { failures.append("") }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if isInFailure { failures[failures.count - 1] += text }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        isInFailure = false
    }
}
