import Foundation
import Subprocess
import TestPrograms
import TestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofUITesting

/// Tests of `trackproof collect --tls` with several connections or collectors. The transcript `tls` has other tests.
@Suite("https", .timeLimit(.minutes(15))) struct HTTPSTests {
    private let folder: TemporaryFolder
    private var certificate: String { folder.file(".trackproof/ca.pem") }

    init() throws { folder = try TemporaryFolder() }

    private func collect(store: String = "s.sqlite") -> Program {
        var program = Program.trackproof(
            ["collect", "--port", "0", "--tls-port", "0", "--no-token", "--store", folder.file(store), "--tls"])
        program.environment = ["HOME": folder.path]
        return program
    }

    /// Runs `body` with a collector and the collector's https address.
    private func withCollector(
        _ body: @escaping @Sendable (RunningCollector, String) async throws -> Void
    ) async throws {
        _ = try await collect().run(signalAtEnd: .terminate) { running in
            let collector = RunningCollector(address: running.line, process: running.id, send: running.send)
            try await body(collector, try secureURL(in: try await collector.get("sessions/default").text))
        }
    }

    /// Returns the https address from the control API's answer about a session.
    private func secureURL(in session: String) throws -> String {
        try #require(try EventValue(json: Array(session.utf8), of: "session").object?["secureURL"]?.string)
    }

    /// Tests that `settle`, which is at the http port, also waits for a request that is arriving at the https port.
    @Test func settlingWaitsForRequestsOverHTTPS() async throws {
        try await withCollector { [certificate] collector, https async throws in
            let port = try #require(URL(string: https)?.port)
            let script = """
                import socket, ssl, sys
                client = socket.create_connection(("127.0.0.1", \(port)))
                # Without this option, the system keeps the request back until the server confirms the handshake.
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                context = ssl.create_default_context(cafile=sys.argv[1])
                client = context.wrap_socket(client, server_hostname="127.0.0.1")
                client.sendall(b"POST /v1/batch HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\nContent-Length: 10\\r\\n\\r\\n{")
                print("sent", flush=True)
                sys.stdin.read()
                """
            _ = try await Program.python("-c", script, certificate).run { program in
                #expect(program.line == "sent")
                #expect(try await collector.post("settle", #"{"within":0.2}"#).text == #"{"settled":false}"#)
                try program.send(.kill)
                #expect(try await collector.post("settle", #"{"within":60}"#).text == #"{"settled":true}"#)
            }
        }
    }

    @Test func aSessionHasAnHTTPSAddress() async throws {
        try await withCollector { [certificate] collector, https async throws in
            let session = try CollectorSession.open(URL(string: collector.address), named: "a test")
            let url = try #require(session.secureURL?.absoluteString)
            #expect(url == "\(https)/s/\(session.key)")
            let item = #"{"type":"track","event":"bought","userId":"u"}"#
            let curl = ["curl", "-sS", "--cacert", certificate, url + "/v1/track", "-d", item]
            #expect(try await Program(executable: "/usr/bin/env", arguments: curl).run().status == 0)
            #expect(try await collector.export(.init(key: session.key, url: url)).map(\.event.name) == ["bought"])
            #expect(try await collector.export().isEmpty)
        }
    }

    /// Tests collectors that start at the same time. All of them use the same certificate authority.
    @Test func theAuthorityIsTheSameInAllCollectors() async throws {
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<4 {
                group.addTask {
                    try await self.collect(store: "s\(number).sqlite").run(signalAtEnd: .terminate) { _ in
                        try String(contentsOfFile: self.certificate, encoding: .utf8)
                    }.value
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(names).count == 1)
    }

    /// Tests that idle connections do not block other clients, although both servers share the limit of open files.
    @Test func idleClientsDoNotBlockOthersAtTheFileLimit() async throws {
        var program = Program.shell(#"ulimit -n 100; exec "$@""#, [Products.command] + collect().arguments)
        program.environment = ["HOME": folder.path]
        _ = try await program.run(signalAtEnd: .terminate) { [certificate] running in
            let session = try await HTTP.get("\(running.line)/trackproof/v1/sessions/default").text
            let https = try secureURL(in: session)
            let ports = try [running.line, https].map { "\(try #require(URL(string: $0)?.port))" }
            let crowd = try Program.python(
                "-c", Self.crowd, ports[0], ports[1], "curl", "-sS", "-m", "20", "--cacert", certificate, "-d",
                #"{"type":"track","event":"bought","userId":"u"}"#, "\(running.line)/v1/track", "\(https)/v1/track")
            let outcome = try await crowd.run()
            #expect(outcome.output == #"{"success":true}{"success":true}"#, "\(outcome.errors)")
        }
    }

    /// A script that opens 100 connections to each of two ports, and then runs a command.
    private static let crowd = """
        import socket, subprocess, sys
        crowd = [socket.create_connection(("127.0.0.1", int(port))) for port in sys.argv[1:3] for _ in range(100)]
        sys.exit(subprocess.run(sys.argv[3:]).returncode)
        """
}
