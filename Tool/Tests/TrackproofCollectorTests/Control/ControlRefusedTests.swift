import Foundation
import HTTPTypes
import Testing
import Trackproof

@Suite("Requests that are refused before decoding", .timeLimit(.minutes(15)))
struct ControlRefusedTests {
    private let event = #"{"type":"track","event":"a","userId":"u","messageId":"1"}"#

    @Test func aDamagedBodyIsListedAsRejected() async throws {
        try await withControl { client in
            let key = try await client.open()
            let bytes: [UInt8] = [0x1F, 0x8B, 0x08, 0x00, 0xFF]
            let answer = try await client.send(
                .post, "/s/\(key)/v1/batch", bytes: bytes, headers: [.contentEncoding: "gzip"])
            #expect(answer.status == 400)
            #expect(answer.text == #"{"error":"the body cannot be decompressed: it is cut short"}"#)
            let rejected = try await client.send(.get, "rejected?session=\(key)").json()["rejected"]
            #expect(rejected?.all("vendor") == ["segment"])
            #expect(rejected?.all("reason") == ["the body cannot be decompressed: it is cut short"])
            let request = try await client.send(.get, "requests/1").json()
            #expect(request["bodyBase64"]?.string == Data(bytes).base64EncodedString())
            #expect(request["target"]?.string == "/s/\(key)/v1/batch")
        }
    }

    @Test func aBodyThatIsNotCompressedAsAnnouncedIsRefusedWithTheReason() async throws {
        try await withControl { client in
            let answer = try await client.send(
                .post, "/v1/batch", bytes: Array(#"{"batch":[\#(event)]}"#.utf8), headers: [.contentEncoding: "gzip"])
            #expect(answer.status == 400)
            #expect(
                answer.text == #"{"error":"the request says that its body is compressed, but the body is not"}"#)
        }
    }

    @Test func aTooLargeBodyIsListedAsRejected() async throws {
        try await withControl { client in
            let answer = try await client.send(
                .post, "/v1/batch", bytes: zeros(mebibytes: 33), headers: [.contentEncoding: "gzip"])
            #expect(answer.status == 413)
            let rejected = try await client.send(.get, "rejected").json()["rejected"]
            #expect(
                rejected?.all("reason") == [
                    "the body is too large: the limit is 16777216 bytes, or 33554432 after decompression"
                ])
        }
    }

    @Test func aBodyWithTooManyValuesIsListedAsRejected() async throws {
        try await withControl { client in
            let key = try await client.open()
            let body = #"{"writeKey":"\#(key)","batch":[\#(String(repeating: "{},", count: 400_000)){}]}"#
            let answer = try await client.send(.post, "/v1/batch", body)
            #expect(answer.status == 413)
            let rejected = try await client.send(.get, "rejected?session=\(key)").json()["rejected"]
            #expect(
                rejected?.all("reason") == [
                    "the body has too many values: they would take more than 134217728 bytes of memory"
                ])
            let kept = try await client.send(.get, "requests/1").json()["body"]?.string
            #expect(kept == String(body.prefix(1 << 16)))
        }
    }

    /// Tests that the collector does not store requests of clients without access. Such clients could fill the store.
    @Test func unauthorizedRequestsAreNotStored() async throws {
        let token = "a-token-that-is-long"
        try await withControl(token: token) { client in
            for path in ["/v1/batch", "/s/tps_nobodynobodynobodynobody/v1/batch"] {
                for body in ["no gzip", ""] {
                    let answer = try await client.send(
                        .post, path, body.isEmpty ? #"{"batch":[\#(event)]}"# : body,
                        headers: body.isEmpty ? [:] : [.contentEncoding: "gzip"])
                    #expect([400, 401, 404].contains(answer.status))
                }
            }
            let bearer: HTTPFields = [.authorization: "Bearer \(token)"]
            #expect(try await client.send(.get, "health", headers: bearer).json()["requests"] == 0)
            // The collector does store a request with the token.
            _ = try await client.send(.post, "/s/\(token)/v1/batch", "no gzip", headers: [.contentEncoding: "gzip"])
            #expect(try await client.send(.get, "health", headers: bearer).json()["rejected"] == 1)
        }
    }

    @Test func anEmptyBodyMarkedAsGzipIsAccepted() async throws {
        try await withControl { client in
            let answer = try await client.send(
                .get,
                "/mixpanel/track?data=%7B%22event%22%3A%22a%22%2C%22properties%22%3A%7B%22token%22%3A%22t%22%7D%7D",
                headers: [.contentEncoding: "gzip"])
            #expect(answer.status == 200)
            #expect(try await client.send(.get, "events").json()["events"]?.array?.count == 1)
        }
    }

    @Test func headersAreStoredUnchangedExceptCookies() async throws {
        try await withControl { client in
            let name = try #require(HTTPField.Name("X-Mark"))
            _ = try await client.send(
                .post, "/v1/batch", #"{"batch":[\#(event)]}"#, headers: [name: "\u{301}acute", .cookie: "a=secret"])
            let headers = try await client.send(.get, "requests/1").json()["headers"]
            #expect(headers?.array?.first { $0["name"] == "x-mark" }?["value"] == "\u{301}acute")
            // The collector does not store cookies, because they can belong to other pages on this machine.
            #expect(headers?.all("name").contains("cookie") == false)
        }
    }
}
