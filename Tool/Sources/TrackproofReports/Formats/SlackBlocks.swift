import Trackproof
import TrackproofPlatform

/// The limits of a message to Slack, which are lower than Slack's own limits.
///
/// Slack allows 50 blocks, 150 characters in a header, 2,000 characters in an element of a context block, and about
/// 13,000 characters in all blocks together.
enum SlackLimits {
    /// The maximum number of problems in a message.
    static let problems = 5
    /// The maximum number of links. The same maximum applies to coverages and to lines about the history.
    static let lines = 3
    /// The maximum number of people that a line mentions for one owner.
    static let mentions = 5
    /// The maximum length of a header, in Unicode scalars.
    static let header = 140
    /// The maximum length of any other text, in Unicode scalars.
    static let text = 200
}

/// A line of a rich text block.
struct SlackLine {
    var elements: [EventValue]

    init(_ elements: [EventValue]) { self.elements = elements }

    /// Creates a line with the words of a sentence. The names have the style of code.
    init(_ sentence: Sentence) {
        elements = sentence.parts.map { part in
            switch part {
            case .words(let words): .text(words)
            case .name(let text), .code(let text): .text(text, isCode: true)
            }
        }
    }

    /// The line as an element of a rich text block.
    fileprivate var section: EventValue {
        .object(["type": "rich_text_section", "elements": EventValue.array(elements)])
    }
}

extension EventValue {
    static func header(_ text: String) -> EventValue {
        .object(["type": "header", "text": plain(text, limit: SlackLimits.header)])
    }

    static func context(_ texts: [String]) -> EventValue {
        let elements = texts.map { plain($0, limit: SlackLimits.text) }
        return .object(["type": "context", "elements": EventValue.array(elements)])
    }

    static func line(_ line: SlackLine) -> EventValue { richText(line.section) }

    /// Returns a list with bullets.
    static func list(_ lines: [SlackLine]) -> EventValue {
        richText(
            .object([
                "type": "rich_text_list", "style": "bullet", "elements": EventValue.array(lines.map(\.section)),
            ]))
    }

    private static func richText(_ element: EventValue) -> EventValue {
        .object(["type": "rich_text", "elements": EventValue.array([element])])
    }

    /// Returns a text that Slack shows without searching it for mentions, links or markup.
    static func text(_ text: String, isCode: Bool = false) -> EventValue {
        .object([
            "type": "text", "text": text.displayable.cut(to: SlackLimits.text),
            "style": isCode ? EventValue.object(["code": true]) : nil,
        ])
    }

    static func link(_ title: String, _ url: String) -> EventValue {
        .object(["type": "link", "url": url, "text": title.displayable.cut(to: SlackLimits.text)])
    }

    /// Returns a mention of a member of a team, or `nil` if `member` is not an id of Slack.
    ///
    /// - Parameter member: The id of a user, such as `@U012AB3CD`, or of a user group, such as `@S012AB3CD`.
    static func mention(_ member: String) -> EventValue? {
        guard member.first == "@", (8...21).contains(member.utf8.count),
            member.utf8.dropFirst().allSatisfy({ 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 })
        else { return nil }
        let id = String(member.dropFirst())
        return switch id.first {
        case "U", "W": .object(["type": "user", "user_id": id])
        case "S": .object(["type": "usergroup", "usergroup_id": id])
        default: nil
        }
    }

    private static func plain(_ text: String, limit: Int) -> EventValue {
        .object(["type": "plain_text", "text": text.displayable.cut(to: limit), "emoji": false])
    }
}
