import Foundation
import TestSupport
import Testing

/// Tests of answers that take long: waits, streams and comparisons.
@Suite(.blocking, .serialized) struct AttackWaitTests {
    private static let wait = #"{"name":"never","within":600}"#

    private func wait(_ server: AttackServer) throws -> AttackClient {
        let client = try AttackClient(server)
        client.send(
            "POST /trackproof/v1/wait HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(Self.wait.utf8.count)\r\n\r\n"
                + Self.wait)
        return client
    }

    private func stream(_ server: AttackServer) throws -> AttackClient {
        let client = try AttackClient(server)
        client.send("GET /trackproof/v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return client
    }

    /// Tests clients that send a wait and then disconnect.
    @Test func waitsEndIfTheirClientsDisconnect() throws {
        let server = try AttackServer()
        for _ in 0..<1_200 { _ = try wait(server) }
        // The collector has received all waits when it receives this request.
        try server.expectHealthy(memory: 200)
        #expect(try server.post("/trackproof/v1/wait", #"{"name":"normal","within":5}"#).text.contains("true"))
    }

    /// Tests the limit on waits and streams. They can use at most half of the connections, so that SDKs can connect.
    @Test func waitsAndStreamsLeaveRoomForSDKs() throws {
        let server = try AttackServer(files: 100)
        var clients: [AttackClient] = []
        for index in 0..<40 {
            clients.append(try index.isMultiple(of: 2) ? wait(server) : stream(server))
            // Reads the head of the reply, so the collector has counted this stream before the next client
            // connects.
            if !index.isMultiple(of: 2) { #expect(try clients[index].reply(hasBody: false).status != 0) }
        }
        try server.expectHealthy(memory: 200)
        let refused = try AttackClient(server)
        let reply = try refused.exchange("GET /trackproof/v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(reply.status == 503)
        #expect(reply.text.contains("waits and streams at the same time"), "\(reply.text)")
        // All clients disconnect, so the collector accepts another stream soon.
        clients = []
        var status = 0
        for _ in 0..<100 where status != 200 {
            let client = try stream(server)
            status = try client.reply(hasBody: false).status
        }
        #expect(status == 200)
        try server.expectHealthy(acknowledged: 1, memory: 200)
    }

    @Test func theCollectorUsesLittleCPUAtTheDescriptorLimit() throws {
        let server = try AttackServer(files: 64)
        let clients = try (0..<150).map { _ in try AttackClient(server) }
        let before = server.cpuSeconds ?? 0
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 3)
        #expect((server.cpuSeconds ?? 0) - before < 1)
        try server.expectHealthy(memory: 200)
        withExtendedLifetime(clients) {}
    }

    @Test func aRepeatedSignalEndsTheCollectorAtOnce() throws {
        let server = try AttackServer()
        let client = try AttackClient(server)
        client.send("POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{")
        try server.expectHealthy()
        let start = ContinuousClock.now
        // The first signal begins an orderly shutdown, which takes up to 5 s. A signal that follows after more than
        // 1 s ends the process.
        while server.isRunning {
            server.send(SIGTERM)
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 0.1)
        }
        #expect(server.waitUntilExit() == 143)
        #expect((ContinuousClock.now - start).inSeconds < 4)
        withExtendedLifetime(client) {}
    }

    @Test func aWaitForALargeObjectIsAnsweredInTime() throws {
        let server = try AttackServer()
        let members = (0..<60_000).map { #""name-\#($0)":\#($0)"# }.joined(separator: ",")
        let event = #"{"name":"a","parameters":{"o":{\#(members)},\#(members)}}"#
        #expect(try server.post("/trackproof/v1/events", event).status == 200)
        let start = ContinuousClock.now
        let reply = try server.post(
            "/trackproof/v1/wait", #"{"name":"a","parameters":{"o":{\#(members)},\#(members)},"within":0}"#)
        #expect(reply.text.hasPrefix(#"{"satisfied":true"#), "\(reply.text.prefix(200))")
        // If the collector compared each member with all other members, the answer would take more than 20 s.
        #expect((ContinuousClock.now - start).inSeconds < 12)
        try server.expectHealthy(acknowledged: 1)
    }

    @Test func aComparisonThatWouldTakeMinutesIsRefused() throws {
        let server = try AttackServer()
        let text = String(repeating: "a", count: 100)
        let events = (0..<10_000).map { #"{"name":"\#(text)\#($0)"}"# }.joined(separator: "\n")
        #expect(try server.post("/trackproof/v1/events", events).status == 200)
        let rules = (0..<500).map { #""*a*a*a*a\#($0)""# }.joined(separator: ",")
        let snapshot = #"{"snapshot":1,"events":[],"ignore":[\#(rules)]}"#
        let reply = try server.post("/trackproof/v1/verify", snapshot)
        #expect(reply.status == 422)
        #expect(
            reply.text == """
                {"error":"10000 event names and 500 wildcard rules are too many; compare an export with \
                `trackproof verify` instead"}
                """)
        try server.expectHealthy(acknowledged: 10_000)
    }
}
