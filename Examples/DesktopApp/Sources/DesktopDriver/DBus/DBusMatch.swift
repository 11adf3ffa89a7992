/// Which signals are wanted.
package struct DBusMatch: Sendable {
    let interface: String
    let member: String?

    package init(interface: String, member: String? = nil) {
        self.interface = interface
        self.member = member
    }

    /// As the bus is told.
    var rule: String {
        "type='signal',interface='\(interface)'" + (member.map { ",member='\($0)'" } ?? "")
    }

    func takes(_ signal: DBusMessage) -> Bool {
        signal.interface == interface && (member == nil || signal.member == member)
    }
}
