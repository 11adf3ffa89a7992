import Testing
import TrackproofBridge
@_spi(Tooling) import TrackproofBridgeReader

/// Whoever has not shown the token gets nothing and holds nobody up.
@Suite struct StrangerTests {
    @Test(arguments: [
        "{\"hello\":1,\"writer\":\"w\",\"token\":\"wrong\"}", "{\"hello\":1,\"writer\":\"w\",\"token\":\"\"}",
        "{\"hello\":1,\"writer\":\"w\",\"token\":1}", "{\"hello\":1,\"writer\":\"w\"}", "{\"hello\":1}",
        "{\"name\":\"tapped\"}", "{\"bye\":0}", "GET / HTTP/1.1", "",
        "{\"hello\":1,\"writer\":\"\(String(repeating: "w", count: 201))\",\"token\":\"TOKEN\"}",
        "{\"hello\":1,\"writer\":\"w\",\"token\":\"TOKEN\",\"more\":\"\(String(repeating: "m", count: 1_024))\"}",
        "{\"hello\":1,\"writer\":\"w\",\"token\":\"TOKEN\"} and more",
    ])
    func strangersAreShownOut(line: String) throws {
        let inbox = Inbox()
        let reader = try BridgeReader(.tcp, inbox)
        let stranger = try RawSocket(reader.address)
        let token = try #require(reader.token)
        stranger.send(line.replacing("TOKEN", with: token) + "\n{\"name\":\"tapped\",\"seq\":1}\n")
        #expect(stranger.isClosedByPeer)
        #expect(reader.finish(within: timeout) == [])
        #expect(inbox.count == 0)
    }

    @Test func aFirstLineWithoutEndIsCutShort() throws {
        let reader = try BridgeReader(.tcp, Inbox())
        let stranger = try RawSocket(reader.address)
        stranger.send(String(repeating: "x", count: 1_025))
        #expect(stranger.isClosedByPeer)
    }

    @Test(arguments: [BridgeTransport.tcp, .unix])
    func aSilentStrangerHoldsNobodyUp(transport: BridgeTransport) throws {
        let inbox = Inbox()
        let reader = try BridgeReader(transport, inbox)
        let strangers = try (0..<3).map { _ in try RawSocket(reader.address) }
        strangers[1].send("{\"hel")
        let bridge = try reader.bridge()
        track(100, into: bridge)
        #expect(inbox.wait(for: 100))
        let start = ContinuousClock.now
        #expect(reader.barrier(within: timeout) == .passed)
        #expect(reader.finish(within: timeout).map(\.received) == [100])
        // A new connection may be an app about to speak, and is given half a second.
        #expect(start.duration(to: .now) < .seconds(4))
        withExtendedLifetime((strangers, bridge)) {}
    }

    @Test func aSilentStrangerIsShownOut() throws {
        let reader = try BridgeReader(.tcp, Inbox())
        let stranger = try RawSocket(reader.address)
        #expect(stranger.isClosedByPeer)
        #expect(reader.finish(within: timeout) == [])
    }
}
