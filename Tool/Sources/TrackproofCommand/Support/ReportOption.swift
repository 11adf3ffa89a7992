internal import ArgumentParser
internal import TrackproofReports
internal import TrackproofSnapshots

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

extension Report {
    /// Writes the reports that go to a stream, in their order.
    func write(_ options: [ReportOption], to stream: OutputStream) throws {
        for option in options where option.file == nil { try write(option.kind, to: stream) }
    }

    /// Writes the report in one form to a stream.
    func write(_ kind: ReportKind, to stream: OutputStream) throws {
        let text = render(kind, style: stream.style)
        try kind == .json ? stream.write(foreign: text) : stream.write(text)
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
