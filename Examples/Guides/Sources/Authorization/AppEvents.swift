import Trackproof

extension Event {
    static let openLogin = Event("open_login_screen")
    static let openMenu = Event("open_menu_screen")

    static func authorization(success: Bool) -> Event {
        Event("authorization", ["success": success])
    }

    static func menuItemSelected(_ item: MenuItem) -> Event {
        Event("menu_item_selected", ["name": item])
    }
}

enum MenuItem: String, EventValueConvertible {
    case profile, messages
}
