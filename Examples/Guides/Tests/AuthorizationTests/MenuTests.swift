import Trackproof
import TrackproofTesting

@testable import Authorization

@MainActor
final class MenuTests: AppTestCase {
    func testASelectionIsTracked() async {
        let viewModel = MenuViewModel(analytics: .recording())
        viewModel.appear()
        clearEvents()

        viewModel.select(.profile)
        expectTracked("menu_item_selected", ["name": "profile"])
        viewModel.select(.messages)
        expectTracked("menu_item_selected", ["name": "messages"])
    }
}
