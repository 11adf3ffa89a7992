import DemoModels
import Foundation
import SwiftUI

/// Starts the app, or an empty app if Xcode has loaded unit tests into this process. UI tests run in another process.
@main
enum Launcher {
    @MainActor static func main() {
        if NSClassFromString("XCTestCase") == nil { DemoIOSApp.main() } else { TestHost.main() }
    }
}

/// The app in which unit tests run.
struct TestHost: App {
    var body: some Scene {
        WindowGroup { EmptyView() }
    }
}

/// An iOS app with screens for the view models of the demo.
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
