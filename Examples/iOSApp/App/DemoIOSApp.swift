import DemoModels
import SwiftUI

/// An iOS app with screens for the view models of the demo.
@main
struct DemoIOSApp: App {
    private let app: DemoApp

    init() {
        app = DemoApp()
        app.analytics.addBridgeOfEnvironment()
        app.launch()
    }

    var body: some Scene {
        WindowGroup { RootView(app: app) }
    }
}
