internal import Foundation
internal import NIOCore
internal import NIOExtras
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
@_spi(Tooling) internal import TrackproofCollectorClient

/// A connection to the server of a webhook, through the proxy that the environment names.
struct WebhookConnection {
    private let request: WebhookRequest
    private let tls: NIOSSLContext?
    private let proxy: WebhookProxy?

    /// The environment variable that names a file with the trusted authorities, for OpenSSL and other programs.
    private static let authorities = "SSL_CERT_FILE"

    init(_ request: WebhookRequest, _ environment: [String: String]) throws {
        self.request = request
        guard request.isSecure else {
            // Such an address names this machine.
            (tls, proxy) = (nil, nil)
            return
        }
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        do {
            if let file = environment[Self.authorities], !file.isEmpty { configuration.trustRoots = .file(file) }
            tls = try NIOSSLContext(configuration: configuration)
        } catch {
            throw WebhookError("\(Self.authorities) names no file with certificates", isTemporary: false)
        }
        proxy = try WebhookProxy(for: request.host, environment)
    }

    /// Connects to the server, and adds a handler that sends a request.
    func open(
        within seconds: Double, _ handler: @escaping @Sendable () -> WebhookExchange
    ) -> EventLoopFuture<any Channel> {
        let limit = TimeAmount.milliseconds(Int64(seconds * 1_000))
        let bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connectTimeout(limit)
        guard let proxy else {
            return bootstrap.channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try add(handler(), to: channel) }
            }.connect(host: request.host, port: request.port)
        }
        return bootstrap.connect(host: proxy.host, port: proxy.port).flatMap { channel in
            tunnel(channel, proxy, until: .now() + limit).flatMapThrowing {
                try add(handler(), to: channel)
                return channel
            }
        }
    }

    private func add(_ handler: WebhookExchange, to channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        if let tls {
            // For an IP address, the handler compares the certificate with the address of the connection.
            let isAddress = request.host.allSatisfy { $0.isNumber || $0 == "." } || request.host.contains(":")
            try pipeline.addHandler(
                NIOSSLClientHandler(context: tls, serverHostname: isAddress ? nil : request.host))
        }
        try pipeline.addHTTPClientHandlers()
        try pipeline.addHandler(handler)
    }

    /// Asks the proxy to connect the channel to the server.
    private func tunnel(
        _ channel: any Channel, _ proxy: WebhookProxy, until deadline: NIODeadline
    ) -> EventLoopFuture<Void> {
        channel.eventLoop.flatSubmit {
            let promise = channel.eventLoop.makePromise(of: Void.self)
            let encoder = HTTPRequestEncoder()
            let decoder = ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .dropBytes))
            var headers = HTTPHeaders()
            if let authorization = proxy.authorization {
                headers.add(name: "Proxy-Authorization", value: authorization)
            }
            let pipeline = channel.pipeline.syncOperations
            do {
                try pipeline.addHandlers(
                    encoder, decoder,
                    NIOHTTP1ProxyConnectHandler(
                        targetHost: request.host.contains(":") ? "[\(request.host)]" : request.host,
                        targetPort: request.port, headers: headers, deadline: deadline, promise: promise))
            } catch {
                promise.fail(error)
            }
            return promise.futureResult.assumeIsolated().flatMap {
                pipeline.removeHandler(encoder).and(pipeline.removeHandler(decoder)).map { _ in }
            }.nonisolated()
        }
    }
}

/// The proxy for https that the environment names, in the way of curl: `https_proxy`, `all_proxy` and `no_proxy`.
struct WebhookProxy {
    let host: String
    let port: Int
    /// The value of the header `Proxy-Authorization`, or `nil` if the address has no user.
    let authorization: String?

    /// Returns `nil` if there is no proxy for the server.
    ///
    /// - Throws: ``WebhookError`` if the address of the proxy does not begin with `http://`.
    init?(for server: String, _ environment: [String: String]) throws {
        func value(_ name: String) -> String? {
            [name, name.uppercased()].compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        guard let text = value("https_proxy") ?? value("all_proxy") else { return nil }
        let direct = (value("no_proxy") ?? "").split { $0 == "," || $0 == " " }.map { $0.lowercased() }
        let server = server.lowercased()
        let isDirect = direct.contains { name in
            let name = name.hasPrefix(".") ? String(name.dropFirst()) : name
            return name == "*" || name == server || server.hasSuffix("." + name)
        }
        if isDirect { return nil }
        guard let url = URL(string: text.contains("://") ? text : "http://" + text)?.lowercased, url.scheme == "http",
            let host = url.host, !host.isEmpty
        else {
            throw WebhookError(
                "the proxy in the environment must be an address that begins with http://", isTemporary: false)
        }
        self.host = host.trimmingCharacters(in: ["[", "]"])
        port = url.port ?? 1_080
        authorization = url.basicAuthorization
    }
}

/// An error of a connection to a webhook. Its message does not contain the address, which can be secret.
struct WebhookError: Error {
    let message: String
    /// Whether the same request can succeed later.
    var isTemporary = true

    init(_ message: String, isTemporary: Bool = true) {
        self.message = message
        self.isTemporary = isTemporary
    }

    init(_ error: any Error) {
        switch error {
        case let error as WebhookError: self = error
        case let error as NIOConnectionError:
            self = error.connectionErrors.first.map { .init($0.error) } ?? .init("the name of the host is unknown")
        case let error as IOError: self.init(systemMessage(error.errnoCode))
        case ChannelError.connectTimeout: self.init("no answer in time")
        case is HTTPParserError: self.init("the answer is not HTTP")
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            self.init("the server's certificate is for another host", isTemporary: false)
        case is NIOSSLError where "\(error)".contains("CERTIFICATE_VERIFY_FAILED"):
            self.init("the server's certificate is not trusted", isTemporary: false)
        case is NIOSSLError: self.init("the server does not answer with TLS")
        case is NIOHTTP1ProxyConnectHandler.Error: self.init("the proxy did not connect to the server")
        default: self.init("\(type(of: error))")
        }
    }
}
