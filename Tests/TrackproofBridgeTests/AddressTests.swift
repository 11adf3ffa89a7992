import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofBridge
import TrackproofBridgeReader

/// Tests of the values of `TRACKPROOF_BRIDGE`: which addresses are valid, and the messages about invalid addresses.
@Suite struct AddressTests {
    static let forms = "expected tcp://127.0.0.1:PORT, file:PATH, accessibility, pasteboard or alert"

    @Test(arguments: [
        ("", ": \(AddressTests.forms)"),
        ("/tmp/events", "/tmp/events: \(AddressTests.forms)"),
        ("pigeon:/tmp/events", "pigeon:/tmp/events: \(AddressTests.forms)"),
        ("http://127.0.0.1:80", "http://127.0.0.1:80: \(AddressTests.forms)"),
        ("TCP://127.0.0.1:80", "TCP://127.0.0.1:80: \(AddressTests.forms)"),
        ("tcp://", "tcp://: expected tcp://127.0.0.1:PORT"),
        ("tcp://127.0.0.1", "tcp://127.0.0.1: expected tcp://127.0.0.1:PORT"),
        ("tcp://127.0.0.1:", "tcp://127.0.0.1:: expected tcp://127.0.0.1:PORT"),
        ("tcp://127.0.0.1:0", "tcp://127.0.0.1:0: expected tcp://127.0.0.1:PORT"),
        ("tcp://127.0.0.1:65536", "tcp://127.0.0.1:65536: expected tcp://127.0.0.1:PORT"),
        ("tcp://127.0.0.1:80/", "tcp://127.0.0.1:80/: expected tcp://127.0.0.1:PORT"),
        ("tcp://[::1]:80", "tcp://[::1]:80: expected tcp://127.0.0.1:PORT"),
        ("tcp://localhost:80", "tcp://localhost:80: bridges connect only to 127.0.0.1"),
        ("tcp://192.168.0.1:80", "tcp://192.168.0.1:80: bridges connect only to 127.0.0.1"),
        ("file:", "file:: expected file:PATH"),
    ])
    func anInvalidAddressIsRefused(address: String, expected: String) {
        #expect(message { try EventBridge(address) } == expected)
    }
}

/// Tests of the bridge that appends events to a file.
@Suite struct FileBridgeTests {
    @Test func theFileIsPrivateAndHasLinesOfARecording() throws {
        try withFolder { folder in
            let path = folder + "/events"
            do {
                let bridge = try EventBridge("file:" + path, token: "secret")
                bridge.track(Event("tapped", ["id": 1]))
                let lines = try lines(of: path)
                // The line `hello` in a file has no token.
                #expect(lines[0].wholeMatch(of: /\{"hello":1,"writer":"[0-9]+-[0-9a-f]+"\}/) != nil)
                #expect(lines[1].hasPrefix(#"{"name":"tapped","parameters":{"id":1},"seq":1,"time":""#))
                #expect(lines.count == 3 && lines[2] == "")
            }
            #expect(try lines(of: path)[2].hasPrefix(#"{"bye":1,"writer":""#))
            var status = stat()
            #expect(stat(path, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
        }
    }

    @Test func onlyARegularFileIsAccepted() throws {
        try withFolder { folder in
            let (target, link) = (folder + "/target", folder + "/link")
            try Data().write(to: URL(fileURLWithPath: target))
            #expect(symlink(target, link) == 0)
            #expect(
                message { try EventBridge("file:" + link) }
                    == "file:\(link): expected a regular file, found a symbolic link")
            #expect(try Data(contentsOf: URL(fileURLWithPath: target)).isEmpty)

            #expect(message { try EventBridge("file:" + folder) } == "file:\(folder): Is a directory")
            let absent = folder + "/absent/events"
            #expect(message { try EventBridge("file:" + absent) } == "file:\(absent): No such file or directory")

            // The bridge refuses a named pipe, with or without a reader. A pipe without a reader must not block the
            // bridge.
            let pipe = folder + "/pipe"
            #expect(mkfifo(pipe, 0o600) == 0)
            let withoutReader = message { try EventBridge("file:" + pipe) }
            #expect(withoutReader?.hasPrefix("file:\(pipe): ") == true)
            let reading = open(pipe, O_RDONLY | O_NONBLOCK)
            defer { close(reading) }
            #expect(message { try EventBridge("file:" + pipe) } == "file:\(pipe): not a regular file")
        }
    }

    #if os(macOS) || os(Linux)
        /// Tests a limit on file sizes, which stops a write in the middle of a line, as a full disk does.
        @Test func eventsBeyondAFileSizeLimitAreCountedAsLost() async throws {
            let (reader, inbox) = try openReader(.file)
            await #expect(processExitsWith: .success) { [environment = reader.environment as [String: String]] in
                adopt(environment)
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 10_000, rlim_max: rlim_t.max)
                setFileSizeLimit(&limit)
                let bridge = bridgeFromEnvironment()
                track(1_000, into: bridge)
                // With this limit, the file may grow again, so the bridge can write the next events.
                limit.rlim_cur = 1 << 30
                setFileSizeLimit(&limit)
                track(10, into: bridge)
            }
            let lines = try lines(of: reader.path)
            let writer = try #require(reader.finish(within: timeout).first)
            #expect(writer.lost > 900 && writer.lost < 1_000)
            #expect(writer.received + writer.lost == 1_010)
            #expect(writer.missing == 0 && writer.endedInOrder && !writer.isComplete)
            #expect(inbox.events.compactMap(\.sequence) == Array(1..<writer.received + 1))
            // At most one line is cut off. The line that announces the lost events is complete.
            #expect(lines.count { !$0.isEmpty && !$0.hasSuffix("}") } <= 1)
            #expect(lines.contains { $0.hasPrefix("{\"lost\":\(writer.lost),") })
        }

    #endif
}

#if os(macOS) || os(Linux)
    /// Sets the maximum size of the files that this process writes.
    private func setFileSizeLimit(_ limit: inout rlimit) {
        #if os(Linux)
            let result = setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        #else
            let result = setrlimit(RLIMIT_FSIZE, &limit)
        #endif
        if result != 0 { exit(97) }
    }

#endif
