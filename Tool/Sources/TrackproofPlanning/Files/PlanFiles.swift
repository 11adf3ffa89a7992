import Trackproof
import TrackproofJSON
package import TrackproofPlans

/// A tracking plan, read and merged from all its files.
package struct PlanFiles: Sendable {
    /// The merged node of all files, including the content of files with older versions of events.
    package let node: PlanNode
    /// The paths of all files that were read, in the order of reading.
    package let paths: [String]
    package let plan: TrackingPlan

    /// Reads the plan at a path: a `.yaml`, `.yml` or `.json` file, or a folder of `.yaml` and `.yml` files.
    ///
    /// - Parameters:
    ///   - revision: The git revision from which to read the files, or `nil` to read the files on the disk.
    ///   - texts: The texts that files on the disk would have, by their paths.
    /// - Throws: ``PlanErrors`` if the plan has errors; ``FileAccessError`` if a file cannot be read; ``GitError`` if
    ///   git does not find the revision, or the path in it.
    package init(path: String, revision: String? = nil, with texts: [String: String] = [:]) throws {
        var storage = try revision.map { try PlanStorage.git($0, path: path) } ?? .disk
        let bytes = storage.bytes
        storage.bytes = { path in try texts[path].map { Array($0.utf8) } ?? bytes(path) }
        var reader = PlanFileReader(storage: storage)
        node = try reader.read(path)
        paths = reader.paths
        plan = try TrackingPlan(node)
    }

    /// Returns the first path at which a git revision has a file, or a folder with YAML files.
    ///
    /// - Throws: ``GitError`` with ``GitError/isMissingPath`` if the revision has no plan at these paths.
    package static func path(among paths: [String], in revision: String) throws -> String {
        var missing: GitError?
        for path in paths {
            do {
                let files = try PlanPaths.files(inFolder: path, of: .git(revision, path: path))
                if files?.isEmpty != true { return path }
            } catch let error as GitError where error.isMissingPath {
                missing = missing ?? error
            }
        }
        throw missing ?? GitError(description: "\(revision): there is no plan in this revision", isMissingPath: true)
    }

    /// Returns the paths of a plan file if its format changes: with `.yaml`, `.yml` and `.json` at the end. The first
    /// path is `path`.
    package static func paths(ofEachFormat path: String) -> [String] {
        let endings = [".yaml", ".yml", ".json"]
        guard let ending = endings.first(where: { path.hasSuffix($0) }) else { return [path] }
        return [path] + endings.filter { $0 != ending }.map { String(path.dropLast(ending.count)) + $0 }
    }

    /// Returns the paths of plans that a git revision has, but that are no longer on the disk.
    ///
    /// - Parameter path: A path in the repository.
    package static func removed(since revision: String, path: String) throws -> [String] {
        try GitRevision(revision, beside: path).removedFiles(
            withLine: #"^[{[:space:]]*"?plan"?[[:space:]]*:[[:space:]]*[0-9]"#,
            named: ["*.yaml", "*.yml", "*.json"])
    }

    /// Returns whether a file with this name is a part of the plan if it is in the plan's folder.
    package static func isPart(name: String) -> Bool { name.hasSuffix(".yaml") || name.hasSuffix(".yml") }

    /// Parses a file as JSON if its path ends with `.json`, and otherwise as YAML.
    ///
    /// - Throws: ``PlanErrors`` with the place of the error.
    package static func parse(_ bytes: [UInt8], file: String) throws(PlanErrors) -> PlanNode {
        file.hasSuffix(".json") ? try PlanNode(json: bytes, file: file) : try PlanNode(yaml: bytes, file: file)
    }
}

private struct PlanFileReader {
    let storage: PlanStorage
    private(set) var paths: [String] = []

    init(storage: PlanStorage) { self.storage = storage }

    mutating func read(_ path: String) throws -> PlanNode {
        guard let files = try PlanPaths.files(inFolder: path, of: storage) else {
            return try readFileWithVersions(path)
        }
        var nodes: [(path: String, node: PlanNode)] = []
        for file in files { nodes.append((file, try readFileWithVersions(file))) }
        // A file with an older version of an event is not a file of the plan itself. If such a file is in the folder,
        // it was read twice: once as a file of the folder, and once as an older version.
        let versions = Set(paths).subtracting(files).union(paths.filter { path in paths.count { $0 == path } > 1 })
        let plans = nodes.filter { !versions.contains($0.path) }.map(\.node)
        guard !plans.isEmpty else {
            throw PlanErrors([PlanPaths.emptyFolderError(path)])
        }
        return try PlanNode.merged(plans)
    }

    private mutating func readFile(_ path: String) throws -> PlanNode {
        paths.append(path)
        return try PlanFiles.parse(storage.bytes(path), file: storage.displayName(path))
    }

    /// Reads a file, and replaces each file path in the `versions` of an event by the content of the file.
    private mutating func readFileWithVersions(_ path: String) throws -> PlanNode {
        try readFile(path).mappingVersionFiles { name, place in
            do {
                return try readFile(PlanPaths.version(name, at: place, of: path, storage))
            } catch  where error is FileAccessError || error is GitError {
                throw PlanErrors([PlanError(at: place, "\(error)")])
            }
        }
    }
}

extension PlanFiles {
    /// The plan as one JSON document.
    ///
    /// Numbers keep all their digits. Each event begins a new line, except if all events together fit into 100 bytes.
    package var json: String { node.json }
}

extension PlanNode {
    /// Returns the node of a plan's file in which `body` has replaced the paths of the files with older versions of
    /// events.
    ///
    /// - Parameter body: A closure that gets a path as the file writes it, and the place of the path. If it returns
    ///   `nil`, the path stays.
    func mappingVersionFiles(_ body: (String, PlanPlace) throws -> PlanNode?) rethrows -> PlanNode {
        try mapMembers(named: "events") { events in
            try events.mapMembers { event in
                try event.mapMembers(named: "versions") { versions in
                    try versions.mapMembers { version in
                        guard case .string(let name) = version.content else { return version }
                        return try body(name, version.place) ?? version
                    }
                }
            }
        }
    }

    private func mapMembers(
        named name: String? = nil, _ body: (PlanNode) throws -> PlanNode
    ) rethrows -> PlanNode {
        guard case .object(var members) = content else { return self }
        for index in members.indices where name == nil || members[index].name == name {
            members[index].value = try body(members[index].value)
        }
        return PlanNode(.object(members), at: place)
    }

    var json: String { pretty(indent: "") + "\n" }

    /// Returns the node as JSON. If it does not fit into 100 bytes, each member or element begins a new line.
    private func pretty(indent: String) -> String {
        let line = line
        if line.utf8.count <= 100 - indent.utf8.count { return line }
        let inner = indent + "  "
        switch content {
        case .array(let elements):
            return "[\n" + elements.map { inner + $0.pretty(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members):
            let lines = members.map { inner + $0.name.json + ": " + $0.value.pretty(indent: inner) }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        case .null, .bool, .number, .string: return line
        }
    }

    /// The node as JSON without line breaks.
    private var line: String {
        switch content {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let number): number.text
        case .string(let text): text.json
        case .array(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { "\($0.name.json): \($0.value.line)" }.joined(separator: ", ") + "}"
        }
    }
}

extension String {
    fileprivate var json: String { EventValue.string(self).json }
}

/// A map from places in a compiled plan to places in the files from which the plan was compiled.
///
/// A process that checks events with the compiled plan reports places in the compiled plan. A user wants to see the
/// places in the files that the user wrote.
package struct PlanPlaceMap: Sendable {
    private struct Position: Hashable {
        let line: Int
        let column: Int
    }

    private var places: [Position: PlanPlace] = [:]

    /// Creates the map for the compiled plan that ``PlanFiles/json`` returns.
    package init(_ files: PlanFiles) throws {
        add(files.node, try PlanNode(json: Array(files.json.utf8), file: ""))
    }

    private mutating func add(_ node: PlanNode, _ compiled: PlanNode) {
        add(node.place, compiled.place)
        switch (node.content, compiled.content) {
        case (.array(let elements), .array(let others)):
            for (element, other) in zip(elements, others) { add(element, other) }
        case (.object(let members), .object(let others)):
            for (member, other) in zip(members, others) {
                add(member.place, other.place)
                add(member.value, other.value)
            }
        default: break
        }
    }

    private mutating func add(_ place: PlanPlace, _ compiled: PlanPlace) {
        places[Position(line: compiled.line, column: compiled.column)] = place
    }

    /// Returns the place in the files from which the plan was compiled, or `compiled` if the place is unknown.
    package func place(of compiled: PlanPlace) -> PlanPlace {
        places[Position(line: compiled.line, column: compiled.column)] ?? compiled
    }
}
