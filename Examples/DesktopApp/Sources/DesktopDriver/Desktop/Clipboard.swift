internal import Foundation
internal import Glibc

/// The desktop's clipboard. What is written is kept by `xclip`.
package final class Clipboard: Sendable {
    private let folder: PrivateFolder
    private let environment: [String: String]
    private let log: ProcessLog
    /// In which whatever happens to the clipboard is noted.
    private let activity: Activity
    /// On X the clipboard is no store: whoever wrote last keeps the text and hands it out.
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

    /// Notes each change of owner, on a thread that ends when the display does.
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
                // After the start it is the display's end, which whoever uses it will see.
                start.change { $0 = $0 ?? .failure(error) }
            }
        }
        try start.wait(until: nil) { $0 }?.get()
    }

    /// The text in it; nil where there is none.
    package func read(within limit: Duration = .seconds(5)) throws(DriverError) -> String? {
        do throws(DriverError) {
            return try clipboard(until: Deadline(after: limit)).read()
        } catch .timedOut {
            throw .timedOut("the owner of the clipboard did not hand out its text within \(limit.inWords)")
        }
    }

    /// Puts a text into it.
    package func write(_ text: String, within limit: Duration = .seconds(5)) throws {
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
        let previous = exchangeOwner(for: process)
        // It ends by itself when it no longer owns the clipboard, and not before it has served who asked it.
        defer { previous?.terminate(within: .seconds(1)) }
        let deadline = Deadline(after: limit)
        while true {
            let seen = activity.now
            // As long as the previous one owns the clipboard, the text may be its.
            if previous.map({ $0.end != nil }) ?? true, try read(within: limit) == text { return }
            if let end = process.end {
                // It ends like that when another takes the clipboard, which it must have owned until then.
                if end == .status(0) { return }
                throw DriverError.failed("xclip \(end)\(log.lastLines)")
            }
            guard activity.wait(past: seen, until: deadline) else {
                throw DriverError.timedOut("the clipboard did not take the text within \(limit.inWords)")
            }
        }
    }

    /// Empties it, whoever owns it.
    package func clear(within limit: Duration = .seconds(5)) throws(DriverError) {
        try clipboard(until: Deadline(after: limit)).clear()
        // As above.
        guard let previous = exchangeOwner(for: nil), previous.waitForEnd(within: .seconds(1)) == nil else { return }
        previous.terminate(within: .seconds(1))
    }

    private func clipboard(until deadline: Deadline) throws(DriverError) -> XClipboard {
        // A display that has ended may have left its number to another one.
        try log.withWriteEnd { _ throws(DriverError) in
            try XClipboard(display: environment["DISPLAY"] ?? "", until: deadline)
        }
    }

    /// Lets go of the clipboard, if it is this one's.
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
