internal import ArgumentParser
internal import Foundation
internal import Trackproof
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots

/// `KIND` or `KIND=FILE`, as `--report` takes it.
struct ReportOption: ExpressibleByArgument, Sendable {
    let kind: ReportKind
    /// Where the report goes; nil is the stream for results.
    let file: String?

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
        return ReportOption(argument: "\(kind.rawValue)=\(url.pathExtension.isEmpty ? file + "-" + vendor : own.path)")
    }
}

extension [ReportOption] {
    /// Removes the files of an earlier run: one that ends before its reports must not seem to have them.
    ///
    /// - Parameter vendors: those whose reports go too.
    func removeEarlier(besides vendors: [String]) throws {
        for option in self {
            for file in ([option] + vendors.compactMap(option.named)).compactMap(\.file) {
                // What is no ordinary file, as /dev/null, keeps nothing.
                let url = URL(fileURLWithPath: file).resolvingSymlinksInPath()
                guard try url.isRegularFile else { continue }
                try FileManager.default.removeItem(at: url)
            }
        }
    }
}

extension URL {
    fileprivate var isRegularFile: Bool {
        get throws {
            guard FileManager.default.fileExists(atPath: path) else { return false }
            return try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType == .typeRegular
        }
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
            do { try AtomicFile.write(render(option.kind).utf8, to: file) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}
