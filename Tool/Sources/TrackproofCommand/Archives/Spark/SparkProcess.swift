import Foundation
import TrackproofConsole
import TrackproofJSON

/// A process that runs the command `spark-sql` of the user's Spark installation.
struct SparkProcess {
    let arguments: [String]

    /// Runs `spark-sql` until it ends. Copies its standard error to the standard error of `trackproof`.
    ///
    /// - Parameters:
    ///   - shouldStop: A closure that is called a few times a second. If it returns `true`, `spark-sql` gets `SIGTERM`.
    ///   - onLine: A closure that is called with each line that `spark-sql` prints to standard output.
    /// - Returns: `false` if `spark-sql` was stopped because of `shouldStop`.
    /// - Throws: ``CommandError`` if `spark-sql` does not exist or fails, or the error that `onLine` throws.
    func run(shouldStop: () -> Bool, onLine: (Substring) throws -> Void) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try Self.executable())
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        let (output, messages) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = messages
        do {
            try process.run()
        } catch {
            throw CommandError("spark-sql cannot be run: \(error.localizedDescription)", .notExecutable)
        }
        var reason = SparkFailure()
        var isStopped = false
        do {
            var lines = LineBuffer(limit: PartialLines.lineLimit)
            var rest = [output.fileHandleForReading, messages.fileHandleForReading].map(\.fileDescriptor)
            let outputDescriptor = rest[0]
            while !rest.isEmpty {
                for (descriptor, bytes) in try Self.read(rest) {
                    if bytes.isEmpty {
                        rest.removeAll { $0 == descriptor }
                    } else if descriptor == outputDescriptor {
                        try bytes.withUnsafeBytes { bytes in
                            try lines.append(bytes) { try onLine(String(decoding: $0, as: UTF8.self)[...]) }
                        }
                        if let problem = lines.problem { throw CommandError("spark-sql: \(problem)", .notUnderstood) }
                    } else {
                        try Console.error.write(String(decoding: bytes, as: UTF8.self))
                        reason.add(bytes)
                    }
                }
                if !isStopped, shouldStop() {
                    isStopped = true
                    process.terminate()
                }
            }
            // If `spark-sql` is killed while it prints a line, `onLine` is not called with this line. The exit status
            // reports the failure.
        } catch {
            process.terminate()
            process.waitUntilExit()
            throw error
        }
        process.waitUntilExit()
        if isStopped { return false }
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            let kind = process.terminationReason == .exit ? "status" : "signal"
            throw CommandError("spark-sql failed with \(kind) \(process.terminationStatus)\(reason.words)", .ioFailed)
        }
        return true
    }

    /// Waits at most 0.2 seconds, and returns the bytes that arrived. Empty bytes mean that the stream has ended.
    private static func read(_ descriptors: [Int32]) throws -> [(Int32, [UInt8])] {
        var events = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&events, nfds_t(events.count), 200) > 0 else { return [] }
        var results: [(Int32, [UInt8])] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        for event in events where event.revents != 0 {
            let count = Foundation.read(event.fd, &buffer, buffer.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            results.append((event.fd, Array(buffer.prefix(max(0, count)))))
        }
        return results
    }

    /// Returns the path of `spark-sql`: in the folder `SPARK_HOME` if it is set, otherwise in a folder of `PATH`.
    private static func executable() throws -> String {
        let environment = ProcessInfo.processInfo.environment
        if let home = environment["SPARK_HOME"], !home.isEmpty {
            let path = home + "/bin/spark-sql"
            if FileManager.default.isExecutableFile(atPath: path) { return path }
            throw CommandError("\(path): there is no such program; correct SPARK_HOME", .notFound)
        }
        for folder in environment["PATH", default: ""].split(separator: ":") {
            let path = "\(folder)/spark-sql"
            if FileManager.default.isExecutableFile(atPath: path) { return path }
        }
        throw CommandError("spark-sql: command not found; set SPARK_HOME to the folder of Spark", .notFound)
    }
}

/// The reason why `spark-sql` failed, found in the text that Spark wrote to standard error.
struct SparkFailure {
    private var lines = LineBuffer()
    private var message: String?

    /// Searches bytes of standard error for the reason.
    mutating func add(_ bytes: [UInt8]) {
        var found = message
        bytes.withUnsafeBytes { bytes in
            lines.append(bytes) { line in
                guard let text = Self.message(in: String(decoding: line, as: UTF8.self)) else { return }
                // Spark prints a message several times. The first time, the end of the message can be missing.
                if found.map(text.hasPrefix) ?? true { found = text }
            }
        }
        message = found
    }

    /// The end of an error message: the reason if Spark printed it, otherwise a hint to read Spark's messages.
    var words: String { message.map { ": \($0)" } ?? "; see its messages above" }

    /// Returns the message of `trackproof` or of the script on a worker, or `nil` if the line contains no such message.
    private static func message(in line: String) -> String? {
        for start in ["trackproof: ", "\(SparkScript.name): "] {
            guard let found = line.firstRange(of: start) else { continue }
            let text = line[found.upperBound...]
            // Spark adds a period to a message whose end is missing.
            return String(text.hasSuffix(".") ? text.dropLast() : text)
        }
        return nil
    }
}
