internal import ArgumentParser
internal import Foundation
internal import Trackproof
internal import TrackproofFiles
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots

/// The value of `--report`: `KIND` or `KIND=FILE`.
struct ReportOption: ExpressibleByArgument, Sendable {
    let kind: ReportKind
    /// The path of the report's file, or `nil` if the report goes to a stream.
    let file: String?
    /// Whether the file's name was derived from a name that the user gave.
    fileprivate var isDerived = false

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let kind = ReportKind(rawValue: String(parts[0])) else { return nil }
        if parts.count == 2, parts[1].isEmpty { return nil }
        self.kind = kind
        file = parts.count == 2 ? String(parts[1]) : nil
    }

    static let help = ArgumentHelp(
        "Print a report, or write it to a file; may be given several times.",
        valueName: "kind[=file]")

    static var allValueStrings: [String] { ReportKind.allCases.map(\.rawValue) }
}

extension ReportOption {
    /// Returns the option for a report of the same kind about one vendor.
    ///
    /// The vendor's name is part of the file's name: `ui-segment.xml` instead of `ui.xml`.
    ///
    /// - Returns: `nil` if the report goes to a stream.
    func named(_ vendor: String) -> ReportOption? {
        guard let file else { return nil }
        let url = URL(fileURLWithPath: file)
        let name = url.deletingPathExtension().lastPathComponent + "-" + vendor
        let own = url.deletingLastPathComponent().appendingPathComponent(name).appendingPathExtension(url.pathExtension)
        let path = url.pathExtension.isEmpty ? file + "-" + vendor : own.path
        var option = ReportOption(argument: "\(kind.rawValue)=\(path)")
        option?.isDerived = true
        return option
    }
}

extension [ReportOption] {
    /// Removes the reports of an earlier run.
    ///
    /// A run may end before it writes its reports. A user could then mistake earlier reports for new ones. Files that
    /// are not reports of Trackproof stay.
    ///
    /// - Parameter vendors: The vendors whose own reports are also removed.
    func removeEarlier(including vendors: [String]) throws {
        for option in self {
            for one in [option] + vendors.compactMap(option.named) where one.content == .report {
                guard let file = one.file else { continue }
                let path = one.isDerived ? file : URL(fileURLWithPath: file).resolvingSymlinksInPath().path
                guard unlink(path) == 0 else {
                    throw CommandError("\(path): cannot remove: \(systemMessage(errno))", .ioFailed)
                }
            }
        }
    }
}

extension ReportOption {
    /// What exists at the path of a report.
    fileprivate enum Content {
        case nothing
        /// A report of the option's kind, from an earlier run.
        case report
        /// Anything else.
        case other
    }

    fileprivate var content: Content {
        guard let file else { return .nothing }
        // O_NONBLOCK: opening a pipe must not block. O_NOFOLLOW: a link at a derived name is not from Trackproof.
        let descriptor = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC | (isDerived ? O_NOFOLLOW : 0))
        guard descriptor >= 0 else { return errno == ENOENT ? .nothing : .other }
        defer { close(descriptor) }
        guard FileStatus(of: descriptor)?.kind == .regular else { return .other }
        var start = [UInt8](repeating: 0, count: 512)
        let count = read(descriptor, &start, start.count)
        return kind.isBegun(by: String(decoding: start.prefix(max(0, count)), as: UTF8.self)) ? .report : .other
    }

    /// Writes a report to a file.
    ///
    /// - Throws: ``CommandError`` if the file's name is derived, and the existing file of that name is not a report of
    ///   the option's kind.
    fileprivate func write(_ text: String, to file: String) throws {
        if isDerived, content == .other {
            throw CommandError("\(file): not replaced, because it is not a report of trackproof", .cannotCreate)
        }
        try AtomicFile.write(text.utf8, to: file, naming: isDerived ? .derived : .given)
    }
}

extension RenderedReport {
    /// Writes the reports that go to a stream, in the order of the options.
    func write(_ options: [ReportOption], to stream: OutputStream) throws {
        for option in options where option.file == nil { try write(option.kind, to: stream) }
    }

    /// Writes the report to a stream, in the form that `kind` names.
    func write(_ kind: ReportKind, to stream: OutputStream) throws {
        switch kind {
        case .json: try stream.write(foreign: render(.json, style: TextStyle()))
        default: try stream.write(rendered: render(kind, style: stream.style))
        }
    }

    /// Writes the reports that go to files. After an error, it still writes the remaining reports.
    ///
    /// - Throws: The first error.
    func writeFiles(_ options: [ReportOption]) throws {
        var failure: (any Error)?
        for option in options {
            guard let file = option.file else { continue }
            do { try option.write(render(option.kind, style: TextStyle()), to: file) } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }
}

extension Report {
    /// Writes the reports that go to a stream, in the order of the options.
    ///
    /// - Parameter sharesStreams: Whether several reports share the stream. JSON reports then also name the snapshot
    ///   and the recording.
    func write(_ options: [ReportOption], to stream: OutputStream, sharesStreams: Bool) throws {
        for option in options where option.file == nil {
            try write(option.kind, to: stream, sharesStreams: sharesStreams)
        }
    }

    /// Writes the report to a stream, in the form that `kind` names.
    func write(_ kind: ReportKind, to stream: OutputStream, sharesStreams: Bool) throws {
        if sharesStreams, kind == .json { return try stream.write(foreign: namedJSON) }
        try write(kind, to: stream)
    }

    /// The comparison as one line of JSON, which begins with the members `snapshot` and `recording`.
    private var namedJSON: String {
        let names: EventParameters = ["snapshot": snapshot, "recording": recording]
        return names.merging(members).json.jsonWithoutLogCommands + "\n"
    }
}
