import Foundation
import TestPrograms
import TestSupport
import Testing

/// A process that runs `trackproof collect`. The process ends when this object is released.
///
/// By default, the store is in a new folder, which is removed when this object is released.
final class AttackServer: Sendable {
    let port: UInt16
    let store: String
    private let folder: TemporaryFolder
    private let process = Process()

    /// - Parameters:
    ///   - store: The path of a store that another server left, or `nil` for a new store.
    ///   - files: The number of files that the server may open, or `nil` for the system's limit.
    init(_ arguments: String..., store: String? = nil, files: Int? = nil) throws {
        folder = try TemporaryFolder()
        self.store = store ?? folder.file("store.sqlite")
        let output = Pipe()
        let command = [Products.command, "collect", "--port", "0", "--no-token", "--store", self.store] + arguments
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", (files.map { "ulimit -n \($0) && " } ?? "") + #"exec "$@""#, "sh"] + command
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data([0x0A]) { line += byte }
        let address = String(decoding: line, as: UTF8.self)
        port = try #require(address.split(separator: ":").last.flatMap { UInt16($0) }, "the address is \(address)")
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// The peak memory of the process, in MiB, or `nil` if the system does not report it.
    var peakMemory: Int? {
        #if os(Linux)
            guard let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
            else { return nil }
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 >> 10 }
        #else
            return nil
        #endif
    }

    /// The CPU time of the process so far, in seconds, or `nil` if the system does not report it.
    var cpuSeconds: Double? {
        #if os(Linux)
            guard let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8),
                let end = status.lastIndex(of: ")")
            else { return nil }
            let fields = status[end...].split(separator: " ")
            guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else { return nil }
            return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
        #else
            return nil
        #endif
    }

    var isRunning: Bool { process.isRunning }

    /// Sends a signal to the process, and does not wait for its effect.
    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits until the process ends. Returns its exit status.
    func waitUntilExit() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Terminates the process. Returns how long the process took to end, in seconds, and its exit status.
    func terminate() -> (seconds: Double, status: Int32) {
        let start = ContinuousClock.now
        process.terminate()
        process.waitUntilExit()
        return ((ContinuousClock.now - start).inSeconds, process.terminationStatus)
    }

    // MARK: Checks after an attack

    /// Checks that the server still works after an attack.
    ///
    /// The server must answer a normal request in less than `most` seconds. It must have stored `acknowledged` events
    /// before this request, and its peak memory must be less than `memory` MiB.
    func expectHealthy(
        acknowledged: Int? = 0, memory: Int = 400, seconds most: Double = 5,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let start = ContinuousClock.now
        let reply = try post("/trackproof/v1/events", #"{"name":"normal"}"#)
        let seconds = (ContinuousClock.now - start).inSeconds
        #expect(reply.status == 200, sourceLocation: sourceLocation)
        #expect(seconds < most, sourceLocation: sourceLocation)
        let health = try get("/trackproof/v1/health")
        #expect(health.status == 200, sourceLocation: sourceLocation)
        if let acknowledged {
            #expect(health.text.contains("\"events\":\(acknowledged + 1),"), sourceLocation: sourceLocation)
        }
        if let peakMemory { #expect(peakMemory < memory, sourceLocation: sourceLocation) }
        if ProcessInfo.processInfo.environment["TRACKPROOF_ATTACK_FIGURES"] != nil {
            print("peak \(peakMemory ?? 0) MiB, served in \(seconds) s", sourceLocation.line, sourceLocation.fileName)
        }
    }

    func get(_ target: String) throws -> AttackReply {
        try AttackClient(self).exchange("GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    }

    func post(_ target: String, headers: String = "", _ body: String) throws -> AttackReply {
        try post(target, headers: headers, Array(body.utf8))
    }

    func post(_ target: String, headers: String = "", _ body: [UInt8]) throws -> AttackReply {
        let client = try AttackClient(self)
        let head = "POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.count)\r\n\(headers)\r\n"
        client.send(Array(head.utf8) + body)
        return try client.reply()
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// Runs `body` on `count` threads at the same time, and returns the results. The calling test must have the trait
/// `.blocking`, because otherwise all tests share a few threads.
func onThreads<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        for index in 0..<count { group.addTask { try body(index) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
