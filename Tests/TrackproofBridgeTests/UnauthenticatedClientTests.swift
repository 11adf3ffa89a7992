import _TrackproofTestSupport
import Testing
import TrackproofBridge
import TrackproofBridgeReader

/// Tests that a client that has not shown the token gets nothing and delays no other client.
@Suite(.blocking) struct UnauthenticatedClientTests {
    @Test(arguments: [
        "{\"hello\":1,\"writer\":\"w\",\"token\":\"wrong\"}", "{\"hello\":1,\"writer\":\"w\",\"token\":\"\"}",
        "{\"hello\":1,\"writer\":\"w\",\"token\":1}", "{\"hello\":1,\"writer\":\"w\"}", "{\"hello\":1}",
        "{\"name\":\"tapped\"}", "{\"bye\":0}", "GET / HTTP/1.1", "", String(repeating: "x", count: 4_097),
    ])
    func aClientWithAnInvalidFirstLineIsDisconnected(line: String) throws {
        let (reader, inbox) = try openReader(.tcp)
        let client = try RawSocket(reader.address)
        client.send(line + "\n{\"name\":\"tapped\",\"seq\":1}\n")
        #expect(client.isClosedByPeer)
        #expect(reader.finish(within: timeout) == [])
        #expect(inbox.count == 0)
    }

    /// Tests that a client with the token is never ignored in silence.
    @Test(arguments: [
        (
            "{\"hello\":1,\"writer\":\"\(String(repeating: "w", count: 201))\",\"token\":\"TOKEN\"}\n",
            "line 1: the name of the writer has more than 200 bytes"
        ),
        (
            "{\"hello\":1,\"writer\":\"w\",\"token\":\"TOKEN\",\"more\":\"\(String(repeating: "m", count: 4_096))\"}\n",
            "the first line has more than 4096 bytes"
        ),
        (
            "{\"hello\":1,\"writer\":\"w\",\"token\":\"TOKEN\",\"more\":\"\(String(repeating: "m", count: 4_096))",
            "the first line has more than 4096 bytes"
        ),
        (
            "{\"hello\":1,\"writer\":\"w\",\"token\":\"TOKEN\"} and more\n",
            "line 1, column 75: expected the end of the line"
        ),
        ("{\"name\":\"tapped\",\"token\":\"TOKEN\"}\n", "line 1: expected the members \"hello\" and \"token\""),
    ])
    func aClientWithTheTokenAndAnInvalidFirstLineIsReported(line: String, problem: String) throws {
        let (reader, inbox) = try openReader(.tcp)
        let client = try RawSocket(reader.address)
        let token = try #require(reader.token)
        client.send(line.replacing("TOKEN", with: token))
        #expect(client.isClosedByPeer)
        let column = /column [0-9]+/
        let writer = try #require(reader.finish(within: timeout).first)
        #expect(writer.problem?.replacing(column, with: "") == problem.replacing(column, with: ""))
        #expect(!writer.isOpen && !writer.isComplete)
        #expect(inbox.count == 0)
    }

    @Test func aSilentClientDelaysNoOtherClient() throws {
        // Each new connection may be an app, so the reader gives it half a second to introduce itself. After five
        // seconds, it closes the connection.
        let wasQuick = try isQuick(.seconds(4)) { start in
            let (reader, inbox) = try openReader(.tcp)
            let bridge = try reader.bridge()
            track(100, into: bridge)
            #expect(inbox.wait(for: 100))
            let clients = try (0..<3).map { _ in try RawSocket(reader.address) }
            clients[1].send("{\"hel")
            start = .now
            #expect(reader.barrier(within: timeout) == .passed)
            #expect(reader.finish(within: timeout).map(\.received) == [100])
            withExtendedLifetime((clients, bridge)) {}
        }
        #expect(wasQuick)
    }

    @Test func aSilentClientIsDisconnected() throws {
        let reader = try BridgeReader(.tcp, Inbox())
        let client = try RawSocket(reader.address)
        #expect(client.isClosedByPeer)
        #expect(reader.finish(within: timeout) == [])
    }
}
