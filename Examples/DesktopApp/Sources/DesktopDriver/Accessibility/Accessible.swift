/// The address of an object in an app's accessibility tree.
///
/// The address consists of the app's name on the bus and of the object's path in the app.
struct Accessible: Hashable, Sendable {
    let bus: String
    let path: String

    init(bus: String, path: String) {
        self.bus = bus
        self.path = path
    }

    /// Parses an address in AT-SPI's form, which is a structure of the bus name and the path.
    init?(_ value: DBusValue) {
        guard let fields = value.elements, fields.count == 2, let bus = fields[0].string, let path = fields[1].string
        else { return nil }
        self.init(bus: bus, path: path)
    }

    static func root(of bus: String) -> Accessible {
        Accessible(bus: bus, path: "/org/a11y/atspi/accessible/root")
    }

    func call(_ interface: String, _ member: String, _ body: [DBusValue] = []) -> DBusMessage {
        .call(bus, path, "org.a11y.atspi." + interface, member, body)
    }

    func property(_ name: String, of interface: String = "Accessible") -> DBusMessage {
        .call(
            bus, path, "org.freedesktop.DBus.Properties", "Get",
            [.string("org.a11y.atspi." + interface), .string(name)])
    }
}

/// A state of an element. The raw values are the numbers of the states in AT-SPI.
package enum AccessibleState: UInt32, CaseIterable, Sendable {
    case active = 1
    case busy = 3
    case checked = 4
    case editable = 7
    case enabled = 8
    case expanded = 10
    case focusable = 11
    case focused = 12
    case modal = 16
    case pressed = 20
    case selectable = 22
    case selected = 23
    /// The element reacts to the user.
    case sensitive = 24
    /// The element is on the screen.
    case showing = 25
    case visible = 30

    /// Returns the states whose bits are set in `words`. AT-SPI sends one bit per state, in two words of 32 bits.
    static func all(in words: [UInt32]) -> Set<AccessibleState> {
        Set(
            allCases.filter { state in
                let (word, bit) = (Int(state.rawValue / 32), state.rawValue % 32)
                return word < words.count && words[word] >> bit & 1 == 1
            })
    }
}
