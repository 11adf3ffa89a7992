/// A connection to the message bus on which apps publish their accessibility trees and changes in these trees.
final class AccessibilityBus: Sendable {
    let activity = Activity()
    private let connection: DBusConnection

    /// The events that this client asks the apps for. The apps send no other events.
    ///
    /// GTK sets the state "showing" of a widget after the widget's layout, and sends no event for this state. So the
    /// client asks for bounds changes too.
    private static let events = [
        "object:bounds-changed", "object:children-changed", "object:property-change", "object:state-changed",
        "object:text-changed", "window:",
    ]

    /// Asks the session bus for the address of the accessibility bus, and connects to that bus.
    init(session: DBusAddress) throws(DBusError) {
        let session = try DBusConnection(to: session)
        let answer = try session.call(.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress"))
        connection = try DBusConnection(to: DBusAddress(answer.first?.string ?? ""))
        let activity = activity
        for interface in ["Object", "Window"] {
            try connection.subscribe(to: DBusMatch(interface: "org.a11y.atspi.Event." + interface)) { _ in
                activity.note()
            }
        }
        let registry = Accessible(bus: "org.a11y.atspi.Registry", path: "/org/a11y/atspi/registry")
        for event in Self.events {
            _ = try connection.call(
                registry.call("Registry", "RegisterEvent", [.string(event), .array(.string, []), .string("")]))
        }
    }

    /// Returns the root object of the app that runs in the process `id`, or `nil` if the app is not on the bus yet.
    func application(ofProcess id: Int32) throws(DBusError) -> Accessible? {
        let registry = Accessible.root(of: "org.a11y.atspi.Registry")
        let apps = try connection.call(registry.call("Accessible", "GetChildren")).first?.elements ?? []
        for app in apps.compactMap(Accessible.init) {
            do throws(DBusError) {
                let process = try connection.callBus("GetConnectionUnixProcessID", [.string(app.bus)])
                if process.first?.uint32 == UInt32(bitPattern: id) { return app }
            } catch .refused {
                // The app has left the bus since the registry listed it.
            }
        }
        return nil
    }

    func call(_ message: DBusMessage, within limit: Duration) throws(DBusError) -> [DBusValue] {
        try connection.call(message, within: limit)
    }

    /// Sends all calls before it waits for the first answer. Returns the answers in the order of the calls.
    ///
    /// An answer is `nil` if the call was refused, for example because its object no longer exists.
    func call(_ messages: [DBusMessage], within limit: Duration) throws(DBusError) -> [[DBusValue]?] {
        let deadline = Deadline(after: limit)
        var calls: [DBusConnection.Call] = []
        for message in messages { calls.append(try connection.send(message)) }
        var answers: [[DBusValue]?] = []
        var failure: DBusError?
        // Even after a failure, the loop reads every answer, so no answer stays in the connection.
        for call in calls {
            do throws(DBusError) {
                answers.append(try connection.answer(to: call, until: deadline))
            } catch {
                answers.append(nil)
                if error.meansPeerIsGone { failure = error }
            }
        }
        if let failure { throw failure }
        return answers
    }
}
