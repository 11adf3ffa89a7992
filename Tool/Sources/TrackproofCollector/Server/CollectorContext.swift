internal import Hummingbird
internal import NIOCore

/// The context of a request, which handlers get in addition to the request.
struct CollectorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection that the request came from.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
