import Foundation

/// The code blocks of an article.
struct ArticleBlocks: Sendable {
    struct Block: Sendable {
        let language: String
        /// The name in a line such as "`NAME`:" before the block, or `nil` if the block does not have such a line.
        let file: String?
        let text: String
    }

    /// The blocks in the order of the page.
    private(set) var all: [Block] = []

    /// Reads a page.
    ///
    /// - Parameter page: The path of the page from the root of the repository.
    init(page: String) {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../\(page)").standardized
        var block: (language: String, file: String?, lines: [Substring])?
        var name: String?
        let text: String
        do { text = try String(contentsOf: file, encoding: .utf8) } catch { text = "" }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let open = block {
                if line == "```" {
                    let text = open.lines.joined(separator: "\n") + "\n"
                    all.append(Block(language: open.language, file: open.file, text: text))
                    block = nil
                } else {
                    block?.lines.append(line)
                }
            } else if line.hasPrefix("```") {
                block = (String(line.dropFirst(3)), name, [])
                name = nil
            } else if let match = line.wholeMatch(of: /`([^`]+)`:/) {
                name = String(match.1)
            } else if !line.isEmpty {
                name = nil
            }
        }
    }

    /// Returns the texts of the blocks in a language, in the order of the page.
    subscript(language: String) -> [String] { all.filter { $0.language == language }.map(\.text) }
}
