internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Trackproof

/// Keeps others from the control API and the page: who has no token, where one is set; and pages of other sites that
/// a browser on this machine shows.
struct ControlGuard: Sendable {
    let token: String?
    /// The host that the server was told to listen at.
    let host: String

    /// What a browser keeps that brought the token: good for as long as the server runs, and of no use elsewhere.
    private let cookie = (0..<4).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined()

    /// Whether requests may name any host. Others may reach the collector under names that it does not know.
    private let answersToAnyHost: Bool

    init(token: String?, host: String, answersToAnyHost: Bool) {
        self.token = token
        self.host = host
        self.answersToAnyHost = answersToAnyHost
    }

    /// Why a request may not pass; nil where it may.
    func refusal(of request: Request) -> ControlError? {
        if let refusal = refusalOfPlace(of: request) { return refusal }
        guard token != nil, !isKnown(request) else { return nil }
        return ControlError(
            .unauthorized,
            "the control API needs the token: Authorization: Bearer TOKEN; the collector says where it is when it starts"
        )
    }

    /// Why a request may not pass whatever token it brings: it comes by a name, or from a page, that is not ours.
    func refusalOfPlace(of request: Request) -> ControlError? {
        // A page elsewhere may point a name of its own at this machine, and would be of our origin then.
        if !answersToAnyHost, !isOurs(host: request.head.authority ?? "") {
            return ControlError(.misdirectedRequest, "the host is not one that this server answers to")
        }
        if let origin = request.headers[.origin], origin != "http://\(request.head.authority ?? "")" {
            return ControlError(.forbidden, "pages of other sites may not use the control API")
        }
        return nil
    }

    /// Whether a text is the token.
    func admits(_ given: String) -> Bool { token.map { given.isEqualInConstantTime(to: $0) } ?? true }

    private func isOurs(host authority: String) -> Bool {
        let name: Substring
        let rest: Substring
        if authority.hasPrefix("[") {
            name = authority.prefix { $0 != "]" }.dropFirst()
            rest = authority.dropFirst(name.count + 2)
        } else {
            name = authority.prefix { $0 != ":" }
            rest = authority.dropFirst(name.count)
        }
        // Behind the name stands a port, or nothing.
        guard rest.isEmpty || (rest.first == ":" && UInt16(rest.dropFirst()) != nil) else { return false }
        return name.lowercased() == host.lowercased() || String(name).isLoopbackHost
    }

    /// Whether a request brings the token, or the cookie that was given for it.
    private func isKnown(_ request: Request) -> Bool {
        if let value = request.headers[.authorization], value.hasPrefix("Bearer "),
            admits(String(value.dropFirst("Bearer ".count)))
        {
            return true
        }
        let name = cookieName(for: request) + "="
        return (request.headers[.cookie] ?? "").split(separator: ";").contains { pair in
            let pair = pair.trimmingCharacters(in: .whitespaces)
            return pair.hasPrefix(name) && String(pair.dropFirst(name.count)).isEqualInConstantTime(to: cookie)
        }
    }

    /// The header that gives a browser the cookie, which no script can read and no other site can send.
    func setCookie(for request: Request) -> String {
        "\(cookieName(for: request))=\(cookie); Path=/; HttpOnly; SameSite=Strict"
    }

    // Browsers share cookies among the ports of a host.
    private func cookieName(for request: Request) -> String {
        let port = (request.head.authority ?? "").split(separator: ":").last.flatMap { UInt16($0) }
        return "trackproof-\(port ?? 80)"
    }
}

extension String {
    /// Whether a host is this machine under a name that nobody can take for another: `127.example.com` is none.
    var isLoopbackHost: Bool {
        let bytes = split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return ["localhost", "::1"].contains(lowercased())
            || (bytes.count == 4 && bytes[0] == 127 && !bytes.contains(nil))
    }

    /// Compares without telling by the time it takes how much is alike.
    func isEqualInConstantTime(to other: String) -> Bool {
        utf8.isEqualInConstantTime(to: Array(other.utf8))
    }
}

extension Collection<UInt8> {
    /// Compares without telling by the time it takes how much is alike; to nothing, nothing is equal.
    func isEqualInConstantTime(to other: [UInt8]) -> Bool {
        var difference = count ^ other.count
        for (index, byte) in enumerated() {
            difference |= Int(byte ^ (other.isEmpty ? 1 : other[index % other.count]))
        }
        return difference == 0 && !other.isEmpty
    }
}
