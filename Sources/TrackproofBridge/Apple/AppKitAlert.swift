#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    internal import AppKit
    internal import Foundation

    /// Shows an alert as the sheet of a panel of its own above the app's windows.
    ///
    /// A sheet leaves the run loop to the app, which an alert that is run modally takes over; and one of a panel of
    /// ours leaves the app's windows free for sheets of theirs.
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
                // Away before another one is shown from inside `onDismiss`.
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
