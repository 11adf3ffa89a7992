import ArgumentParser
import Foundation
import Trackproof
import TrackproofCollectorClient
import TrackproofFiles
import TrackproofJSON
import TrackproofReports
import TrackproofSnapshots
import TrackproofConsole

/// The value of `--report`: `KIND`, `KIND=FILE`, `KIND=-` or `webhook=URL`.
struct ReportOption: ExpressibleByArgument, Sendable {
    /// The destination of a report.
    enum Target: Sendable, Hashable {
        /// Standard output or standard error, depending on the command.
        case stream
        case file(String)
        /// The Slack webhook, whose address is in an environment variable.
        case slack
        case webhook(URL)
    }

    let kind: ReportKind
    let target: Target

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts[0] == "webhook" {
            guard parts.count == 2, let url = Self.webhook(parts[1]) else { return nil }
            (kind, target) = (.json, .webhook(url))
            return
        }
        guard let kind = ReportKind(rawValue: parts[0]) else { return nil }
        if parts.count == 2, parts[1].isEmpty { return nil }
        self.kind = kind
        target = parts.count == 1 ? kind == .slack ? .slack : .stream : parts[1] == "-" ? .stream : .file(parts[1])
    }

    /// The path of the report's file, or `nil` if the report does not go to a file.
    var file: String? { if case .file(let path) = target { path } else { nil } }

    /// Returns the address of a webhook, or `nil` if the address is invalid.
    ///
    /// The address must begin with `https://`. If the service runs on the same computer, `http://` is valid too.
    static func webhook(_ text: String) -> URL? {
        guard let url = URL(string: text).map(CollectorURL.lowercased), let host = url.host, !host.isEmpty else {
            return nil
        }
        return url.scheme == "https" || url.scheme == "http" && CollectorURL.isLoopback(host) ? url : nil
    }

    static let help = ArgumentHelp(
        "Print a report, write it to a file, or post it to Slack or a webhook; may be given several times.",
        valueName: "kind[=file]")

    static var allValueStrings: [String] { ReportKind.allCases.map(\.rawValue) + ["webhook=URL"] }
}

extension [ReportOption] {
    /// Whether the user asked for a report on standard output or standard error.
    ///
    /// If so, the command prints this report instead of its usual text.
    var hasStream: Bool { contains { $0.target == .stream } }

    /// Removes earlier reports that are at the paths of the new reports.
    ///
    /// If a run ends before it writes its reports, a user could mistake earlier reports for new reports. The method
    /// removes only files that are reports of Trackproof.
    func removeEarlier() throws {
        for option in self where option.content == .report {
            guard let file = option.file else { continue }
            let path = file.realPath ?? file
            guard path.withPath(unlink) == 0 else {
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
        /// Any other file, or a file that cannot be read.
        case other
    }

    fileprivate var content: Content {
        guard let file else { return .nothing }
        // A path such as `/dev/stdout` leads to a file that another process has opened for this process. If the file were
        // removed, the report would be lost.
        if ["/dev/", "/proc/"].contains(where: file.hasPrefix) { return .other }
        do throws(FileAccessError) {
            let start = try OpenFile(path: file).bytes(limit: 0).prefix(512)
            return kind.isBegun(by: String(decoding: start, as: UTF8.self)) ? .report : .other
        } catch {
            return error.code == ENOENT ? .nothing : .other
        }
    }
}

extension Report {
    /// Writes the report to a stream, in the format that `kind` names.
    func write(_ kind: ReportKind, to stream: ConsoleStream) throws {
        switch kind {
        case .json, .html, .slack, .csv: try stream.write(foreign: render(kind))
        case .github: try stream.write(annotations: render(kind))
        case .text, .markdown, .junit: try stream.write(render(kind, style: stream.style))
        }
    }

    /// Writes the reports that go to files. After an error, the method still writes the remaining reports.
    ///
    /// - Throws: The first error.
    func writeFiles(_ options: [ReportOption]) throws {
        var steps = FirstError()
        for option in options {
            guard let file = option.file else { continue }
            steps.attempt {
                try withPictures(of: option, at: file) { try AtomicFile.write($0.render(option.kind).utf8, to: file) }
            }
        }
        try steps.rethrow()
    }

    /// Calls `body` with the report. If the report is for JUnit, the method first writes the screenshots to files.
    private func withPictures(of option: ReportOption, at file: String, _ body: (Report) throws -> Void) throws {
        let pictures = screenshotFiles
        if option.kind != .junit || pictures.isEmpty { return try body(self) }
        let folder = file + ".screenshots"
        guard folder.withPath({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
            throw FileAccessError(folder, .create, code: errno)
        }
        for (name, picture) in pictures { try AtomicFile.write(picture.png, to: folder + "/" + name) }
        var report = self
        report.screenshotFolder = folder
        try body(report)
    }
}
