import DemoModels
import SwiftUI

/// The screen on which a person chooses movies or points of interest.
struct MenuScreen: View {
    let model: MenuViewModel
    let userName: String
    @Binding var destination: Destination

    var body: some View {
        FormPage("What do you like?") {
            Text("Hello, \(userName)").foregroundStyle(.secondary).accessibilityIdentifier("menu-greeting")
            ForEach(model.items, id: \.rawValue) { item in
                Button(item.title) {
                    model.choose(item)
                    destination = item.destination
                }
                .buttonStyle(.bordered)
                .accessibilityIdentifier("menu-\(item.rawValue)")
            }
        }
        .onAppear { model.appear() }
    }
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
