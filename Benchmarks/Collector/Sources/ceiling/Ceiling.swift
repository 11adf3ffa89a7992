import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A responder that reads each request to its end and answers 200, without parsing or storing anything.
///
/// The collector uses the same HTTP server and does more work, so it cannot be faster than this responder.
struct Ceiling: HTTPResponder {
    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        var count = 0
        for try await part in request.body { count += part.readableBytes }
        return Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: "{\"success\":\(count > 0)}")))
    }
}

@main
enum Main {
    static func main() async throws {
        let application = Application(
            responder: Ceiling(), configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                // Like the collector, the program prints its address as its first line.
                let line = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)\n"
                FileHandle.standardOutput.write(Data(line.utf8))
            })
        try await application.run()
    }
}
