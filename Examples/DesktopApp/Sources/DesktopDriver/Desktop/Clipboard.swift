internal import Foundation
internal import Glibc

/// The desktop's clipboard, by `xclip`.
package final class Clipboard: Sendable {
    private let folder: PrivateFolder
    private let environment: [String: String]
    private let log: ProcessLog
    /// On X the clipboard is no store: whoever wrote last keeps the text and hands it out.
    private let owner = Monitor<ChildProcess?>(nil)

    init(folder: PrivateFolder, environment: [String: String], log: ProcessLog) {
        self.folder = folder
        self.environment = environment
        self.log = log
    }

    /// The text in it; nil where there is none.
    package func read(within limit: Duration = .seconds(5)) throws(DriverError) -> String? {
        let output = try ProcessLog(keeping: .max)
        let process = try output.withWriteEnd { descriptor throws(DriverError) in
            try start(["-out", "-target", "UTF8_STRING"], output: descriptor)
        }
        output.endWriting()
        guard let end = process.waitForEnd(within: limit), output.waitForEnd(within: limit) else {
            process.terminate(within: .seconds(1))
            throw .timedOut("the owner of the clipboard did not hand out its text within \(limit.inWords)")
        }
        return end == .status(0) ? output.text : nil
    }

    /// Puts a text into it.
    package func write(_ text: String, within limit: Duration = .seconds(5)) throws {
        // First, lest its text be taken for the new one.
        end()
        let file = folder.path + "/clipboard-\(UUID().uuidString)"
        defer { unlink(file) }
        let process = try log.withWriteEnd { descriptor throws(DriverError) in
            do {
                try Data(text.utf8).write(to: URL(fileURLWithPath: file))
            } catch {
                throw .failed("the text for the clipboard cannot be written: \(error)")
            }
            return try start(["-in", "-quiet", "-target", "UTF8_STRING", file], output: descriptor)
        }
        owner.change { $0 = process }
        // Nothing tells that it owns the clipboard now but that it hands out the text.
        let deadline = Deadline(after: limit)
        while try read(within: limit) != text {
            if let end = process.end { throw DriverError.failed("xclip \(end)\(log.lastLines)") }
            guard !deadline.hasPassed else {
                throw DriverError.timedOut("the clipboard did not take the text within \(limit.inWords)")
            }
        }
    }

    /// Empties it, whoever owns it.
    package func clear(within limit: Duration = .seconds(5)) throws {
        try write("", within: limit)
        end()
    }

    /// Lets go of the clipboard, if it is this one's.
    func end() {
        let process = owner.change { owner in
            defer { owner = nil }
            return owner
        }
        process?.terminate(within: .seconds(1))
    }

    private func start(_ arguments: [String], output: Int32) throws(DriverError) -> ChildProcess {
        try ChildProcess(
            "xclip",
            Spawner.Request(
                command: ["xclip", "-selection", "clipboard"] + arguments, environment: environment,
                deathSignal: "TERM", output: output, report: nil))
    }
}
