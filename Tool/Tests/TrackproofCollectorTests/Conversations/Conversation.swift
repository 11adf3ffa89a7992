import Foundation
import TestPrograms
import TestSupport
import Testing

/// The steps of a transcript: collectors in a new folder, requests to them, and shell scripts.
///
/// The first word of a step's first line says what the step does:
/// - `collect OPTIONS` starts a collector at free ports, with the folder as its working directory and its home. An
///   assignment of a variable can precede the word. If the collector does not start, the output has its messages.
/// - `stop` terminates the collector. The output has its messages, and its exit status unless that is 0.
/// - `$ SCRIPT` runs a shell script in the folder, which can have several lines. It can call ``functions``.
/// - `raw` sends the other lines as the head of a request, or the bytes after the word `hex`. The output has all replies
///   until the collector closes the connection. With `raw end`, the client closes the connection for sending after the
///   last line, which has no line break.
/// - `METHOD PATH BODY` sends a request. The other lines are headers. The body may be `hex BYTES`.
///
/// In the inputs, `KEY1` is the first session's key in earlier outputs. `PORT` and `TLSPORT` are the ports, and `PID` is
/// the process. `BASE64(TEXT)` is encoded. `<TEXT*COUNT>` repeats a text.
final class Conversation {
    private let folder: TemporaryFolder
    private var collector: Process?
    private var ports: [String] = []
    private var port: UInt16 { ports.first.flatMap { UInt16($0) } ?? 0 }
    private var keys: [String] = []

    init() throws { folder = try TemporaryFolder() }

    deinit {
        guard let collector, collector.isRunning else { return }
        kill(collector.processIdentifier, SIGKILL)
        collector.waitUntilExit()
    }

    /// Runs a step, and returns its output with placeholders for texts that differ between runs.
    func output(of step: [String]) throws -> String {
        let lines = step.map(expanded)
        let words = lines[0].split(separator: " ", maxSplits: 2).map(String.init)
        switch words[0] {
        case "stop": return stable(try stop())
        case "$": return stable(try shell(lines.joined(separator: "\n").dropFirst(2)))
        case "raw": return stable(try raw(words.dropFirst().joined(separator: " "), lines.dropFirst()))
        case _ where lines[0].contains(#/^([A-Z_]+=\S+ )?collect/#):
            let command = lines[0].replacing("collect", with: "trackproof collect --port 0", maxReplacements: 1)
            return stable(try collect(command))
        default:
            let path = words[1].hasPrefix("/") ? words[1] : "/trackproof/v1/" + words[1]
            return stable(try send(words[0], path, words.count > 2 ? words[2] : "", Array(lines.dropFirst())))
        }
    }

    // MARK: Processes

    private func process(_ script: some StringProtocol, _ output: Pipe) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.functions + script]
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        let inherited = ProcessInfo.processInfo.environment
        let path = "\(try Products.environment("sdks"))/bin:\(Products.searchPath):\(inherited["PATH"] ?? "/usr/bin")"
        process.environment = inherited.filter { !$0.key.hasPrefix("TRACKPROOF_") }.merging([
            "HOME": folder.path, "PATH": path, "SWIFT_BACKTRACE": "enable=no", "PYTHONDONTWRITEBYTECODE": "1",
        ]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        return process
    }

    /// The functions for scripts: `sql FILE STATEMENT…` changes an SQLite file. `refused FILE` reports why a collector does
    /// not open a store, and whether the file is still as it was. `until_text TEXT URL` waits for a text in an answer.
    private static let functions = """
        sql() { python3 -c 'import sqlite3, sys
        store = sqlite3.connect(sys.argv[1])
        for statement in sys.argv[2:]: store.execute(statement)
        store.commit()' "$@"; }
        trackproof() { perl -e 'alarm 60; exec @ARGV' trackproof "$@"; }
        refused() {
            [ ! -f "$1" ] || cp -L "$1" before
            trackproof collect --port 0 --no-token --store "$@"; echo "status $?"
            [ ! -f before ] || cmp before "$1"; rm -f before
        }
        until_text() {
            until curl -s "$2" | grep -q "$1"; do
                n=$((n + 1)); [ $n -lt 200 ] || { echo "$1 never came"; return; }
                sleep 0.05
            done
        }

        """

    private func collect(_ command: String) throws -> String {
        let earlier = stable(try stop())
        let output = Pipe()
        let process = try process("exec env \(command) 2>'\(folder.file(".errors"))'", output)
        try process.run()
        collector = process
        var addresses = Data()
        let count = command.contains("--tls ") || command.hasSuffix("--tls") ? 2 : 1
        while addresses.count(where: { $0 == 0x0A }) < count,
            let byte = try output.fileHandleForReading.read(upToCount: 1)
        {
            addresses += byte
        }
        let lines = String(decoding: addresses, as: UTF8.self)
        ports = lines.split(separator: "\n").compactMap { $0.split(separator: ":").last.map(String.init) }
        return (earlier.isEmpty ? "" : earlier + "\n") + lines + (ports.isEmpty ? try stop() : "")
    }

    private func stop() throws -> String {
        guard let process = collector else { return "" }
        collector = nil
        if !ports.isEmpty, process.isRunning { process.terminate() }
        process.waitUntilExit()
        let errors = try folder.read(".errors")
        return errors + (process.terminationStatus == 0 ? "" : "status \(process.terminationStatus)\n")
    }

    private func shell(_ script: some StringProtocol) throws -> String {
        let output = Pipe()
        let process = try process(script, output)
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return text + (process.terminationStatus == 0 ? "" : "status \(process.terminationStatus)\n")
    }

    // MARK: Requests

    private func send(_ method: String, _ path: String, _ body: String, _ headers: [String]) throws -> String {
        let bytes = body.hasPrefix("hex ") ? Self.bytes(of: body.dropFirst(4)) : Array(body.utf8)
        var headers = headers + ["Content-Length: \(bytes.count)", "Connection: close"]
        if !headers.contains(where: { $0.hasPrefix("Host:") }) { headers.insert("Host: 127.0.0.1:\(port)", at: 0) }
        let client = try AttackClient(port: port)
        client.send(
            Array("\(method) \(path) HTTP/1.1\r\n".utf8) + Array((headers.joined(separator: "\r\n") + "\r\n\r\n").utf8)
                + bytes)
        return text(of: try client.reply(hasBody: method != "HEAD"))
    }

    private func raw(_ options: String, _ lines: some Sequence<String>) throws -> String {
        let client = try AttackClient(port: port)
        let ends = options == "end"
        let text = lines.joined(separator: "\r\n") + (ends ? "" : "\r\n\r\n")
        client.send(options.hasPrefix("hex ") ? Self.bytes(of: options.dropFirst(4)) : Array(text.utf8))
        if ends { client.endSending() }
        var replies: [String] = []
        while case let reply = try client.reply(), !reply.head.isEmpty { replies.append(self.text(of: reply)) }
        return replies.joined(separator: "\n") + (client.isClosed(within: 0.1) ? "" : "\nthe connection stays open")
    }

    /// Returns the status, the headers that clients evaluate, and the body.
    private func text(of reply: AttackReply) -> String {
        if reply.head.isEmpty { return "no answer" }
        let hidden = [
            "content-type: application/json", "cache-control: no-store", "date: ", "content-length: ", "connection: ",
            "transfer-encoding: ", "server: ",
        ]
        let headers = reply.head.split(separator: "\r\n").dropFirst().map(String.init).filter { header in
            !hidden.contains { header.lowercased().hasPrefix($0) }
        }
        return ([String(reply.status)] + headers + (reply.body.isEmpty ? [] : [reply.text])).joined(separator: "\n")
    }

    // MARK: Texts that differ between runs

    private static func bytes(of hex: some StringProtocol) -> [UInt8] {
        hex.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }

    private func expanded(_ line: String) -> String {
        var line = line.replacing("PID", with: "\(collector?.processIdentifier ?? 0)")
        // `TLSPORT` is replaced first, because it contains `PORT`.
        for (name, port) in zip(["PORT", "TLSPORT"], ports).reversed() { line = line.replacing(name, with: port) }
        for (index, key) in keys.enumerated() { line = line.replacing("KEY\(index + 1)", with: key) }
        line.replace(#/<([^<>*]+)\*([0-9]+)>/#) { String(repeating: String($0.1), count: Int($0.2) ?? 0) }
        line.replace(#/BASE64\(([^()]*)\)/#) { Data($0.1.utf8).base64EncodedString() }
        return line
    }

    private func stable(_ text: String) -> String {
        var text = text
        for match in text.matches(of: #/tps_[0-9a-z]{24}/#) where !keys.contains(String(match.0)) {
            if !match.0.contains("nobody") { keys.append(String(match.0)) }
        }
        for (index, key) in keys.enumerated() { text = text.replacing(key, with: "KEY\(index + 1)") }
        for (name, port) in zip(["PORT", "TLSPORT"], ports) {
            text = text.replacing(":\(port)", with: ":\(name)").replacing("-\(port).", with: "-\(name).")
        }
        text.replace(#/"(received|started|opened)":"20[^"]*"/#) { "\"\($0.1)\":\"TIME\"" }
        text.replace(#/20[0-9-]+T[0-9:.+]+ (warning|error)/#) { "\($0.1)" }
        text = text.replacing(folder.path, with: "FOLDER")
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
