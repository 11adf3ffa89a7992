import Trackproof
import TrackproofJSON

/// The limits that Slack documents for the kinds of blocks that Trackproof uses in messages.
///
/// Source: <https://docs.slack.dev/reference/block-kit/blocks>
enum BlockKit {
    /// Returns the reasons why Slack would reject a message, one text for each reason.
    static func problems(of message: EventValue) -> [String] {
        guard let message = message.object else { return ["the message is not an object"] }
        var problems: [String] = []
        if message["text"]?.string?.isEmpty != false { problems.append("no text") }
        let blocks = message["blocks"]?.array ?? []
        if !(1...50).contains(blocks.count) { problems.append("\(blocks.count) blocks") }
        for block in blocks { problems += self.problems(ofBlock: block.object ?? [:]) }
        // Slack also limits the characters of all blocks together, but does not document this limit. Messages with
        // 13,172 characters or more failed.
        if EventValue.array(blocks).json.utf8.count > 20_000 { problems.append("the blocks are too long") }
        return problems
    }

    private static func problems(ofBlock block: EventParameters) -> [String] {
        switch block["type"]?.string {
        case "header":
            return plain(block["text"]?.object, limit: 150)
        case "context":
            let elements = block["elements"]?.array ?? []
            return ((1...10).contains(elements.count) ? [] : ["\(elements.count) elements in a context"])
                + elements.flatMap { plain($0.object, limit: 2_000) }
        case "rich_text":
            let elements = block["elements"]?.array ?? []
            return (elements.isEmpty ? ["a rich text without elements"] : [])
                + elements.flatMap { rich($0.object ?? [:]) }
        case let type: return ["unknown block \(type ?? "")"]
        }
    }

    private static func plain(_ text: EventParameters?, limit: Int) -> [String] {
        guard let text, text["type"]?.string == "plain_text" else { return ["no plain text"] }
        let count = text["text"]?.string?.utf16.count ?? 0
        return (1...limit).contains(count) ? [] : ["\(count) characters, expected 1 to \(limit)"]
    }

    private static func rich(_ element: EventParameters) -> [String] {
        let elements = element["elements"]?.array ?? []
        if elements.isEmpty { return ["no elements"] }
        switch element["type"]?.string {
        case "rich_text_list":
            return elements.flatMap { rich($0.object ?? [:]) }
        case "rich_text_section":
            return elements.compactMap { part in
                let part = part.object ?? [:]
                return switch part["type"]?.string {
                case "text": part["text"]?.string?.isEmpty == false ? nil : "an empty text"
                case "link":
                    part["url"]?.string?.hasPrefix("http") == true && (part["url"]?.string?.count ?? 0) <= 3_000
                        ? nil : "a link without an address"
                case "user": part["user_id"]?.string?.wholeMatch(of: /[UW][A-Z0-9]+/) == nil ? "no user" : nil
                case "usergroup": part["usergroup_id"]?.string?.wholeMatch(of: /S[A-Z0-9]+/) == nil ? "no group" : nil
                case let type: "unknown part \(type ?? "")"
                }
            }
        case let type: return ["unknown element \(type ?? "")"]
        }
    }
}
