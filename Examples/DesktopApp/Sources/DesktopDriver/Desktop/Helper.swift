import Glibc

/// A launcher of the desktop's own programs, such as the display and the session bus.
enum Helper {
    /// Starts a program, and waits until the program is ready. A ready program writes a line to its descriptor 3.
    ///
    /// - Returns: The process and that line.
    static func start(
        _ command: [String], environment: [String: String], log: ProcessLog, until deadline: Deadline
    ) throws(DriverError) -> (process: ChildProcess, line: String) {
        let pipe = try Pipe()
        defer { close(pipe.readEnd) }
        let process = try log.withWriteEnd { output throws(DriverError) in
            defer { close(pipe.writeEnd) }
            return try ChildProcess(
                command[0],
                Spawner.Request(
                    command: command, environment: environment, deathSignal: "TERM", output: output,
                    report: pipe.writeEnd))
        }
        guard let line = line(from: pipe.readEnd, until: deadline) else {
            let end = process.terminate(within: .seconds(1))
            throw .failed("\(command[0]) did not start: it \(end)\(log.lastLines)")
        }
        return (process, line)
    }

    private static func line(from descriptor: Int32, until deadline: Deadline) -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 256)
        while bytes.last != UInt8(ascii: "\n") {
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard retryingInterrupts({ poll(&polled, 1, deadline.pollMilliseconds) }) > 0 else { return nil }
            let count = retryingInterrupts { read(descriptor, &buffer, buffer.count) }
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }
}
