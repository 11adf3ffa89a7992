import TrackproofFiles
import TrackproofPlans
import TrackproofPlatform

/// The files of another tool's tracking plan: one file, or the files in a folder and its subfolders.
struct ImportFiles {
    struct File {
        let path: String
        /// The path without the folder of the import. For a single file, the name of the file.
        let name: String
        /// The size of the file, in bytes.
        let size: Int64
    }

    /// The path that the user named.
    let path: String
    let isFolder: Bool
    /// The files, sorted by path.
    private(set) var list: [File] = []
    /// The links in the folder. The import does not follow them, because a link can lead out of the folder.
    private(set) var links: [String] = []

    private static let countLimit = 50_000
    /// The maximum size of all files together, in bytes. The parsed files need several times as much memory.
    private static let sizeLimit: Int64 = 64 << 20

    /// Finds the files of an import.
    ///
    /// - Throws: ``FileAccessError`` if the path does not exist; ``PlanErrors`` if the folder has too many files.
    init(path: String) throws {
        self.path = path
        let status = FileStatus(ofTarget: path)
        isFolder = status?.kind == .folder
        if isFolder {
            try addFolder(path, prefix: "")
        } else {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            list = [File(path: path, name: name, size: status?.size ?? 0)]
        }
    }

    private mutating func addFolder(_ folder: String, prefix: String) throws {
        // Names that begin with a dot are those of hidden files, such as the files of git.
        for name in try Folder.names(in: folder) where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
            let status = FileStatus(of: path)
            switch status?.kind {
            case .folder: try addFolder(path, prefix: prefix + name + "/")
            case .regular: list.append(File(path: path, name: prefix + name, size: status?.size ?? 0))
            case .link: links.append(path)
            case .pipe, .other, nil: break
            }
            guard list.count + links.count <= Self.countLimit else {
                throw error("the folder has more than \(Self.countLimit) files")
            }
        }
    }

    /// Returns an error about all files.
    func error(_ message: String) -> PlanErrors { PlanErrors(at: PlanPlace(file: path, line: 1, column: 1), message) }

    /// Returns the files whose names have one of the endings.
    ///
    /// A single file is returned with any name. If the folder has links, adds one loss for all of them.
    ///
    /// - Parameter expected: A noun for the files, or `nil` for one that lists the endings.
    /// - Throws: ``PlanErrors`` if there is no such file.
    func files(_ endings: [String], expected: String? = nil, _ run: ImportRun) throws -> [File] {
        if !isFolder { return list }
        if let link = links.first {
            let place = PlanPlace(file: link, line: 1, column: 1)
            run.note("symbolic links", links.count.counted("link"), at: place)
        }
        let files = list.filter { file in endings.contains(where: file.name.hasSuffix) }
        if files.isEmpty {
            throw error("expected \(expected ?? "files whose names end with \(endings.joined(separator: " or "))")")
        }
        if files.reduce(0, { $0 + $1.size }) > Self.sizeLimit {
            throw error("the files together are larger than \(Self.sizeLimit >> 20) MiB")
        }
        return files
    }

    /// Calls a function with each file whose name has one of the endings, and collects the errors of all files.
    ///
    /// - Throws: ``PlanErrors`` if the function throws it for a file, or if there is no file; other errors of the function.
    func forEach(
        _ endings: [String], expected: String? = nil, _ run: ImportRun, _ read: (File) throws -> Void
    ) throws {
        var errors: [PlanError] = []
        for file in try files(endings, expected: expected, run) {
            do {
                try read(file)
            } catch let error as PlanErrors {
                errors += error.list
            }
        }
        if !errors.isEmpty { throw PlanErrors(Array(errors.prefix(PlanErrors.limit))) }
    }

    /// Returns the only file whose name has one of the endings.
    ///
    /// - Throws: ``PlanErrors`` if there is no such file, or if there are several.
    func onlyFile(_ endings: [String], _ run: ImportRun) throws -> File {
        let found = try files(endings, run)
        guard found.count == 1, let file = found.first else {
            throw error("expected one file with a tracking plan, found \(found.count) files")
        }
        return file
    }

    /// The endings of the names of self-describing schemas. In an Iglu registry, the name of a file is its version.
    static let igluEndings = [".json"] + (0...9).map { "\($0)" }

    /// Reads and parses a file as YAML if its name says so, and otherwise as JSON.
    static func node(_ file: File, _ run: ImportRun) throws -> PlanNode {
        let bytes = try PlanFile.bytes(path: file.path)
        return file.isYAML ? try yaml(bytes, file, run) : try PlanNode(json: bytes, file: file.path)
    }

    /// Parses a YAML file of another tool. Adds a loss for each word that has another meaning in YAML 1.1.
    static func yaml(_ bytes: [UInt8], _ file: File, _ run: ImportRun) throws(PlanErrors) -> PlanNode {
        let reading = try YAMLReading(bytes, file: file.path, isForeign: true)
        for word in reading.words {
            let form =
                if case .number(let number) = word.error.meaning { "the number \(number.text)" } else { "a text" }
            let isImpossible = word.error.isImpossible
            run.lose(
                isImpossible ? "number that a plan cannot contain" : "word with another meaning in YAML 1.1", word.text,
                at: word.place, ConversionPath(), .changed(to: form), isImpossible ? .rule : .information)
        }
        return reading.root
    }
}

extension [UInt8] {
    /// Whether the bytes begin as an object or a list in JSON.
    var beginsJSON: Bool {
        let first = self.first { !$0.isSpace }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }
}

extension ImportFiles.File {
    /// The place of the beginning of the file.
    var place: PlanPlace { PlanPlace(file: path, line: 1, column: 1) }

    var isYAML: Bool { name.hasSuffix(".yaml") || name.hasSuffix(".yml") }

    /// The name of the file without its folders and its ending.
    var shortName: String { (name.split(separator: "/").last.map(String.init) ?? name).withoutSchemaEnding }

    /// The path of the folder that has the file.
    var folder: String { String(path.dropLast(path.split(separator: "/").last?.count ?? 0).dropLast()) }
}

extension String {
    /// The name of a file or an id without the ending of a file with a schema.
    var withoutSchemaEnding: String {
        let ending = [".schema.json", ".json", ".yaml", ".yml"].first { hasSuffix($0) } ?? ""
        return String(dropLast(ending.count))
    }
}
