/// A condition that selects D-Bus signals by their interface and member.
package struct DBusMatch: Sendable {
    let interface: String
    let member: String?

    package init(interface: String, member: String? = nil) {
        self.interface = interface
        self.member = member
    }

    /// The match rule in the form that the bus expects.
    var rule: String {
        "type='signal',interface='\(interface)'" + (member.map { ",member='\($0)'" } ?? "")
    }

    func takes(_ signal: DBusMessage) -> Bool {
        signal.interface == interface && (member == nil || signal.member == member)
    }
}
