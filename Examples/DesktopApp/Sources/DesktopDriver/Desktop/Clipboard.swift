import Foundation
import Glibc

/// The clipboard of a desktop. When a test writes a text, an `xclip` process keeps the text.
package final class Clipboard: Sendable {
    private let folder: PrivateFolder
    private let environment: [String: String]
    private let log: ProcessLog
    /// The activity that notes each change of the clipboard.
    private let activity: Activity
    /// The `xclip` process of the last write.
    ///
    /// X does not store the clipboard. The process that owns the clipboard keeps the text and sends it on request.
    private let owner = Monitor<ChildProcess?>(nil)

    init(
        folder: PrivateFolder, environment: [String: String], log: ProcessLog, activity: Activity,
        until deadline: Deadline
    ) throws(DriverError) {
        self.folder = folder
        self.environment = environment
        self.log = log
        self.activity = activity
        try noteChanges(until: deadline)
    }

    /// Starts a thread that notes each change of the clipboard's owner. The thread ends when the display ends.
    private func noteChanges(until deadline: Deadline) throws(DriverError) {
        let display = environment["DISPLAY"] ?? ""
        let start = Monitor<Result<Void, DriverError>?>(nil)
        let activity = activity
        Thread.detachNewThread {
            do throws(DriverError) {
                let clipboard = try XClipboard(display: display, until: deadline)
                try clipboard.startWatching()
                start.change { $0 = .success(()) }
                while true {
                    try clipboard.waitForChange()
                    activity.note()
                }
            } catch {
                // After the start, this error means that the display has ended. The next use of the display throws an
                // error, so the thread reports nothing.
                start.change { $0 = $0 ?? .failure(error) }
            }
        }
        try start.wait(until: nil) { $0 }?.get()
    }

    /// Returns the text on the clipboard, or `nil` if there is no text.
    package func read(within limit: Duration = .seconds(5)) throws(DriverError) -> String? {
        do throws(DriverError) {
            return try clipboard(until: Deadline(after: limit)).read()
        } catch .timedOut {
            throw .timedOut("the owner of the clipboard did not send its text within \(limit.inWords)")
        }
    }

    /// Puts a text on the clipboard, and waits until the clipboard has it.
    package func write(_ text: String, within limit: Duration = .seconds(5)) throws {
        let file = folder.path + "/clipboard-\(UUID().uuidString)"
        defer { unlink(file) }
        let process = try log.withWriteEnd { descriptor throws(DriverError) in
            do {
                try Data(text.utf8).write(to: URL(fileURLWithPath: file))
            } catch {
                throw .failed("the text for the clipboard could not be written to a file: \(error)")
            }
            return try start(["-in", "-quiet", "-target", "UTF8_STRING", file], output: descriptor)
        }
        let previous = exchangeOwner(for: process)
        // The previous process ends by itself after it has lost the clipboard and has answered all pending requests.
        defer { previous?.terminate(within: .seconds(1)) }
        let deadline = Deadline(after: limit)
        while true {
            let seen = activity.now
            // As long as the previous process runs, the text that `read` returns can come from that process.
            if previous.map({ $0.end != nil }) ?? true, try read(within: limit) == text { return }
            if let end = process.end {
                // The process ends with status 0 when another process takes the clipboard from it. Before that, the
                // process owned the clipboard, so the write succeeded.
                if end == .status(0) { return }
                throw DriverError.failed("xclip \(end)\(log.lastLines)")
            }
            guard activity.wait(past: seen, until: deadline) else {
                throw DriverError.timedOut("the clipboard did not accept the text within \(limit.inWords)")
            }
        }
    }

    /// Empties the clipboard, whichever process owns it.
    package func clear(within limit: Duration = .seconds(5)) throws(DriverError) {
        try clipboard(until: Deadline(after: limit)).clear()
        // As in `write`, the previous process ends by itself after it has lost the clipboard.
        guard let previous = exchangeOwner(for: nil), previous.waitForEnd(within: .seconds(1)) == nil else { return }
        previous.terminate(within: .seconds(1))
    }

    private func clipboard(until deadline: Deadline) throws(DriverError) -> XClipboard {
        // `withWriteEnd` throws an error if the desktop is closed. Without this check, the client could connect to a
        // new display that has the same number.
        try log.withWriteEnd { _ throws(DriverError) in
            try XClipboard(display: environment["DISPLAY"] ?? "", until: deadline)
        }
    }

    /// Ends the `xclip` process of the last write, if there is one.
    func end() {
        exchangeOwner(for: nil)?.terminate(within: .seconds(1))
    }

    private func exchangeOwner(for next: ChildProcess?) -> ChildProcess? {
        owner.change { owner in
            defer { owner = next }
            return owner
        }
    }

    private func start(_ arguments: [String], output: Int32) throws(DriverError) -> ChildProcess {
        let activity = activity
        return try ChildProcess(
            "xclip",
            Spawner.Request(
                command: ["xclip", "-selection", "clipboard"] + arguments, environment: environment,
                deathSignal: "TERM", output: output, report: nil)
        ) { activity.note() }
    }
}
