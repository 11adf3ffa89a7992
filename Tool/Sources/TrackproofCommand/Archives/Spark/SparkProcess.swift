internal import Foundation

/// A run of the user's `spark-sql`.
struct SparkProcess {
    let arguments: [String]

    /// The maximum number of bytes in a line of the output. The result of a task is much smaller.
    private static let lineLimit = 256 << 20

    /// Runs `spark-sql` until it ends, and prints what it writes to standard error.
    ///
    /// - Parameters:
    ///   - shouldStop: A closure that is called a few times a second. If it returns `true`, `spark-sql` is asked to end.
    ///   - onLine: A closure that is called with each line of the output.
    /// - Returns: `false` if `spark-sql` was asked to end.
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
            var lines = LineBuffer(limit: Self.lineLimit)
            var rest = [output.fileHandleForReading, messages.fileHandleForReading].map(\.fileDescriptor)
            let outputDescriptor = rest[0]
            while !rest.isEmpty {
                for (descriptor, bytes) in try Self.read(rest) {
                    if bytes.isEmpty {
                        rest.removeAll { $0 == descriptor }
                    } else if descriptor == outputDescriptor {
                        for line in try lines.add(bytes) { try onLine(line) }
                    } else {
                        try Console.error.write(rendered: String(decoding: bytes, as: UTF8.self))
                        reason.add(bytes)
                    }
                }
                if !isStopped, shouldStop() {
                    isStopped = true
                    process.terminate()
                }
            }
            // If `spark-sql` is killed while it prints a line, the incomplete line is ignored. The status below is an error.
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

    /// Waits at most a fifth of a second, and returns the bytes that arrived. No bytes mean the end of a stream.
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

    /// Returns the path of `spark-sql`: in the folder `SPARK_HOME`, or in a folder of `PATH`.
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

/// The bytes of lines that arrive in pieces.
struct LineBuffer {
    private var bytes: [UInt8] = []
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Adds bytes, and returns the lines that are complete.
    ///
    /// - Throws: ``CommandError`` if a line is too long.
    mutating func add(_ new: [UInt8]) throws -> [Substring] {
        guard let end = new.lastIndex(of: 0x0A) else {
            bytes += new
            if bytes.count > limit {
                throw CommandError("spark-sql printed a line of more than \(limit >> 20) MiB", .notUnderstood)
            }
            return []
        }
        let text = String(decoding: bytes + new[..<end], as: UTF8.self)
        bytes = Array(new[(end + 1)...])
        return text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}

/// The reason of a failure, in the messages of Spark.
struct SparkFailure {
    private var lines = LineBuffer(limit: .max)
    private var message: String?

    /// Adds what Spark wrote to standard error.
    mutating func add(_ bytes: [UInt8]) {
        do {
            for line in try lines.add(bytes) where message == nil { message = Self.message(in: line) }
        } catch {
            // There is no limit, so there is no error.
        }
    }

    /// Words for the end of a sentence: the message of a checker, if Spark printed it.
    var words: String { message.map { ": \($0)" } ?? "; see its messages above" }

    /// Returns the message of a checker on a worker, or of its script.
    private static func message(in line: Substring) -> String? {
        for start in ["trackproof: ", "\(SparkScript.name): "] {
            if let found = line.firstRange(of: start) { return String(line[found.upperBound...]) }
        }
        return nil
    }
}
