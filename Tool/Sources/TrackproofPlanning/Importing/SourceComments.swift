import TrackproofPlans

/// The comments in the YAML files of an import.
///
/// The type is a class, because the parts of an importer take comments from the same list.
final class SourceComments {
    private struct Line: Hashable {
        let file: String
        let number: Int
    }

    private var comments: [Line: [(text: String, place: PlanPlace)]] = [:]

    /// Adds the comments of a file. A comment belongs to the next line with a value, or to the value on its line.
    func add(_ bytes: [UInt8], file: String, _ run: ImportRun) throws {
        let text = String(decoding: bytes.withUnixLineBreaks, as: UTF8.self)
        guard text.contains("#") else { return }
        // A line in a text block can look like a comment, so only the comments that the YAML reader finds count.
        var found: ArraySlice<String>
        do {
            found = try FormattedFileReader.read(text, file: file).comments[...]
        } catch is FormattingDefect, is PlanErrors {
            // The reader is for plans, which have neither anchors nor names that differ only in their Unicode form.
            return run.note("comments of a file with anchors", at: PlanPlace(file: file, line: 1, column: 1))
        }
        var waiting: [(text: String, place: PlanPlace)] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let content = line.drop { $0 == " " || $0 == "\t" }
            let place = PlanPlace(file: file, line: index + 1, column: line.count - content.count + 1)
            let end = String(content.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
            if let comment = found.first, end.hasSuffix(comment) {
                found.removeFirst()
                waiting.append((text: comment, place: place))
                if end.count == comment.count { continue }
            }
            if content.isEmpty || waiting.isEmpty { continue }
            comments[Line(file: file, number: index + 1), default: []] += waiting
            waiting = []
        }
        if !waiting.isEmpty { comments[Line(file: file, number: 0)] = waiting }
    }

    /// Adds a comment that belongs to the value on a line.
    func add(_ text: String, at place: PlanPlace, owner: Int) {
        comments[Line(file: place.file, number: owner), default: []].append((text: text, place: place))
    }

    /// Makes the comments that belong to a line belong to another line.
    func move(from place: PlanPlace, to other: PlanPlace) {
        let moved = comments.removeValue(forKey: Line(file: place.file, number: place.line)) ?? []
        comments[Line(file: other.file, number: other.line), default: []].insert(contentsOf: moved, at: 0)
    }

    /// Returns the comments that belong to a line, and removes them from the list.
    func take(at place: PlanPlace) -> [String] {
        comments.removeValue(forKey: Line(file: place.file, number: place.line))?.map(\.text) ?? []
    }

    /// Reports the comments that belong to no part of the imported plan.
    func reportRest(_ run: ImportRun) {
        let rest = comments.values.joined().sorted { one, two in
            (one.place.file, one.place.line) < (two.place.file, two.place.line)
        }
        for (text, place) in rest { run.note("comment", text, at: place) }
    }
}
