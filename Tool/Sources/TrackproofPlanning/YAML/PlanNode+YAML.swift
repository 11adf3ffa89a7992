import Foundation
package import TrackproofPlans
import TrackproofPlatform
import Yams

extension PlanNode {
    /// The maximum size of a plan's YAML file, in bytes. A plan of 1,000 events with descriptions has about 1 MB.
    package static let yamlSizeLimit = 16 << 20
    /// The time limit for parsing a YAML file, in seconds. Files that people write need far less time, even on a machine
    /// on which many other processes run.
    private static let yamlSeconds: UInt64 = 20

    /// Parses the text of a plan's file as YAML 1.2.
    ///
    /// Anchors, aliases, merge keys and all tags except `!!str` are errors. A word without quotes is an error if YAML
    /// 1.1 and 1.2 read it differently, because other tools that read the file can use either version.
    ///
    /// - Parameters:
    ///   - bytes: The YAML text, in UTF-8.
    ///   - file: The file's path, for the places of nodes and errors.
    ///   - resolvesAnchors: Whether the file can have anchors, aliases and merge keys, as the files of other tools do.
    /// - Throws: ``PlanErrors`` with the place of the error.
    package init(yaml bytes: [UInt8], file: String, resolvesAnchors: Bool = false) throws(PlanErrors) {
        let first = PlanPlace(file: file, line: 1, column: 1)
        func failure(_ message: String) -> PlanErrors { PlanErrors([PlanError(at: first, message)]) }
        guard bytes.count <= Self.yamlSizeLimit else {
            throw failure("the file is larger than \(Self.yamlSizeLimit >> 20) MiB")
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let start = bytes.starts(with: mark) ? mark.count : 0
        guard let text = String(validating: bytes[start...], as: UTF8.self) else {
            throw failure("the file is not UTF-8")
        }
        // Yams would remove U+FEFF at the start of a value.
        let second = bytes[start...].indices.first { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
        if let second { throw Self.markError(after: Array(bytes[start..<second]), file: file) }
        switch Self.readInTime(text, file: file, resolvesAnchors) {
        case .success(let node)?: self = node
        case .failure(let error as PlanErrors)?: throw error
        case .failure(let error as YamlError)?: throw PlanErrors([PlanError(error, file: file)])
        case .failure(let error)?: throw failure("\(error)")
        case nil: throw failure("reading the file takes longer than \(Self.yamlSeconds) s")
        }
    }

    /// Returns the error for the character U+FEFF after the first bytes of a file.
    private static func markError(after bytes: [UInt8], file: String) -> PlanErrors {
        var cursor = SourceCursor(bytes)
        while cursor.byte != nil { cursor.skip() }
        let place = PlanPlace(file: file, line: cursor.line + 1, column: cursor.column + 1)
        return PlanErrors([PlanError(at: place, #"remove the byte order mark (U+FEFF) here, or write "\uFEFF""#)])
    }

    /// Reads a file on a new thread, and returns the result, or `nil` if reading takes longer than ``yamlSeconds``.
    ///
    /// The YAML parser needs a time limit, because aliases of aliases in the name of a member make it compute for years
    /// before the reader can reject the first of them. A thread cannot be stopped from outside, so it then continues in
    /// the background. It has a large stack, because the parser can call itself up to 1,000 levels deep.
    private static func readInTime(
        _ text: String, file: String, _ resolvesAnchors: Bool
    ) -> Result<PlanNode, any Error>? {
        let result = Lock<Result<PlanNode, any Error>?>(nil)
        let isStarted = Platform.startThread(stackSize: 64 << 20) {
            let node = Result { try read(text, file: file, resolvesAnchors) }
            result.withLock { $0 = node }
            result.wakeAll()
        }
        if !isStarted { return Result { try read(text, file: file, resolvesAnchors) } }
        return result.wait(until: Platform.monotonicNanoseconds() + yamlSeconds * 1_000_000_000) { $0 }
    }

    private static func read(_ text: String, file: String, _ resolvesAnchors: Bool) throws -> PlanNode {
        // `YAMLScalar` decides on the type of each word. Other resolvers would search for the types of all words too,
        // and take more time.
        let parser = try Parser(yaml: text, resolver: Resolver.basic, encoding: .utf8)
        guard let root = try parser.singleRoot() else {
            throw PlanErrors([PlanError(at: PlanPlace(file: file, line: 1, column: 1), "the file is empty")])
        }
        var reader = YAMLNodeReader(file: file, text, resolvesAnchors: resolvesAnchors)
        // Yams can read the anchors of nodes only while the parser exists.
        return try withExtendedLifetime(parser) { try reader.node(root, depth: 0) }
    }
}

/// A converter from the nodes of the YAML parser to the nodes of a plan.
private struct YAMLNodeReader {
    let file: String
    private var count = 0
    /// The place of the last node for which the parser knows the place. Nodes without a place get this place.
    private var last: PlanPlace
    /// The position of the last scalar in double quotes, or `nil` if the file does not escape U+FEFF.
    private var cursor: SourceCursor?
    private let resolvesAnchors: Bool

    init(file: String, _ text: String, resolvesAnchors: Bool) {
        (self.file, self.resolvesAnchors) = (file, resolvesAnchors)
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
        if let anchor = node.anchor, !resolvesAnchors {
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
                if resolvesAnchors, key.isMergeKey {
                    merged += try self.node(value, depth: depth + 1).mergedMembers
                    continue
                }
                let (name, place) = try self.name(key)
                members.append(PlanMember(name, at: place, try self.node(value, depth: depth + 1)))
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
        case .string(let text):
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
            throw self.error(at: place, error.message)
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

extension PlanError {
    /// Creates an error of a plan from an error of the YAML parser.
    fileprivate init(_ error: YamlError, file: String) {
        func place(_ mark: Mark) -> PlanPlace { PlanPlace(file: file, line: mark.line, column: mark.column) }
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let words = context.map { $0.text.trimmingCharacters(in: .whitespaces) + ": " } ?? ""
            self.init(at: place(mark), "not YAML: " + words + problem)
        case .duplicatedKeysInMapping(let names, let context):
            let names = names.prefix(5).map { "\"\($0)\"" }.joined(separator: ", ")
            self.init(at: place(context.mark), "\(names) is given twice in one object")
        case .reader(let problem, let offset, _, let yaml):
            let before = yaml.utf8.prefix(offset ?? 0)
            let line = before.count { $0 == 0x0A } + 1
            let column =
                before.count
                - (before.lastIndex(of: 0x0A).map { before.distance(from: before.startIndex, to: $0) + 1 } ?? 0)
            self.init(at: PlanPlace(file: file, line: line, column: column + 1), "not YAML: " + problem)
        default: self.init(at: PlanPlace(file: file, line: 1, column: 1), "not YAML: \(error)")
        }
    }
}
