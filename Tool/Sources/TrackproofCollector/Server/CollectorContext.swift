import Hummingbird
import NIOCore

/// The context that a handler gets with each request.
struct CollectorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection on which the request arrived.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
