import Dispatch
import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofBridge
import TrackproofBridgeReader

/// Tests that the reader continues, whatever clients connect and whatever lines they send.
@Suite(.blocking) struct ReaderTests {
    @Test func anInvalidLineIsReportedAndTheRestIsRead() throws {
        let (reader, inbox) = try openReader(.tcp)
        let writer = try reader.writer("w")
        writer.send("{\"name\":\"a\",\"seq\":1}\n\nnonsense\n{\"nam\n{\"name\":\"b\",\"seq\":2}\n{\"bye\":2}\n")
        writer.endSending()
        #expect(writer.read() == "")
        let known = try #require(reader.finish(within: timeout).first)
        #expect(known.problem == "line 4, column 1: expected an event object, found 'n'")
        #expect(inbox.names == ["a", "b"])
        #expect(known.endedInOrder && known.missing == 0 && !known.isComplete)
    }

    @Test func anUnsupportedVersionIsReported() throws {
        let reader = try BridgeReader(.tcp, Inbox())
        let writer = try RawSocket(reader.address)
        writer.send("{\"hello\":2,\"writer\":\"w\",\"token\":\"\(reader.token ?? "")\"}\n")
        #expect(writer.isClosedByPeer)
        let problem = "expected version 1 of the bridge, found version 2"
        #expect(reader.finish(within: timeout).map(\.problem) == [problem])
    }

    @Test func aLineCanHaveAtMost16MiB() throws {
        let (reader, inbox) = try openReader(.tcp)
        let writer = try reader.writer("w")
        let frame = "{\"name\":\"\"}".utf8.count
        let start = ContinuousClock.now
        writer.send("{\"name\":\"" + String(repeating: "n", count: 16 << 20 - frame) + "\"}\n")
        #expect(inbox.wait(for: 1))
        #expect(inbox.names.first?.utf8.count == 16 << 20 - frame)
        writer.send("{\"name\":\"" + String(repeating: "n", count: 16 << 20) + "\"}\n{\"name\":\"b\"}\n")
        #expect(inbox.wait(for: 2))
        #expect(inbox.names.last == "b")
        #expect(start.duration(to: .now) < timeout)
        let known = try #require(reader.finish(within: .milliseconds(100)).first)
        #expect(known.problem == "a line is longer than 16 MiB")
        #expect(known.received == 2 && !known.endedInOrder)
    }

    /// Tests that the reader does not count a part of a line as everything that its writer has tracked.
    @Test func aConnectionCanEndInsideALine() throws {
        let event = #"{"name":"a","seq":1}"# + "\n"
        let killed = try writer(of: event + #"{"barrier":0}"# + "\n" + #"{"name":"b","#)
        #expect(killed.problem == nil && killed.received == 1)
        #expect(!killed.isOpen && !killed.endedInOrder && !killed.isSettled)
        #expect(try writer(of: event + #"{"barrier":0}"# + "\n").isSettled)
        let ended = try writer(of: event + #"{"bye":1}"# + "\n" + #"{"name":"b","#)
        #expect(ended.problem == "the stream ends inside a line")
    }

    /// Returns the writer `w` as the reader knows it after it has read these lines.
    private func writer(_ transport: BridgeTransport = .tcp, of lines: String) throws -> BridgeWriter {
        let reader = try BridgeReader(transport, Inbox())
        let text = "{\"hello\":1,\"writer\":\"w\",\"token\":\"\(reader.token ?? "")\"}\n" + lines
        if transport == .file {
            try Data(text.utf8).write(to: URL(fileURLWithPath: reader.path))
        } else {
            let socket = try RawSocket(reader.address)
            socket.send(text)
            socket.endSending()
            #expect(socket.read() == "")
        }
        return try #require(reader.finish(within: timeout).first)
    }

    /// Returns a line for each word: an event for a number, and for example a goodbye for `bye1`.
    private func lines(_ words: String) -> String {
        words.split(separator: " ").map { word in
            let name = word.prefix { $0.isLetter }
            let members = name.isEmpty ? "\"name\":\"a\",\"seq\":\(word)" : "\"\(name)\":\(word.dropFirst(name.count))"
            return "{\(members),\"writer\":\"w\"}\n"
        }.joined()
    }

    @Test(arguments: [
        ("{\"name\":\"a\"", "line 2, column 12: the line ends inside a value"),
        ("{\"name\":1}", "line 2, column 9: name: expected a string, found a number"),
        ("{\"name\":\"a\"}{\"name\":\"b\"}", "line 2, column 13: expected the end of the line"),
    ])
    func problemsNameTheirPlace(line: String, problem: String) throws {
        #expect(try writer(of: line + "\n").problem == problem)
    }

    @Test(arguments: [
        // Each case: the lines that the writer sends, the number of missing events, and the number of announced lost
        // events.
        ("1 2 3 bye3", 0, 0), ("1 4 bye4", 2, 0), ("3 bye3", 2, 0), ("1 bye5", 4, 0), ("bye0", 0, 0),
        ("1 lost3 2 lost4 bye2", 0, 7), ("1 lost3 5 bye6", 4, 3), ("2 2 1 bye2", 1, 0),
        ("9223372036854775807 9223372036854775807 bye9223372036854775807", Int64.max - 1, 0),
        ("lost9223372036854775807 lost9223372036854775807 bye9223372036854775807", .max, .max),
    ])
    func missingAndLostEventsAreCounted(words: String, missing: Int64, lost: Int64) throws {
        let known = try writer(of: lines(words))
        #expect(known.missing == missing && known.lost == lost)
        #expect(known.received == Int64(words.split(separator: " ").count { $0.first?.isLetter == false }))
        #expect(known.isComplete == (missing == 0 && lost == 0))
    }

    /// Tests streams that several processes wrote under one name, and goodbyes before the last event.
    @Test(
        arguments: [BridgeTransport.tcp, .file],
        [
            ("1 bye1 2", "line 4: nothing may follow the writer's goodbye"),
            ("1 bye1 lost2", "line 4: nothing may follow the writer's goodbye"),
            ("1 bye1 bye1", "line 4: nothing may follow the writer's goodbye"),
            ("1 bye1 hello1", "line 4: nothing may follow the writer's goodbye"),
            ("1 hello1 2 bye2", "line 3: only the first line may have the member \"hello\""),
            ("1 2 bye1", "line 4: expected a goodbye after event 2, found one after event 1"),
            ("1 1 bye1", "line 3: expected an event with a number over 1, found event 1"),
            (
                "-9223372036854775808 bye0",
                "line 2: expected an event with a number over 0, found event -9223372036854775808"
            ),
            ("1 bye1 barrier1", nil),
        ] as [(String, String?)])
    func linesOutOfOrderAreReported(transport: BridgeTransport, stream: (words: String, problem: String?)) throws {
        let known = try writer(transport, of: lines(stream.words))
        #expect(known.problem == stream.problem)
        #expect(known.isComplete == (stream.problem == nil))
    }

    @Test func theReadersFolderIsPrivateAndRemovedAtTheEnd() throws {
        var folders: [String] = []
        do {
            let finished = try BridgeReader(.file, Inbox())
            let released = try BridgeReader(.file, Inbox())
            for reader in [finished, released] {
                let folder = URL(fileURLWithPath: reader.path).deletingLastPathComponent().path
                var status = stat()
                #expect(stat(folder, &status) == 0)
                #expect(status.st_mode & 0o777 == 0o700)
                try reader.bridge().track(Event("tapped"))
                folders.append(folder)
            }
            #expect(finished.finish(within: timeout).map(\.isComplete) == [true])
            #expect(access(folders[0], F_OK) == -1)
        }
        #expect(access(folders[1], F_OK) == -1)
    }

    @Test func aReleasedReaderDisconnectsItsWriters() throws {
        let writer: RawSocket
        do {
            let reader = try BridgeReader(.tcp, Inbox())
            writer = try reader.writer("w")
        }
        #expect(writer.isClosedByPeer)
    }

    #if os(macOS) || os(Linux)
        @Test func readersAndBridgesLeakNoDescriptors() async {
            await #expect(processExitsWith: .success) {
                func use(_ transport: BridgeTransport, finishes: Bool) throws {
                    let reader = try BridgeReader(transport, Inbox())
                    track(10, into: try reader.bridge())
                    if finishes, !reader.finish(within: timeout).allSatisfy({ $0.isComplete }) { exit(2) }
                }
                do {
                    // The first use of each transport opens descriptors that stay open, so the test counts descriptors
                    // after that.
                    for transport in BridgeTransport.allCases { try use(transport, finishes: true) }
                    let before = openDescriptors()
                    for index in 0..<8 {
                        for transport in BridgeTransport.allCases { try use(transport, finishes: index % 4 > 0) }
                    }
                    // The threads of the readers close their descriptors a little after the readers have ended.
                    if !eventually({ openDescriptors() <= before }) { exit(3) }
                } catch {
                    exit(4)
                }
            }
        }

        @Test func aReaderContinuesAfterAShortageOfDescriptors() async {
            await #expect(processExitsWith: .success) {
                do {
                    let (reader, inbox) = try openReader(.tcp)
                    let address = reader.address
                    let sockets = try (0..<3).map { _ in try RawSocket(address) }
                    if reader.barrier(within: timeout) != .passed { exit(2) }
                    var taken: [Int32] = []
                    let late = try RawSocket(address)
                    while case let copy = dup(0), copy >= 0 { taken.append(copy) }
                    for socket in sockets { socket.introduce("early", to: reader) }
                    late.introduce("late", to: reader)
                    late.send("{\"name\":\"a\",\"seq\":1}\n")
                    for descriptor in taken { close(descriptor) }
                    if !inbox.wait(for: 1) { exit(3) }
                } catch {
                    exit(4)
                }
            }
        }
    #endif
}
