/// The bus on which apps publish their accessibility trees and what changes in them.
final class AccessibilityBus: Sendable {
    let activity = Activity()
    private let connection: DBusConnection

    /// What is asked for before any app starts: an app sends only those events that somebody has registered for.
    /// Bounds are among them since GTK counts a widget as showing only once it is laid out, which no other event tells.
    private static let events = [
        "object:bounds-changed", "object:children-changed", "object:property-change", "object:state-changed",
        "object:text-changed", "window:",
    ]

    /// Finds it by the session bus.
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

    /// The root of the app that the process `id` is, if it has one by now.
    func application(ofProcess id: Int32) throws(DBusError) -> Accessible? {
        let registry = Accessible.root(of: "org.a11y.atspi.Registry")
        let apps = try connection.call(registry.call("Accessible", "GetChildren")).first?.elements ?? []
        for app in apps.compactMap(Accessible.init) {
            do throws(DBusError) {
                let process = try connection.callBus("GetConnectionUnixProcessID", [.string(app.bus)])
                if process.first?.uint32 == UInt32(bitPattern: id) { return app }
            } catch .refused {
                // It left in the meantime.
            }
        }
        return nil
    }

    func call(_ message: DBusMessage, within limit: Duration) throws(DBusError) -> [DBusValue] {
        try connection.call(message, within: limit)
    }

    /// Calls all of them at once, and returns their answers in that order; nil where one was refused, as by an object
    /// that is no more.
    func call(_ messages: [DBusMessage], within limit: Duration) throws(DBusError) -> [[DBusValue]?] {
        let deadline = Deadline(after: limit)
        var calls: [DBusConnection.Call] = []
        for message in messages { calls.append(try connection.send(message)) }
        var answers: [[DBusValue]?] = []
        var failure: DBusError?
        // All are taken, so that no answer is left behind.
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
