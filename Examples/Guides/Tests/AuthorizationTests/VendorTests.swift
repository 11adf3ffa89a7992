import Trackproof
import TrackproofTesting
import XCTest

@testable import Authorization

@MainActor
final class VendorTests: AppTestCase {
    func testTheVendorIsGivenWhatIsTracked() async throws {
        let recorder = try XCTUnwrap(TestRecorder.current)
        let analytics = Analytics.live(vendor: AppMetricaProvider().recorded(in: recorder))
        analytics.addProvider(recorder)

        let viewModel = MenuViewModel(analytics: analytics)
        viewModel.appear()
        viewModel.select(.profile)
        analytics.flush()

        expectDelivered(to: "appmetrica")
        expectTracked("open_menu_screen")
        expectTracked("menu_item_selected", ["name": "profile"])
    }
}
