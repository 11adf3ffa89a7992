import Foundation
import TrackproofJSON
import TrackproofPlans

/// The files of a tracking plan, as `trackproof plan fmt` would write them.
package struct FormattedPlanFiles: Sendable {
    /// A file of the plan, and its formatted text.
    package struct File: Sendable {
        package let path: String
        /// The formatted text.
        package let form: String
        /// Whether the file's text differs from the formatted text.
        package let isChanged: Bool
    }

    /// The files, each only once.
    package private(set) var files: [File] = []
    private var seen: Set<String> = []
    private var errors: [PlanError] = []

    /// Reads and formats the files of a plan, and the files to which they refer for older versions of events.
    ///
    /// - Parameter path: A YAML or JSON file, or a folder of YAML files.
    /// - Throws: ``PlanErrors`` with the errors of all files; ``FileAccessError`` if a file cannot be read;
    ///   ``FormattingDefect`` if the formatter has a bug.
    package init(plan path: String) throws {
        try add(path, withVersions: true)
        try end()
    }

    /// Reads and formats certain files of a plan.
    ///
    /// A file can refer to other files, which contain older versions of events. If a path is a file, this initializer
    /// leaves out these other files. If a path is a folder, it includes them.
    package init(paths: [String]) throws {
        for path in paths { try add(path, withVersions: false) }
        try end()
    }

    private func end() throws {
        if !errors.isEmpty { throw PlanErrors(Array(errors.prefix(PlanErrors.limit))) }
    }

    private mutating func add(_ path: String, withVersions: Bool) throws {
        guard let files = try PlanPaths.files(inFolder: path) else { return try addFile(path, withVersions) }
        if files.isEmpty { errors.append(PlanPaths.emptyFolderError(path)) }
        for file in files { try addFile(file, true) }
    }

    private mutating func addFile(_ path: String, _ withVersions: Bool) throws {
        guard seen.insert(URL(fileURLWithPath: path).standardized.path).inserted else { return }
        let bytes = try PlanFile.bytes(path: path)
        let node: PlanNode
        do {
            node = try PlanFiles.parse(bytes, file: path)
            let form = try PlanFormatter.form(of: bytes, node, file: path)
            files.append(File(path: path, form: form, isChanged: !bytes.elementsEqual(form.utf8)))
        } catch let error as PlanErrors {
            errors += error.list
            return
        }
        guard withVersions else { return }
        _ = try node.mappingVersionFiles { name, place in
            do {
                try addFile(PlanPaths.version(name, at: place, of: path), false)
            } catch let error as FileAccessError {
                errors.append(PlanError(at: place, "\(error)"))
            } catch let error as PlanErrors {
                errors += error.list
            }
            return nil
        }
    }
}
