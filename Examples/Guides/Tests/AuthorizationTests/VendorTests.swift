import Trackproof
import TrackproofTesting

@testable import Authorization

@MainActor
final class VendorTests: AppTestCase {
    func testTheVendorIsGivenWhatIsTracked() async {
        let analytics = Analytics.live(vendor: AppMetricaProvider().recorded()).addTestRecorder()

        let viewModel = MenuViewModel(analytics: analytics)
        viewModel.appear()
        viewModel.select(.profile)
        analytics.flush()

        expectDelivered(to: "appmetrica")
        expectTracked("open_menu_screen")
        expectTracked("menu_item_selected", ["name": "profile"])
    }
}
