import Foundation
public import Testing

/// Compares a transcript, a golden file `Golden/NAME.txt` with inputs and outputs, with the outputs of this build.
///
/// A step of a transcript is one or more lines of input and the lines of its output, which are indented by four spaces.
/// Blank lines, and lines that begin with `#` or `==`, separate steps. If the output of a step is empty, its line of
/// output is `(nothing)`. To add a step, write its input, and record the output with `TRACKPROOF_RECORD=all`.
///
/// An input that has several lines, or that begins with a quote, is written as a JSON string.
///
/// - Parameter output: A function that returns the output for the input lines of one step. It also gets the text of the
///   last line that begins with `==`.
public func expectTranscript(
    _ name: String, filePath: StaticString = #filePath, sourceLocation: SourceLocation = #_sourceLocation,
    _ output: (_ title: String, _ input: [String]) throws -> String
) throws {
    let accepted = try #require(GoldenFile(name, filePath).text, "there is no transcript \(name)")
    var lines: [String] = []
    var input: [String] = []
    var title = ""
    func endStep() throws {
        if input.isEmpty { return }
        let text = try output(title, try input.map(Transcript.decoded))
        lines += input + (text.isEmpty ? "(nothing)" : text).components(separatedBy: "\n").map { "    " + $0 }
        input = []
    }
    for line in accepted.components(separatedBy: "\n") {
        if line.hasPrefix("    ") {
            try endStep()
        } else if line.isEmpty || line.utf8.first == UInt8(ascii: "#") || line.hasPrefix("==") {
            try endStep()
            if line.hasPrefix("==") { title = line.dropFirst(2).trimmingCharacters(in: .whitespaces) }
            lines.append(line)
        } else {
            input.append(line)
        }
    }
    try endStep()
    try expectGolden(name, lines.joined(separator: "\n"), filePath: filePath, sourceLocation: sourceLocation)
}

private enum Transcript {
    /// Returns the input that a line means.
    static func decoded(_ line: String) throws -> String {
        if line.utf8.first != UInt8(ascii: "\"") { return line }
        return try JSONDecoder().decode(String.self, from: Data(line.utf8))
    }
}
