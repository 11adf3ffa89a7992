#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    import Foundation

    /// An alert in the form of a sheet on a separate panel above the app's windows.
    ///
    /// A modal alert would take over the app's run loop, but a sheet does not. The separate panel leaves the app's
    /// windows free for their own sheets.
    @MainActor
    enum AppKitAlert {
        static func show(title: String, message: String, button: String, onDismiss: @escaping @MainActor () -> Void) {
            let alert = NSAlert()
            alert.messageText = title
            alert.informativeText = message
            alert.addButton(withTitle: button)
            let panel = makePanel()
            panel.orderFrontRegardless()
            alert.beginSheetModal(for: panel) { _ in
                // Removes the panel before `onDismiss`, which may show another alert.
                panel.orderOut(nil)
                onDismiss()
            }
        }

        private static func makePanel() -> NSPanel {
            let panel = NSPanel(
                contentRect: NSRect(x: 0, y: 0, width: 420, height: 1), styleMask: [.titled, .nonactivatingPanel],
                backing: .buffered, defer: false)
            panel.title = "Trackproof"
            panel.level = .modalPanel
            panel.hidesOnDeactivate = false
            panel.isReleasedWhenClosed = false
            panel.center()
            return panel
        }
    }
#endif
