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

extension [ReportOption] {
    /// Whether a report goes to a stream.
    ///
    /// That report contains the results, so the command does not print them in another form too.
    var hasStream: Bool { contains { $0.file == nil } }

    /// Removes the reports of an earlier run.
    ///
    /// A run may end before it writes its reports. A user could then mistake earlier reports for new ones. Files that
    /// are not reports of Trackproof stay.
    func removeEarlier() throws {
        for option in self where option.content == .report {
            guard let file = option.file else { continue }
            let path = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
            guard unlink(path) == 0 else {
                throw CommandError("\(path): cannot remove: \(systemMessage(errno))", .ioFailed)
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
        // O_NONBLOCK: opening a pipe must not block.
        let descriptor = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == ENOENT ? .nothing : .other }
        defer { close(descriptor) }
        guard FileStatus(of: descriptor)?.kind == .regular else { return .other }
        var start = [UInt8](repeating: 0, count: 512)
        let count = read(descriptor, &start, start.count)
        return kind.isBegun(by: String(decoding: start.prefix(max(0, count)), as: UTF8.self)) ? .report : .other
    }
}

extension Report {
    /// Writes the report to a stream, in the form that `kind` names.
    func write(_ kind: ReportKind, to stream: OutputStream) throws {
        switch kind {
        case .json: try stream.write(foreign: render(.json))
        default: try stream.write(rendered: render(kind, style: stream.style))
        }
    }

    /// Writes the reports that go to a stream, in the order of the options.
    func write(_ options: [ReportOption], to stream: OutputStream) throws {
        for option in options where option.file == nil { try write(option.kind, to: stream) }
    }

    /// Writes all reports. If none goes to the stream, writes a report of another kind to the stream.
    func write(_ options: [ReportOption], default kind: ReportKind, to stream: OutputStream) throws {
        try write(options, to: stream)
        if !options.hasStream { try write(kind, to: stream) }
        try writeFiles(options)
    }

    /// Writes the reports that go to files. After an error, it still writes the remaining reports.
    ///
    /// - Throws: The first error.
    func writeFiles(_ options: [ReportOption]) throws {
        var failure: (any Error)?
        for option in options {
            guard let file = option.file else { continue }
            do { try AtomicFile.write(render(option.kind).utf8, to: file) } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }
}
