import TrackproofPlans
import Yams

/// A converter from the nodes of the YAML parser to the nodes of a plan.
struct YAMLNodeReader {
    let file: String
    private var count = 0
    /// The place of the last node for which the parser knows the place. Nodes without a place get this place.
    private var last: PlanPlace
    /// The position of the last scalar in double quotes, or `nil` if the file does not escape U+FEFF.
    private var cursor: SourceCursor?
    private let isForeign: Bool
    /// Whether names of the text can be marked because the parser would refuse them.
    private let hasMarks: Bool
    private(set) var words: [YAMLReading.Word] = []

    init(file: String, _ text: String, isForeign: Bool, hasMarks: Bool) {
        (self.file, self.isForeign, self.hasMarks) = (file, isForeign, hasMarks)
        let start = SourceCursor(Array(text.utf8))
        cursor = start.hasEscapedMark ? start : nil
        last = PlanPlace(file: file, line: 1, column: 1)
    }

    mutating func node(_ node: Node, depth: Int, isName: Bool = false) throws(PlanErrors) -> PlanNode {
        if let mark = node.mark { last = PlanPlace(file: file, line: mark.line, column: mark.column) }
        let place = last
        count += 1
        guard count <= PlanNode.countLimit else {
            throw error(at: place, "the file has more than \(PlanNode.countLimit) values")
        }
        guard depth < 128 else { throw error(at: place, "nested deeper than 128 levels") }
        if let anchor = node.anchor, !isForeign {
            throw error(
                at: place,
                "the anchor &\(anchor.rawValue) is not supported; declare repeated parts under \"types\" or \"shared\""
            )
        }
        try checkTag(node, at: place)
        switch node {
        case .scalar(let scalar):
            // The parser gives the tag `!!str` to each name, also if the file has no tag. So the reader uses only the
            // tags of values.
            if !isName, "\(scalar.tag)" == Tag.Name.str.rawValue { return PlanNode(.string(text(scalar)), at: place) }
            return PlanNode(try content(scalar, at: place), at: place)
        case .sequence(let sequence):
            var elements: [PlanNode] = []
            for element in sequence { elements.append(try self.node(element, depth: depth + 1)) }
            return PlanNode(.array(elements), at: place)
        case .mapping(let mapping):
            var members: [PlanMember] = []
            var merged: [PlanMember] = []
            for (key, value) in mapping {
                if isForeign, key.isMergeKey {
                    merged += try self.node(value, depth: depth + 1).mergedMembers
                    continue
                }
                let (name, place) = try self.name(key)
                members.append(PlanMember(name, at: place, try self.node(value, depth: depth + 1)))
            }
            if hasMarks {
                var problems = PlanProblems()
                ObjectReader.checkRepeated(members, &problems)
                if !problems.list.isEmpty { throw PlanErrors(problems.list) }
            }
            // The object's own members replace the members of the objects that it merges.
            var names = Set(members.map(\.name))
            for member in merged where names.insert(member.name).inserted { members.append(member) }
            return PlanNode(.object(members), at: place)
        case .alias: throw error(at: place, "aliases are not supported")
        }
    }

    private func error(at place: PlanPlace, _ message: String) -> PlanErrors {
        PlanErrors([PlanError(at: place, message)])
    }

    private func checkTag(_ node: Node, at place: PlanPlace) throws(PlanErrors) {
        let tag =
            switch node {
            case .scalar(let scalar): scalar.tag
            case .sequence(let sequence): sequence.tag
            case .mapping(let mapping): mapping.tag
            case .alias: Tag.implicit
            }
        let name = "\(tag)"
        if name.isEmpty || name == Tag.Name.implicit.rawValue { return }
        guard name == Tag.Name.str.rawValue else { throw error(at: place, "the tag \(name) is not supported") }
        guard case .scalar = node else { throw error(at: place, "the tag \(name) is only for strings") }
    }

    private mutating func name(_ key: Node) throws(PlanErrors) -> (String, PlanPlace) {
        guard case .scalar(let scalar) = key else {
            throw error(at: last, "the name of a member must be a string")
        }
        let node = try node(key, depth: 0, isName: true)
        switch node.content {
        case .string(let marked):
            let text = hasMarks ? MarkedName.name(marked) : marked
            guard text != "<<" || scalar.style != .plain else {
                throw error(
                    at: node.place,
                    "merge keys (<<) are not part of YAML 1.2; declare shared parameters under \"shared\"")
            }
            return (text, node.place)
        // The name of a member can be a number, such as the version of an event. It can also be `null` or `true`.
        case .number, .bool: return (scalar.string, node.place)
        case .null where !scalar.string.isEmpty: return (scalar.string, node.place)
        default: throw error(at: node.place, "the name of a member is missing")
        }
    }

    private mutating func content(_ scalar: Node.Scalar, at place: PlanPlace) throws(PlanErrors) -> PlanNode.Content {
        guard scalar.style == .plain || scalar.style == .any else { return .string(text(scalar)) }
        do throws(YAMLScalarError) {
            return try YAMLScalar.content(scalar.string)
        } catch {
            guard isForeign else { throw self.error(at: place, error.message) }
            words.append(YAMLReading.Word(text: scalar.string, place: place, error: error))
            return error.meaning
        }
    }

    /// Returns the text of a scalar, also if it begins with an escape of U+FEFF.
    private mutating func text(_ scalar: Node.Scalar) -> String {
        guard scalar.style == .doubleQuoted, let mark = scalar.mark, var cursor else { return scalar.string }
        cursor.skip(to: mark)
        cursor.skip { $0 != UInt8(ascii: "\"") }
        self.cursor = cursor
        return cursor.restoringMark(scalar.string)
    }
}

extension Node {
    /// Whether the node is the merge key of YAML 1.1, `<<`.
    fileprivate var isMergeKey: Bool {
        if case .scalar(let scalar) = self { scalar.string == "<<" && scalar.style == .plain } else { false }
    }
}

extension PlanNode {
    /// The members of an object or of several objects, which are the value of a merge key.
    fileprivate var mergedMembers: [PlanMember] {
        switch content {
        case .object(let members): members
        case .array(let elements): elements.flatMap(\.mergedMembers)
        case .null, .bool, .number, .string: []
        }
    }
}
