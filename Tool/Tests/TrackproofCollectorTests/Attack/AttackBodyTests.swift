import Foundation
import TestSupport
import Testing

/// Tests of bodies that are small on the wire and large in memory, or that never end.
@Suite(.blocking, .serialized) struct AttackBodyTests {
    @Test func aGzipBombIsRefused() throws {
        let server = try AttackServer()
        let bomb = zeros(mebibytes: 10_240)
        #expect(bomb.count > 9 << 20 && bomb.count < 12 << 20)
        for _ in 0..<2 {
            #expect(try server.post("/v1/batch", headers: "Content-Encoding: gzip\r\n", bomb).status == 413)
        }
        try server.expectHealthy(memory: 200)
    }

    @Test func aGzipBodyOfManyMembersIsRefused() throws {
        let server = try AttackServer()
        let member: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        let bytes = repeated(member, upTo: 8 << 20)
        #expect(try server.post("/v1/batch", bytes).status == 400)
        try server.expectHealthy(memory: 200)
    }

    @Test func deeplyNestedJSONIsRejected() throws {
        let server = try AttackServer()
        let deep = String(repeating: #"{"a":["#, count: 50_000)
        for path in ["/v1/batch", "/batch", "/2/httpapi", "/track", "/v1/logs", "/i/bulk", "/tp2", "/mp/collect"] {
            let reply = try server.post(path, headers: "Content-Type: application/json\r\n", deep)
            #expect(reply.status != 0, "\(path)")
            let inside = #"{"api_key":"k","batch":[],"events":"# + deep
            #expect(try server.post(path, inside).status != 0, "\(path)")
        }
        let rejected = try server.get("/trackproof/v1/rejected").text
        #expect(rejected.contains("nested deeper than 128 levels"))
        try server.expectHealthy(memory: 200)
    }

    @Test func aClientThatSendsAnEndlessBodyIsDisconnected() throws {
        let server = try AttackServer()
        let client = try AttackClient(server)
        client.send("POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = Array("100000\r\n".utf8) + [UInt8](repeating: 0x20, count: 1 << 20) + Array("\r\n".utf8)
        var mebibytes = 0
        let start = ContinuousClock.now
        while mebibytes < 10_240, client.send(chunk) { mebibytes += 1 }
        #expect(mebibytes < 10_240)
        #expect((ContinuousClock.now - start).inSeconds < 10)
        try server.expectHealthy(memory: 200)
    }

    /// Sends a body of 5 or 6 MiB, which is too large. Then sends the largest accepted body three times at once.
    @Test(arguments: AmplifiedBody.allCases)
    func bodiesThatExpandInMemoryAreLimited(_ body: AmplifiedBody) async throws {
        let server = try AttackServer()
        let large = body.bytes(body.isSlow ? 5 << 20 : 6 << 20)
        let refused = try post(large)
        #expect(refused == body.refusal)
        let accepted = body.bytes(body.maxAccepted)
        let statuses = try await onThreads(3) { _ in try post(accepted) }
        #expect(statuses.contains { $0 != 503 }, "\(statuses)")
        #expect(!statuses.contains(413), "\(statuses)")
        #expect(!statuses.contains(0), "\(statuses)")
        try server.expectHealthy(acknowledged: nil)

        @Sendable func post(_ bytes: [UInt8]) throws -> Int {
            try server.post(body.path, headers: "Content-Type: \(body.type)\r\n", bytes).status
        }
    }

    /// Tests bodies that contain two objects with 80,000 members each. If the decoder compared each name with all other
    /// names, the request would take too long.
    @Test func bodiesWithManyNamesAreReadInTime() throws {
        let server = try AttackServer()
        func members(_ names: Range<Int>) -> String { names.map { "\"n\($0)\":0" }.joined(separator: ",") }
        let (one, other) = (members(100_000..<180_000), members(200_000..<280_000))
        let bodies = [
            ("/2/httpapi", "{\"api_key\":\"k\",\"events\":[{\"event_type\":\"e\",\(one)}],\(other)}"),
            ("/v1/batch", "{\"batch\":[{\"type\":\"track\",\"event\":\"e\",\(one)}],\(other)}"),
            ("/batch", "{\"batch\":[{\"event\":\"e\",\"distinct_id\":\"d\",\(one)}],\(other)}"),
            ("/track", "[{\"event\":\"e\",\"properties\":{\(one)},\(other)}]"),
            ("/mixpanel/engage", "[{\"$token\":\"t\",\"$distinct_id\":\"d\",\"$set\":{\(one)},\(other)}]"),
        ]
        for (path, body) in bodies {
            let start = ContinuousClock.now
            #expect(try server.post(path, body).status != 0, "\(path)")
            #expect((ContinuousClock.now - start).inSeconds < 10, "\(path)")
        }
        try server.expectHealthy(acknowledged: nil)
    }

    @Test func anObjectWithAMillionNamesIsRefused() throws {
        let server = try AttackServer()
        let names = (0..<1_000_000).map { "\"\($0)\":0" }.joined(separator: ",")
        #expect(try server.post("/batch", "{\(names)}").status == 400)
        try server.expectHealthy(acknowledged: nil)
    }

    @Test func moreThanTenThousandItemsAreRefused() throws {
        let server = try AttackServer()
        let line = "{\"name\":\"e\"}\n"
        let accepted = try server.post("/trackproof/v1/events", String(repeating: line, count: 10_000))
        #expect(accepted.status == 200)
        let refused = try server.post("/trackproof/v1/events", String(repeating: line, count: 10_001))
        #expect(refused.status == 400)
        #expect(refused.text.contains("expected at most 10000 items, found 10001"))
        try server.expectHealthy(acknowledged: 10_000, memory: 200)
    }

    @Test func bodiesThatResembleSessionKeysAreAnswered() throws {
        let server = try AttackServer()
        #expect(try server.post("/x", [UInt8](repeating: UInt8(ascii: "t"), count: 1 << 20)).status == 404)
        #expect(try server.post("/x", String(repeating: "tps_", count: 1 << 18)).status == 404)
        #expect(try server.post("/track", "[" + String(repeating: #""ph"#, count: 1 << 18)).status != 0)
        try server.expectHealthy()
    }

    @Test func aBodyWithInvalidUTF8IsAnswered() throws {
        let server = try AttackServer()
        for path in ["/v1/batch", "/batch", "/2/httpapi", "/track", "/v1/logs", "/i", "/trackproof/v1/events"] {
            let bytes =
                Array(#"{"batch":[{"event":"#.utf8) + [0x22, 0xFF, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0x22, 0x7D]
            #expect(try server.post(path, bytes).status != 0, "\(path)")
        }
        try server.expectHealthy(memory: 200)
    }
}

/// A body that needs many times its size in memory when the collector reads it.
enum AmplifiedBody: String, CaseIterable, CustomTestStringConvertible {
    case arrays, arraysOfOne, objects, nestedObjects, numbers, base64, form, table, lines, messages

    var testDescription: String { rawValue }

    /// Whether the body is slow to decode, because its values are inside Base64 or Protobuf.
    var isSlow: Bool { self == .base64 || self == .messages }

    /// The status of the answer to a body that is too large. Mixpanel's answer has status 200 and an error in its body.
    var refusal: Int {
        switch self {
        case .base64: 200
        case .messages: 400
        default: 413
        }
    }

    /// The approximate size of the largest accepted body, in bytes.
    var maxAccepted: Int {
        switch self {
        case .arrays: 7 << 18
        case .arraysOfOne, .numbers, .form, .lines: 5 << 19
        case .objects: 2 << 20
        case .nestedObjects: 3 << 19
        case .base64: 5 << 19
        case .table: 5 << 18
        case .messages: 2 << 20
        }
    }

    func bytes(_ size: Int) -> [UInt8] {
        func filled(_ piece: String, _ start: String = "", _ end: String = "") -> [UInt8] {
            Array(start.utf8) + repeated(Array(piece.utf8), upTo: size - 100) + Array(end.utf8)
        }
        switch self {
        case .arrays: return filled("[],", "{\"batch\":[", "0]}")
        case .arraysOfOne: return filled("[0],", "{\"batch\":[", "0]}")
        case .objects: return filled("{\"a\":0},", "{\"batch\":[", "0]}")
        case .nestedObjects:
            let deep = String(repeating: "{\"\":", count: 100) + "0" + String(repeating: "}", count: 100)
            return filled(deep + ",", "{\"batch\":[", "0]}")
        case .numbers: return filled("1,", "{\"batch\":[", "0]}")
        case .base64:
            let json = filled("{\"a\":0},", "[", "0]").prefix(size / 4 * 3 - 100)
            return Array("data=".utf8) + Array(Data(json).base64EncodedString().utf8)
        case .form: return filled("a&", "data=x&")
        case .table: return filled(",", "a,b\n")
        case .lines: return filled("x\n", "{}\n")
        case .messages:
            // An outer message contains many empty messages. The length of the outer message is encoded in four groups
            // of seven bits.
            let messages = repeated([0x12, 0], upTo: size - 100)
            let length: [UInt8] = (0..<4).map { group in
                let bits = UInt8(truncatingIfNeeded: messages.count >> (group * 7)) & 0x7F
                return group < 3 ? bits | 0x80 : bits
            }
            return [0x0A] + length + messages
        }
    }

    var path: String {
        switch self {
        case .base64, .form: "/track"
        case .table: "/logs/v1/import/events.csv"
        case .lines: "/trackproof/v1/events"
        case .messages: "/v1/logs"
        // PostHog accepts the largest bodies.
        default: "/batch"
        }
    }

    var type: String {
        switch self {
        case .base64, .form: "application/x-www-form-urlencoded"
        case .table: "text/csv"
        case .lines: "application/x-ndjson"
        case .messages: "application/x-protobuf"
        default: "application/json"
        }
    }
}
