/// A signal that one task sends once, and that another task waits for.
final class Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

    func send() { continuation.finish() }
    func wait() async { for await _ in stream {} }
}
