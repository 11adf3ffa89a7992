internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// A request to the control API that cannot be answered as asked.
struct ControlError: Error, Sendable {
    let status: HTTPResponse.Status
    /// The field at fault, where there is one.
    let field: String?
    let message: String

    init(_ status: HTTPResponse.Status, field: String? = nil, _ message: String) {
        self.status = status
        self.field = field
        self.message = message
    }

    /// A bad request.
    init(field: String? = nil, _ message: String) { self.init(.badRequest, field: field, message) }

    /// `{"error": …, "field": …}`
    var response: Response {
        var members: EventParameters = ["error": message]
        if let field { members["field"] = .string(field) }
        return .json(members, status: status)
    }
}

extension Response {
    /// An object as JSON.
    static func json(_ members: EventParameters, status: HTTPResponse.Status = .ok) -> Response {
        .text(members.json, type: "application/json", status: status)
    }

    /// An object as JSON. The reservation of its memory lives until it is written.
    static func json(_ text: String, holding reservation: MemoryBudget.Reservation) -> Response {
        let buffer = ByteBuffer(string: text)
        let body = ResponseBody(contentLength: buffer.readableBytes) { writer in
            try await writer.write(buffer)
            try await writer.finish(nil)
            withExtendedLifetime(reservation) {}
        }
        return Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"], body: body)
    }

    /// Text of a type.
    static func text(_ text: String, type: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
