package import HTTPTypes
package import Hummingbird
import Trackproof

/// An error for a request that the control API cannot answer.
struct ControlError: Error, Sendable {
    let status: HTTPResponse.Status
    /// The name of the invalid field, or `nil` if the error is not about one field.
    let field: String?
    let message: String
    /// The HTTP methods that the path accepts, such as `GET, HEAD`, or `nil` if the error is not about the method.
    let allowed: String?

    init(_ status: HTTPResponse.Status, field: String? = nil, _ message: String, allowed: String? = nil) {
        self.status = status
        self.field = field
        self.message = message
        self.allowed = allowed
    }

    /// Creates an error with the status 400.
    init(field: String? = nil, _ message: String) { self.init(.badRequest, field: field, message) }

    /// The response for the client. Its body is `{"error": …, "field": …}`.
    var response: Response {
        var members: EventParameters = ["error": message]
        if let field { members["field"] = .string(field) }
        var response = Response.json(members, status: status)
        if let allowed { response.headers[.allow] = allowed }
        return response
    }
}

// If a handler throws one of the following errors, the router answers the request with the error's response.

extension ControlError: HTTPResponseError {
    func response(from request: Request, context: some RequestContext) -> Response { response }
}

extension RefusedRequest: HTTPResponseError {
    func response(from request: Request, context: some RequestContext) -> Response { response() }
}

extension OpenConnections.ClientLeft: HTTPResponseError {
    var status: HTTPResponse.Status { .requestTimeout }

    func response(from request: Request, context: some RequestContext) -> Response {
        // If the client closed the connection only for sending, it receives this answer.
        ControlError(status, "the client closed the connection for sending; keep it open until the answer arrives")
            .response
    }
}

extension StoreError: HTTPResponseError {
    package var status: HTTPResponse.Status { .serviceUnavailable }

    package func response(from request: Request, context: some RequestContext) -> Response {
        // `message` does not contain the path of the store's file. Clients must not see this path.
        ControlError(status, message).response
    }
}
