public import struct Foundation.URL

extension View {
    /// A stub of `onOpenURL(perform:)`.
    public nonisolated func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
        OpeningView(content: self, action: action)
    }

    /// A stub of `onAppear(perform:)`.
    public nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View {
        AppearingView(content: self, onAppear: action, onDisappear: nil)
    }

    /// A stub of `onDisappear(perform:)`.
    public nonisolated func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        AppearingView(content: self, onAppear: nil, onDisappear: action)
    }

    /// A stub of `id(_:)`.
    public nonisolated func id<ID: Hashable>(_ id: ID) -> some View {
        PlacedView(self) { $0 = $0.inside("id \(id)") }
    }
}

private struct OpeningView<Content: View> {
    let content: Content
    let action: (URL) -> Void
}

extension OpeningView: View, Shown {
    typealias Body = Never
    func show(in place: Place) {
        place.host.add(onOpenURL: action)
        place.show(content)
    }
}

private struct AppearingView<Content: View> {
    let content: Content
    let onAppear: (() -> Void)?
    let onDisappear: (() -> Void)?
}

extension AppearingView: View, Shown {
    typealias Body = Never
    func show(in place: Place) {
        let inner = place.inside(onAppear == nil ? "gone" : "appear")
        inner.show(content)
        // As in SwiftUI, the content appears before this view. The host calls `onAppear` actions in the order of the
        // calls of `isShown`, so this call comes after the content is shown.
        inner.host.isShown(at: inner.path, onAppear: onAppear, onDisappear: onDisappear)
    }
}
