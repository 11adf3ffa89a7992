import Foundation
public import Testing

/// A step of a transcript whose lines begin with marks.
public struct MarkedStep: Sendable {
    /// The first character of the step's first line, which says what the step is.
    public let mark: Character
    /// The first line after its mark, and the lines that begin with `+`.
    public internal(set) var text: String
    /// The lines that begin with `:`. They are a file or the standard input of a script.
    public var content: String {
        let hasBreak = contentLines.last != ":~"
        let text = contentLines.filter { $0 != ":~" }.map { String($0.dropFirst(2)) }.joined(separator: "\n")
        return contentLines.isEmpty ? "" : text + (hasBreak ? "\n" : "")
    }

    var contentLines: [String] = []

    /// Returns the lines of an output, each after a mark. If the output does not end with a line break, the last line is
    /// the mark and `~`.
    public static func lines(_ output: String, _ mark: String) -> [String] {
        if output.isEmpty { return [] }
        var lines = output.components(separatedBy: "\n").map { $0.isEmpty ? mark : "\(mark) \($0)" }
        if output.hasSuffix("\n") { lines.removeLast() } else { lines.append(mark + "~") }
        return lines
    }
}

/// Compares a transcript, a golden file `Golden/NAME.txt` with inputs and outputs, with the outputs of this build.
///
/// The first character of a line says what the line is. `|`, `!`, `?` and `%` mark the outputs of the step before them.
/// Each other line begins a step, except that lines with `+` and `:` continue it. To add a step, write its input, and
/// record the outputs with `TRACKPROOF_RECORD=all`.
///
/// - Parameter output: A function that returns the lines of output of one step, with their marks.
public func expectMarkedTranscript(
    _ name: String, filePath: StaticString = #filePath, sourceLocation: SourceLocation = #_sourceLocation,
    _ output: (MarkedStep) async throws -> [String]
) async throws {
    let accepted = try #require(GoldenFile(name, filePath).text, "there is no transcript \(name)")
    var lines: [String] = []
    var step: MarkedStep?
    func endStep() async throws {
        if let step { lines += try await output(step) }
        step = nil
    }
    for line in accepted.components(separatedBy: "\n") {
        switch line.first {
        case "|", "!", "?", "%": continue
        case ":": step?.contentLines.append(line)
        case "+": step?.text += "\n" + line.dropFirst(2)
        default:
            try await endStep()
            step = line.first.map { MarkedStep(mark: $0, text: String(line.dropFirst(2))) }
        }
        lines.append(line)
    }
    try await endStep()
    try expectGolden(name, lines.joined(separator: "\n"), filePath: filePath, sourceLocation: sourceLocation)
}
