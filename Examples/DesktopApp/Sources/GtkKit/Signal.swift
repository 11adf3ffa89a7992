import CGtk

/// A closure that GTK keeps until the widget is destroyed.
private final class Handler: Sendable {
    let body: @MainActor () -> Void

    init(_ body: @escaping @MainActor () -> Void) { self.body = body }
}

extension Widget {
    /// Calls `body` at each signal of the widget with this name. The signal must not have arguments.
    func onSignal(_ name: String, _ body: @escaping @MainActor () -> Void) {
        // This type must match the signal's callback in C, which has exactly these two parameters.
        let call: @convention(c) (UnsafeMutablePointer<GtkWidget>?, gpointer?) -> Void = { _, data in
            guard let data else { return }
            let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
            MainActor.assumeIsolated { handler.body() }
        }
        _ = trackproof_connect(
            pointer, name, unsafeBitCast(call, to: GCallback.self),
            Unmanaged.passRetained(Handler(body)).toOpaque(),
            { data, _ in
                if let data { Unmanaged<Handler>.fromOpaque(data).release() }
            })
    }
}
