import Foundation
import HTTPTypes
import Subprocess
import TestSupport
import Testing
import TrackproofJSON

/// Tests of the wait for requests that are arriving.
@Suite("Settling", .timeLimit(.minutes(15)))
struct ControlSettleTests {
    private let event = #"{"type":"track","event":"a","userId":"u","messageId":"1"}"#

    /// Tests a program that sends a request and ends without waiting for the answer.
    @Test func aRequestOfAProgramThatEndedIsListed() async throws {
        try await withControl { client in
            for number in 1...rounds(5, deep: 20) {
                let body = #"{"batch":[{"type":"track","event":"e\#(number)","userId":"u","messageId":"\#(number)"}]}"#
                let head = """
                    POST /v1/batch HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\nContent-Length: \(body.utf8.count)\r
                    \r

                    """
                let script = """
                    import socket, sys
                    socket.create_connection(("127.0.0.1", \(client.port))).sendall(sys.argv[1].encode())
                    """
                _ = try await Program.python("-c", script, head + body).run()
                #expect(try await client.send(.post, "settle").json()["settled"] == true)
                #expect(try await client.send(.get, "events").json()["events"]?.names.last == "e\(number)")
            }
        }
    }

    /// Tests a request that does not arrive completely: the wait ends at its limit, and when the client leaves.
    ///
    /// There are several rounds, because the order in which the event loops of a busy collector run differs.
    @Test func aRequestThatStaysIncompleteIsWaitedFor() async throws {
        try await withControl { client in
            let script = """
                import socket, sys
                client = socket.create_connection(("127.0.0.1", \(client.port)))
                client.sendall(b"POST /v1/batch HTTP/1.1\\r\\nHost: 127.0.0.1:\(client.port)\\r\\nContent-Length: 10\\r\\n\\r\\n{")
                print("sent", flush=True)
                sys.stdin.read()
                """
            for _ in 1...rounds(3, deep: 10) {
                _ = try await Program.python("-c", script).run { program in
                    #expect(program.line == "sent")
                    #expect(try await client.send(.post, "settle", #"{"within":0.2}"#).json()["settled"] == false)
                    try program.send(.kill)
                    #expect(try await client.send(.post, "settle", #"{"within":60}"#).json()["settled"] == true)
                }
            }
        }
    }

    /// Tests that a wait of another client does not count as a request that is arriving.
    @Test func aWaitOfAnotherClientDoesNotDelay() async throws {
        try await withControl { client in
            async let waiting = client.send(.post, "wait", #"{"name":"later","within":120}"#)
            // The wait has begun when it is among the long answers, which no call shows. So both orders are tested.
            #expect(try await client.send(.post, "settle", #"{"within":60}"#).json()["settled"] == true)
            _ = try await client.segment(event.replacingOccurrences(of: "\"a\"", with: "\"later\""))
            #expect(try await waiting.status == 200)
        }
    }
}
