internal import DemoModels
internal import SwiftUI

/// The demo's app with screens: the same view models, on a phone.
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
