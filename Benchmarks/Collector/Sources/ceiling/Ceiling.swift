import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Takes a request to its end and answers 200 without looking at it.
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
                // The first line is the address, as the collector's is.
                let line = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)\n"
                FileHandle.standardOutput.write(Data(line.utf8))
            })
        try await application.run()
    }
}
