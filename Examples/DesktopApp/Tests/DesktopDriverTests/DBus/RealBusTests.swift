import Foundation
import Testing

@testable import DesktopDriver

/// Tests of connections to a real bus, which is a `dbus-daemon` process.
@Suite struct RealBusTests {
    /// A `dbus-daemon` process, without the display that a desktop has.
    private final class Bus {
        let address: DBusAddress
        private let process: ChildProcess
        private let folder: PrivateFolder

        init() throws {
            let folder = try PrivateFolder()
            self.folder = folder
            let (process, line) = try Helper.start(
                [
                    "dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=unix:dir=\(folder.path)",
                    "--print-address=3",
                ], environment: ProcessInfo.processInfo.environment, log: ProcessLog(),
                until: Deadline(after: .seconds(20)))
            self.process = process
            address = try DBusAddress(line)
        }

        func stop() { process.terminate(within: .seconds(5)) }

        deinit {
            stop()
            do { try folder.remove() } catch { Issue.record(error) }
        }
    }

    @Test func manyThreadsShareAConnection() async throws {
        let bus = try Bus()
        let connection = try DBusConnection(to: bus.address)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for number in 0..<200 {
                        let name = "org.example.t\(thread).n\(number)"
                        let message = "Could not get owner of name '\(name)': no such name"
                        #expect(
                            throws: DBusError.refused(
                                name: "org.freedesktop.DBus.Error.NameHasNoOwner", message: message)
                        ) { try connection.callBus("GetNameOwner", [.string(name)]) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func onlyMatchingSignalsAreReceived() throws {
        let bus = try Bus()
        let received = Monitor<[String]>([])
        let listener = try DBusConnection(to: bus.address)
        try listener.subscribe(to: DBusMatch(interface: "org.example.News", member: "Told")) { signal in
            received.change { $0.append(signal.body.first?.string ?? "") }
        }
        let speaker = try DBusConnection(to: bus.address)
        for (interface, member) in [("Other", "Told"), ("News", "Other"), ("News", "Told"), ("News", "Told")] {
            var signal = DBusMessage(.signal)
            signal.expectsAnswer = false
            signal.path = "/news"
            signal.interface = "org.example." + interface
            signal.member = member
            signal.body = [.string("\(interface).\(member)")]
            try speaker.send(signal)
        }
        let both = received.wait(until: Deadline(after: .seconds(10))) { $0.count >= 2 ? $0 : nil }
        #expect(both == ["News.Told", "News.Told"])
    }

    @Test func callsFailAfterTheBusIsKilled() throws {
        let bus = try Bus()
        let connection = try DBusConnection(to: bus.address)
        #expect(connection.name == ":1.0")
        bus.stop()
        let error = #expect(throws: DBusError.self) { try connection.callBus("GetId", []) }
        #expect(error?.meansPeerIsGone == true)
    }
}
