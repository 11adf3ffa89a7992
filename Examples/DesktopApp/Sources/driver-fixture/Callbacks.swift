import CGtk

/// A closure that GTK retains until its signal handler or timer is removed.
private final class Callback: Sendable {
    let body: @MainActor () -> Void

    init(_ body: @escaping @MainActor () -> Void) { self.body = body }

    static func call(_ data: gpointer?) {
        guard let data else { return }
        let callback = Unmanaged<Callback>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { callback.body() }
    }

    static func release(_ data: gpointer?) {
        if let data { Unmanaged<Callback>.fromOpaque(data).release() }
    }
}

/// Calls `body` at each signal of the widget with this name. The signal must not have arguments.
@MainActor
func onSignal(_ signal: String, of widget: UnsafeMutablePointer<GtkWidget>?, _ body: @escaping @MainActor () -> Void) {
    let handler: @convention(c) (UnsafeMutablePointer<GtkWidget>?, gpointer?) -> Void = { Callback.call($1) }
    _ = trackproof_connect(
        widget, signal, unsafeBitCast(handler, to: GCallback.self),
        Unmanaged.passRetained(Callback(body)).toOpaque(), { data, _ in Callback.release(data) })
}

/// Calls `body` once, after the delay in milliseconds.
@MainActor
func afterDelay(milliseconds: UInt32, _ body: @escaping @MainActor () -> Void) {
    g_timeout_add_full(
        G_PRIORITY_DEFAULT, milliseconds,
        { data in
            Callback.call(data)
            return 0
        }, Unmanaged.passRetained(Callback(body)).toOpaque(), { Callback.release($0) })
}
