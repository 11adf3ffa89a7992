import Foundation
import Subprocess
import Testing
import Trackproof
import TrackproofJSON

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// A headless Chromium that a test controls through a pipe with the DevTools protocol, one command at a time.
///
/// Source: <https://chromedevtools.github.io/devtools-protocol/>
final class BrowserProcess {
    private let input: StandardInputWriter
    private var output: SubprocessOutputSequence.Iterator
    private var unread: [UInt8] = []
    private var lastID: Int64 = 0
    /// The problems that pages reported: failed scripts, and violations of the content security policy.
    private(set) var problems: [String] = []

    private init(input: StandardInputWriter, output: SubprocessOutputSequence) {
        self.input = input
        self.output = output.makeAsyncIterator()
    }

    /// Whether Chromium is installed. `setup.sh` installs Chromium only on Linux.
    static var isAvailable: Bool {
        #if os(Linux)
            true
        #else
            false
        #endif
    }

    /// Runs `body` with a browser, and ends the browser afterwards, even if `body` fails or is cancelled.
    static func run(_ body: (BrowserProcess) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trackproof-browser-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer {
            // While Chromium ends, its helpers can still write to the folder. A folder that is left does no harm.
            do { try FileManager.default.removeItem(atPath: folder) } catch {}
        }
        // Chromium reads commands from descriptor 3 and answers at 4. If the test dies, the pipe ends, and so does
        // Chromium.
        let script = """
            exec chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
            --disable-background-networking --disable-component-update --user-data-dir="$0" \
            --remote-debugging-pipe 3<&0 4>&1 </dev/null >/dev/null
            """
        _ = try await Subprocess.run(
            .path("/bin/sh"), arguments: ["-c", script, folder],
            environment: .inherit.updating(["HOME": folder, "TMPDIR": folder]),
            platformOptions: .ownGroup, input: .inputWriter, output: .sequence, error: .discarded
        ) { execution in
            let browser = BrowserProcess(input: execution.standardInputWriter, output: execution.standardOutput)
            defer { execution.end() }
            try await body(browser)
        }
    }

    func call(_ method: String, _ parameters: EventParameters = [:], in session: String? = nil) async throws
        -> EventParameters
    {
        lastID += 1
        var message: EventParameters = ["id": lastID, "method": method]
        message["params"] = .object(parameters)
        if let session { message["sessionId"] = .string(session) }
        _ = try await input.write(Array(EventValue.object(message).json.utf8) + [0])
        while true {
            let answer = try await next()
            guard answer["id"]?.integer == lastID else {
                note(answer)
                continue
            }
            if let error = answer["error"]?.object {
                throw BrowserError(message: "\(method): \(EventValue.object(error).json)")
            }
            return answer["result"]?.object ?? [:]
        }
    }

    private func next() async throws -> EventParameters {
        while true {
            if let end = unread.firstIndex(of: 0) {
                let message = Array(unread[..<end])
                unread.removeSubrange(...end)
                return try EventValue(json: message, of: "message").object ?? [:]
            }
            guard let buffer = try await output.next() else { throw BrowserError(message: "the browser ended") }
            buffer.withUnsafeBytes { unread += $0 }
        }
    }

    private func note(_ event: EventParameters) {
        let parameters = event["params"]?.object ?? [:]
        switch event["method"]?.string {
        case "Runtime.exceptionThrown": problems.append(EventValue.object(parameters).json)
        case "Log.entryAdded":
            // The page is not at fault if a server cannot be reached.
            if let entry = parameters["entry"]?.object, entry["source"]?.string != "network" {
                problems.append(entry["text"]?.string ?? EventValue.object(entry).json)
            }
        default: break
        }
    }

    /// Returns the problems and clears them. A test that expects problems calls this, so the problems do not fail the
    /// test.
    func takeProblems() -> [String] {
        defer { problems = [] }
        return problems
    }
}

struct BrowserError: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
}

extension Execution {
    /// Kills the process and its child processes.
    func end() {
        // The process may have ended already.
        do { try send(signal: .kill, toProcessGroup: true) } catch {}
    }
}
