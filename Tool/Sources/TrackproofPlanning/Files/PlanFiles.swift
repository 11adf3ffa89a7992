internal import Foundation
@_spi(Tooling) internal import TrackproofJSON
@_spi(Tooling) package import TrackproofPlans

/// The files of a tracking plan, read and merged.
package struct PlanFiles: Sendable {
    /// The node of the plan, merged from all files. It includes the older versions of events in separate files.
    package let node: PlanNode
    /// The paths of all files that were read, in the order of reading.
    package let paths: [String]
    /// The plan that the node describes.
    package let plan: TrackingPlan

    /// Reads the plan at a path: a `.yaml`, `.yml` or `.json` file, or a folder of `.yaml` and `.yml` files.
    ///
    /// - Throws: ``PlanErrors`` with the places of mistakes; ``FileAccessError`` if a file cannot be read.
    package init(path: String) throws {
        var reader = PlanFileReader()
        node = try reader.read(path)
        paths = reader.paths
        plan = try TrackingPlan(node)
    }
}

/// A reader of the files of one plan.
private struct PlanFileReader {
    private(set) var paths: [String] = []

    mutating func read(_ path: String) throws -> PlanNode {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return try withVersions(readFile(path), in: path)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        let files = names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.map { Self.join(path, $0) }
        var nodes: [(path: String, node: PlanNode)] = []
        for file in files { nodes.append((file, try withVersions(readFile(file), in: file))) }
        // A file with an older version of an event is not a plan. If it is in this folder, it was read twice.
        let versions = Set(paths).subtracting(files).union(paths.filter { path in paths.count { $0 == path } > 1 })
        let plans = nodes.filter { !versions.contains($0.path) }.map(\.node)
        guard !plans.isEmpty else {
            throw PlanErrors([
                PlanError(at: PlanPlace(file: path, line: 1, column: 1), "the folder has no plan: no .yaml file")
            ])
        }
        return try PlanNode.merged(plans)
    }

    private static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    private mutating func readFile(_ path: String) throws -> PlanNode {
        paths.append(path)
        let bytes = try PlanFile.bytes(path: path)
        return path.hasSuffix(".json")
            ? try PlanNode(json: bytes, file: path) : try PlanNode(yaml: bytes, file: path)
    }

    /// Replaces the path of each older version of an event with the content of the file at that path.
    private mutating func withVersions(_ node: PlanNode, in path: String) throws -> PlanNode {
        guard case .object(var members) = node.content,
            let index = members.firstIndex(where: { $0.name == "events" }),
            case .object(var events) = members[index].value.content
        else { return node }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().relativePath
        for event in events.indices {
            try replaceVersions(of: &events[event].value, in: path.contains("/") ? folder : "")
        }
        members[index].value.content = .object(events)
        return PlanNode(.object(members), at: node.place)
    }

    private mutating func replaceVersions(of event: inout PlanNode, in folder: String) throws {
        guard case .object(var members) = event.content,
            let index = members.firstIndex(where: { $0.name == "versions" }),
            case .object(var versions) = members[index].value.content
        else { return }
        for version in versions.indices {
            guard case .string(let name) = versions[version].value.content else { continue }
            let path = name.hasPrefix("/") || folder.isEmpty ? name : Self.join(folder, name)
            do {
                versions[version].value = try readFile(path)
            } catch let error as FileAccessError {
                throw PlanErrors([PlanError(at: versions[version].value.place, "\(error)")])
            }
        }
        members[index].value.content = .object(versions)
        event.content = .object(members)
    }
}
