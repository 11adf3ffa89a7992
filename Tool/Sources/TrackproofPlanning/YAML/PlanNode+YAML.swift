import Foundation
package import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots
import Yams

extension PlanNode {
    /// The maximum size of a plan's YAML file, in bytes. A plan of 1,000 events with descriptions has about 1 MB.
    package static let yamlSizeLimit = 16 << 20

    /// Parses the text of a plan's file as YAML 1.2.
    ///
    /// Anchors, aliases, merge keys and all tags except `!!str` are errors. A word without quotes is an error if YAML
    /// 1.1 and 1.2 read it differently, because other tools that read the file can use either version.
    ///
    /// - Parameters:
    ///   - bytes: The YAML text, in UTF-8.
    ///   - file: The file's path, for the places of nodes and errors.
    /// - Throws: ``PlanErrors`` with the place of the error.
    package init(yaml bytes: [UInt8], file: String) throws(PlanErrors) {
        self = try YAMLReading(bytes, file: file, isForeign: false).root
    }
}

/// The result of reading a YAML file.
struct YAMLReading {
    /// The time limit for parsing a file, in seconds. Files that people write need far less time, even on a machine on
    /// which many other processes run.
    private static let seconds: UInt64 = 20

    let root: PlanNode
    /// The words of another tool's file that a plan could not contain without quotes.
    let words: [Word]

    /// A word without quotes that YAML 1.1 and 1.2 read differently, or a number that a plan cannot contain.
    struct Word {
        let text: String
        let place: PlanPlace
        let error: YAMLScalarError
    }

    /// Parses the text of a file as YAML 1.2.
    ///
    /// - Parameter isForeign: Whether the file is of another tool. Such a file can have anchors, aliases and merge keys.
    ///   Words that are errors in a plan get their meaning in YAML 1.2, and ``words`` lists them.
    /// - Throws: ``PlanErrors`` with the place of the error.
    init(_ bytes: [UInt8], file: String, isForeign: Bool) throws(PlanErrors) {
        let first = PlanPlace(file: file, line: 1, column: 1)
        func failure(_ message: String) -> PlanErrors { PlanErrors([PlanError(at: first, message)]) }
        guard bytes.count <= PlanNode.yamlSizeLimit else {
            throw failure("the file is larger than \(PlanNode.yamlSizeLimit >> 20) MiB")
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let start = bytes.starts(with: mark) ? mark.count : 0
        guard let text = String(validating: bytes[start...], as: UTF8.self) else {
            throw failure("the file is not UTF-8")
        }
        let conflict = bytes.withUnsafeBufferPointer { PlanErrors(mergeConflictIn: $0, file: file) }
        if let conflict { throw conflict }
        // Yams would remove U+FEFF at the start of a value.
        let second = bytes[start...].indices.first { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
        if let second { throw Self.markError(after: Array(bytes[start..<second]), file: file) }
        switch Self.readInTime(text, file: file, isForeign) {
        case .success(let reading)?: self = reading
        case .failure(let error as PlanErrors)?: throw error
        case .failure(let error as YamlError)?: throw PlanErrors([PlanError(error, file: file)])
        case .failure(let error)?: throw failure("\(error)")
        case nil: throw failure("reading the file takes longer than \(Self.seconds) s")
        }
    }

    /// Returns the error for the character U+FEFF after the first bytes of a file.
    private static func markError(after bytes: [UInt8], file: String) -> PlanErrors {
        var cursor = SourceCursor(bytes)
        while cursor.byte != nil { cursor.skip() }
        let place = PlanPlace(file: file, line: cursor.line + 1, column: cursor.column + 1)
        return PlanErrors([PlanError(at: place, #"remove the byte order mark (U+FEFF) here, or write "\uFEFF""#)])
    }

    /// Reads a file on a new thread, and returns the result, or `nil` if reading takes longer than ``seconds``.
    ///
    /// The YAML parser needs a time limit, because aliases of aliases in the name of a member make it compute for years
    /// before the reader can reject the first of them. A thread cannot be stopped from outside, so it then continues in
    /// the background. It has a large stack, because the parser can call itself up to 1,000 levels deep.
    private static func readInTime(
        _ text: String, file: String, _ isForeign: Bool
    ) -> Result<YAMLReading, any Error>? {
        let result = Lock<Result<YAMLReading, any Error>?>(nil)
        let isStarted = Platform.startThread(stackSize: 64 << 20) {
            let reading = Result { try read(text, file: file, isForeign) }
            result.withLock { $0 = reading }
            result.wakeAll()
        }
        if !isStarted { return Result { try read(text, file: file, isForeign) } }
        return result.wait(until: Platform.monotonicNanoseconds() + seconds * 1_000_000_000) { $0 }
    }

    /// The maximum number of names that ``read(_:file:_:)`` marks. Each mark makes the parser read the file again.
    private static let markLimit = 20

    /// Reads a file. Names are equal only if their Unicode scalars are.
    ///
    /// The parser also refuses names that are canonically equivalent, and its error has only one place. So the first
    /// scalar of such a name gets a mark, which the reader removes before it compares the names.
    private static func read(_ text: String, file: String, _ isForeign: Bool) throws -> YAMLReading {
        var text = text
        for count in 0..<markLimit {
            do {
                return try read(text, file: file, isForeign, hasMarks: count > 0)
            } catch YamlError.duplicatedKeysInMapping(let names, let context) {
                guard let marked = MarkedName.text(text, marking: names.first ?? "", at: context.mark) else {
                    let names = names.map(MarkedName.name)
                    throw YamlError.duplicatedKeysInMapping(duplicates: names, context: context)
                }
                text = marked
            }
        }
        return try read(text, file: file, isForeign, hasMarks: true)
    }

    private static func read(
        _ text: String, file: String, _ isForeign: Bool, hasMarks: Bool
    ) throws -> YAMLReading {
        // `YAMLScalar` decides on the type of each word. Other resolvers would search for the types of all words too,
        // and take more time.
        let parser = try Parser(yaml: text, resolver: Resolver.basic, encoding: .utf8)
        guard let root = try parser.singleRoot() else {
            throw PlanErrors([PlanError(at: PlanPlace(file: file, line: 1, column: 1), "the file is empty")])
        }
        var reader = YAMLNodeReader(file: file, text, isForeign: isForeign, hasMarks: hasMarks)
        // Yams can read the anchors of nodes only while the parser exists.
        let node = try withExtendedLifetime(parser) { try reader.node(root, depth: 0) }
        return YAMLReading(node, reader.words)
    }

    private init(_ root: PlanNode, _ words: [Word]) { (self.root, self.words) = (root, words) }
}

/// A mark on the name of a member: a scalar for private use that stands for the first scalar of the name.
enum MarkedName {
    private static let plane: UInt32 = 0xF_0000

    /// Returns a YAML text in which a name has a mark, or `nil` if it cannot have one.
    static func text(_ text: String, marking name: String, at mark: Mark) -> String? {
        var scalars = text.unicodeScalars
        guard let line = text.utf8.startOfLine(mark.line),
            var place = scalars.index(line, offsetBy: mark.column - 1, limitedBy: scalars.endIndex)
        else { return nil }
        if let quote = scalars[place...].first, quote == "\"" || quote == "'" { scalars.formIndex(after: &place) }
        // A name can begin with an escape, or have a mark already.
        guard let first = scalars[place...].first, first == name.unicodeScalars.first,
            first.isOfWord || first == "_", let marked = Unicode.Scalar(plane + first.value)
        else { return nil }
        scalars.replaceSubrange(place...place, with: CollectionOfOne(marked))
        return String(scalars)
    }

    /// Returns a name without its mark.
    static func name(_ marked: String) -> String {
        guard let first = marked.unicodeScalars.first, first.value >> 16 == plane >> 16,
            let original = Unicode.Scalar(first.value - plane)
        else { return marked }
        return String(original) + String(marked.unicodeScalars.dropFirst())
    }
}

extension String.UTF8View {
    /// Returns the index of the first byte of a line, or `nil` if there is no such line. The first line has number 1.
    fileprivate func startOfLine(_ number: Int) -> Index? {
        var start = startIndex
        for _ in 1..<number {
            guard let end = self[start...].firstIndex(of: 0x0A) else { return nil }
            start = index(after: end)
        }
        return start < endIndex ? start : nil
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
