package import HTTPTypes
package import Hummingbird
internal import NIOCore
internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// A request to the control API that cannot be answered as asked.
struct ControlError: Error, Sendable {
    let status: HTTPResponse.Status
    /// The field at fault, where there is one.
    let field: String?
    let message: String
    /// The methods that the path takes, if it does not take this one: `GET, HEAD`.
    let allowed: String?

    init(_ status: HTTPResponse.Status, field: String? = nil, _ message: String, allowed: String? = nil) {
        self.status = status
        self.field = field
        self.message = message
        self.allowed = allowed
    }

    /// A bad request.
    init(field: String? = nil, _ message: String) { self.init(.badRequest, field: field, message) }

    /// `{"error": …, "field": …}`
    var response: Response {
        var members: EventParameters = ["error": message]
        if let field { members["field"] = .string(field) }
        var response = Response.json(members, status: status)
        if let allowed { response.headers[.allow] = allowed }
        return response
    }
}

// The router answers with the errors that handlers throw.

extension ControlError: HTTPResponseError {
    func response(from request: Request, context: some RequestContext) -> Response { response }
}

extension RefusedRequest: HTTPResponseError {
    func response(from request: Request, context: some RequestContext) -> Response { response() }
}

extension StoreError: HTTPResponseError {
    package var status: HTTPResponse.Status { .serviceUnavailable }

    package func response(from request: Request, context: some RequestContext) -> Response {
        // The message does not say where the store is.
        ControlError(status, message).response
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
