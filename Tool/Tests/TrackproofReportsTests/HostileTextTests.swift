import Foundation
import TestSupport
import Testing
import Trackproof
@testable import TrackproofReports
import TrackproofSnapshots

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Tests that the text of an event never becomes a command or markup, in each format of a report.
@Suite("Reports with hostile text")
struct HostileTextTests {
    /// Special characters of the formats, characters that combine with them, and commands of CI servers.
    static let parts =
        [
            "\"", "'", "`", "``", "|", "\\", "<", ">", "&", "[", "]", "(", ")", "!", "*", ",", ";", "=", "+", "-", "@",
            "#",
        ]
        + ["##[", "##vso[", "##teamcity[", "::", ":", "%", "0A", "25", "a", "link", "</failure>", "]]>", "file=x"]
        + [" ", "\n", "\r", "\r\n", "\t", "\u{B}", "\u{85}", "\u{A0}", "\u{2028}", "\u{1B}[31m", "\u{202E}", "\u{0}"]
        + ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{34F}", "\u{AD}", "\u{20E3}", "\u{FFFE}", "é", "👩‍👩‍👧", "\u{E0041}"]

    static func text(_ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...9, using: &generator)).map { _ in parts.randomElement(using: &generator) ?? "" }
            .joined()
    }

    private func event(_ generator: inout SeededGenerator) -> Event {
        var parameters: EventParameters = [:]
        for _ in 0..<Int.random(in: 0...2, using: &generator) {
            parameters[Self.text(&generator)] = .string(Self.text(&generator))
        }
        return Event(Self.text(&generator), parameters)
    }

    private func report(_ generator: inout SeededGenerator) -> Report {
        let expected = (0..<3).map { _ in event(&generator) }
        var actual = [expected[0], expected[1], event(&generator)]
        actual[0].parameters[Self.text(&generator)] = .string(Self.text(&generator))
        return Report(
            snapshot: Self.text(&generator), recording: Self.text(&generator),
            comparison: Comparison(of: Recording(actual), with: Snapshot(expected)),
            failures: [Self.text(&generator)])
    }

    /// Runs `body` with random reports.
    private func forReports(_ body: (Report) throws -> Void) rethrows {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<rounds(60, deep: 1_500) { try body(report(&generator)) }
    }

    // MARK: Logs of CI servers

    /// Returns the lines that a CI server would run as commands. Like CI servers, ignores invisible characters.
    static func commands(in text: String) -> [String] {
        let lines = text.unicodeScalars.split { ["\n", "\r", "\u{85}", "\u{2028}"].contains($0) }
        return lines.map { line in
            String(String.UnicodeScalarView(line.filter { !$0.properties.isDefaultIgnorableCodePoint }))
        }.filter { line in
            let text = Self.ascii(line.unicodeScalars.drop(while: \.properties.isWhitespace))
            return text.hasPrefix("::") || text.contains(/##[A-Za-z0-9._-]*\[/)
        }
    }

    /// Replaces each scalar that is not ASCII with a question mark.
    ///
    /// Otherwise, such a scalar could form one `Character` with the end of a command, and the test would miss the
    /// command.
    private static func ascii(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        String(scalars.map { $0.isASCII ? Character($0) : "?" })
    }

    @Test(arguments: [ReportKind.text, .json, .markdown, .junit, .csv])
    func noLineIsACommandOfACIServer(kind: ReportKind) {
        forReports { #expect(Self.commands(in: $0.render(kind)) == []) }
    }

    @Test func annotationsAreTheOnlyCommands() {
        forReports { report in
            for line in report.render(.github).split(separator: "\n") {
                // GitHub's runner reads the properties of a command up to the next `::`, and separates the properties
                // at commas.
                let scalars = Array(line.unicodeScalars)
                #expect(scalars.starts(with: "::error file=".unicodeScalars))
                let end = scalars.indices.dropFirst(2).first { scalars[$0...].starts(with: "::".unicodeScalars) } ?? 0
                let properties = scalars[..<end].split(separator: ",")
                #expect(properties.count == 2)
                #expect(properties.last?.starts(with: "title=".unicodeScalars) == true)
                let message = Self.ascii(scalars[end...].dropFirst(2))
                #expect(!message.isEmpty && !message.contains(/%(?!25)/))
                #expect(!Self.ascii(scalars).contains(/##[A-Za-z0-9._-]*\[/))
            }
        }
    }

    // MARK: Formats

    private func section(_ report: Report) -> ComparisonSection? {
        report.sections.first as? ComparisonSection
    }

    @Test func eachFormIsTheSameAfterReading() throws {
        try forReports { report in
            let read = try Report(json: Array(report.render(.json).utf8), file: "r.json")
            for kind in ReportKind.allCases { #expect(read.render(kind) == report.render(kind)) }
            let failures = [read, report].map { section($0)?.failures.map { Array($0.utf8) } }
            #expect(failures[0] == failures[1])
        }
    }

    @Test func junitIsWellFormed() throws {
        forReports { report in
            let text = report.render(.junit)
            #expect(XMLParser(data: Data(text.utf8)).parse(), "\(text)")
            let count = (section(report)?.comparison.differences.count ?? 0) + 1
            #expect(text.ranges(of: "<testcase ").count == count)
        }
    }

    @Test func markdownShowsEventTextOnlyAsCode() {
        forReports { report in
            let lines = report.render(.markdown).split(separator: "\n")
            for line in lines.dropFirst() where !line.hasPrefix("| |") && !line.hasPrefix("|---") {
                let cells = line.hasPrefix("|") ? Self.cells(line) : [Array(line.unicodeScalars)]
                if line.hasPrefix("|") { #expect(cells.count == 4, "\(line)") }
                for cell in cells {
                    let rest = Self.textOutsideCode(cell)
                    #expect(
                        rest.wholeMatch(of: /(\*\*[a-z]+\*\*|number \d+|nothing|missing|fewer|against|- |[ ])*/) != nil,
                        "\(line): \(rest)")
                }
            }
        }
    }

    /// Tests the history, whose sentences have names of events, kinds and revisions from outside.
    @Test func markdownShowsTheHistoryOnlyAsCode() {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<rounds(60, deep: 1_500) {
            let run = HistorySummary.Run(
                id: "1", started: .now, revision: Self.text(&generator), isPassed: false, differenceCount: 1,
                findingCount: 0)
            let problems = HistorySummary.State.allCases.map { state in
                HistorySummary.Problem(
                    event: Self.text(&generator), kind: Self.text(&generator), state: state, since: run,
                    failureCount: 1, runCount: 2)
            }
            var report = report(&generator)
            report.history = HistorySummary(runs: [run], problems: problems, lastSeen: [])
            let text = report.render(.markdown)
            let lines = text.components(separatedBy: "#### History\n\n").last?.split(separator: "\n") ?? []
            #expect(lines.count >= 2)
            for line in lines {
                let rest = Self.textOutsideCode(Array(line.unicodeScalars))
                #expect(rest.wholeMatch(of: /[A-Za-z0-9 ,.:()%?-]*/) != nil, "\(line): \(rest)")
            }
        }
    }

    /// Returns the cells of a table row. A pipe without a backslash before it separates two cells.
    private static func cells(_ row: Substring) -> [[Unicode.Scalar]] {
        var cells: [[Unicode.Scalar]] = [[]]
        var previous: Unicode.Scalar?
        for scalar in row.unicodeScalars {
            if scalar == "|", previous != "\\" { cells.append([]) } else { cells[cells.count - 1].append(scalar) }
            previous = scalar
        }
        return Array(cells.dropFirst().dropLast())
    }

    /// Returns the text outside code spans. In CommonMark, a code span ends with as many backticks as it begins with.
    private static func textOutsideCode(_ text: [Unicode.Scalar]) -> String {
        var rest = String.UnicodeScalarView()
        var index = 0
        func run(at start: Int) -> Int { text[start...].prefix { $0 == "`" }.count }
        while index < text.count {
            let fence = run(at: index)
            guard fence > 0 else {
                rest.append(text[index])
                index += 1
                continue
            }
            var end = index + fence
            while end < text.count, run(at: end) != fence { end += max(1, run(at: end)) }
            guard end < text.count else {
                rest += text[index...]
                break
            }
            index = end + fence
        }
        return String(rest)
    }

    // MARK: Length

    /// Tests the length of a report. GitHub refuses a comment of more than 65,536 characters.
    @Test(arguments: ["x", "`", "|", "\u{E0041}", "👩‍👩‍👧", "e\u{301}\u{301}\u{301}"])
    func markdownFitsIntoAComment(part: String) {
        let long = String(repeating: part, count: 600)
        let events = (0..<110).map { Event("\($0)\(long)", ["a\(long)": .string(long), "b\(long)": .string(long)]) }
        let report = Report(
            snapshot: long, recording: long,
            comparison: Comparison(of: Recording(), with: Snapshot(events)),
            failures: (0..<30).map { "\($0)\(long)" })
        let text = report.render(.markdown)
        #expect(text.utf16.count <= 65_536)
        let shown = text.split(separator: "\n").count { $0.hasPrefix("| **missing**") }
        #expect(text.hasSuffix("\n\n… and \(110 - shown) more.\n"))
        #expect(text.contains("\n- … and 10 more\n"))
    }

    @Test func aDifferenceOfManyParametersIsShortened() {
        let names = (0..<300).map { EventParameter("p\($0)", .integer(1)) }
        let report = Report(
            snapshot: "s", recording: "r",
            comparison: Comparison(
                of: Recording([Event("a", ["x": 1])]),
                with: Snapshot([Event("a", EventParameters(names + [EventParameter("x", .integer(1))]))])))
        let rows = report.render(.markdown).split(separator: "\n").filter { $0.hasPrefix("|") }
        #expect(rows.count == 2 + 20 + 1)
        #expect(rows.last == "|  | … and 280 more parameters |  |  |")
    }
}
