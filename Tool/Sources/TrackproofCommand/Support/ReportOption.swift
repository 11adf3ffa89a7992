internal import ArgumentParser
internal import Foundation
internal import Trackproof
internal import TrackproofFiles
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots

/// `KIND` or `KIND=FILE`, as `--report` takes it.
struct ReportOption: ExpressibleByArgument, Sendable {
    let kind: ReportKind
    /// Where the report goes; nil is the stream for results.
    let file: String?
    /// Whether the file's name was made up from one that was given.
    fileprivate var isDerived = false

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let kind = ReportKind(rawValue: String(parts[0])) else { return nil }
        if parts.count == 2, parts[1].isEmpty { return nil }
        self.kind = kind
        file = parts.count == 2 ? String(parts[1]) : nil
    }

    static let help = ArgumentHelp(
        "Write a report, to a file or among the results; may be given several times.",
        valueName: "kind[=file]")

    static var allValueStrings: [String] { ReportKind.allCases.map(\.rawValue) }
}

extension ReportOption {
    /// The report of one vendor, in a file beside that of the snapshot: `ui.xml`, `ui-segment.xml`. Nil for one that
    /// goes to a stream.
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
    /// Removes the reports of an earlier run: one that ends before its reports must not seem to have them. What is no
    /// report of ours stays.
    ///
    /// - Parameter vendors: those whose reports go too.
    func removeEarlier(besides vendors: [String]) throws {
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
    /// What stands where a report is to go.
    fileprivate enum Content {
        case nothing
        /// A report of this kind, of an earlier run.
        case report
        /// Anything else.
        case other
    }

    fileprivate var content: Content {
        guard let file else { return .nothing }
        // A pipe is not waited for; at a name that we made up a link is nothing of ours.
        let descriptor = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC | (isDerived ? O_NOFOLLOW : 0))
        guard descriptor >= 0 else { return errno == ENOENT ? .nothing : .other }
        defer { close(descriptor) }
        guard FileStatus(of: descriptor)?.kind == .regular else { return .other }
        var start = [UInt8](repeating: 0, count: 512)
        let count = read(descriptor, &start, start.count)
        return kind.isBegun(by: String(decoding: start.prefix(max(0, count)), as: UTF8.self)) ? .report : .other
    }

    /// Writes a report.
    fileprivate func write(_ text: String, to file: String) throws {
        if isDerived, content == .other {
            throw CommandError("\(file): is no report of trackproof, and is not replaced by one", .cannotCreate)
        }
        try AtomicFile.write(text.utf8, to: file, naming: isDerived ? .derived : .given)
    }
}

extension Report {
    /// Writes the reports that go to a stream, in their order.
    func write(_ options: [ReportOption], to stream: OutputStream, isOneOfSeveral: Bool = false) throws {
        for option in options where option.file == nil {
            try write(option.kind, to: stream, isOneOfSeveral: isOneOfSeveral)
        }
    }

    /// Writes the report in one form to a stream. Where it is one of several there, JSON names what was compared.
    func write(_ kind: ReportKind, to stream: OutputStream, isOneOfSeveral: Bool = false) throws {
        switch kind {
        case .json: try stream.write(foreign: isOneOfSeveral ? namedJSON : render(.json))
        default: try stream.write(rendered: render(kind, style: stream.style))
        }
    }

    /// The comparison for machines, in one line, led by the members `snapshot` and `recording`.
    private var namedJSON: String {
        let names: EventParameters = ["snapshot": snapshot, "recording": recording]
        return names.merging(members).json.jsonWithoutLogCommands + "\n"
    }

    /// Writes the reports that go to files. One that cannot be written does not keep the others from it.
    func writeFiles(_ options: [ReportOption]) throws {
        var failure: (any Error)?
        for option in options {
            guard let file = option.file else { continue }
            do { try option.write(render(option.kind), to: file) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}
