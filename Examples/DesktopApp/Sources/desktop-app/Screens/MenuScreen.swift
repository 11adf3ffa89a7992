import DemoModels
import GtkKit

/// The screen on which the user chooses movies or points of interest.
final class MenuScreen: Screen {
    let content: Widget
    private let model: MenuViewModel

    init(_ model: MenuViewModel, userName: String, navigator: Navigator) {
        self.model = model
        let greeting = Page.label("Hello, \(userName)", id: "menu-greeting", style: "note")
        let items = Box(.column, spacing: 14, greeting)
        for item in model.items {
            items.add(
                Page.button(item.title, id: "menu-\(item.rawValue)", style: "tile") {
                    model.choose(item)
                    navigator.show(item.destination)
                })
        }
        content = Page.form("What do you like?", items)
    }

    func appear() { model.appear() }
}

extension MenuViewModel.Item {
    fileprivate var title: String {
        switch self {
        case .movies: "Movies"
        case .pointsOfInterest: "Points of interest"
        }
    }

    fileprivate var destination: Destination {
        switch self {
        case .movies: .movies
        case .pointsOfInterest: .points
        }
    }
}
