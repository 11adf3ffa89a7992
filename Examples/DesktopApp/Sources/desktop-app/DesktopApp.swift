import DemoModels
import GtkKit
import Trackproof

/// A desktop app with a window and screens for the view models of the demo.
@main
@MainActor
struct DesktopApp {
    static func main() {
        MainLoop.start()
        StyleSheet.use(Look.css)
        let window = Window("Trackproof Demo", width: 800, height: 600)
        window.addStyles("app")
        window.onClose { MainLoop.quit() }

        let app = DemoApp()
        app.analytics.addBridgeOfEnvironment(for: window)
        app.launch()
        let navigator = Navigator(window: window, app: app)
        navigator.show(.login)
        window.show()
        MainLoop.run()
        app.analytics.flush()
    }
}
