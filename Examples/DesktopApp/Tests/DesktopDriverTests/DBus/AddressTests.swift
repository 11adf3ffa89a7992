import DesktopDriver
import Testing

@Suite struct AddressTests {
    @Test(arguments: [
        ("unix:path=/run/bus,guid=1f", "/run/bus"), ("unix:guid=1f,path=/run/bus", "/run/bus"),
        ("tcp:host=localhost,port=1;unix:path=/b", "/b"), ("unix:abstract=/tmp/dbus-x", "\0/tmp/dbus-x"),
        ("unix:path=/a%2cb%20c", "/a,b c"),
    ])
    func readsUnixAddresses(_ address: String, name: String) throws {
        #expect(try DBusAddress(address).name == Array(name.utf8))
    }

    @Test(arguments: [
        ("", "\"\" is not the address of a unix socket"),
        ("tcp:host=localhost", "\"tcp:host=localhost\" is not the address of a unix socket"),
        ("unix:tmpdir=/tmp", "\"unix:tmpdir=/tmp\" is not the address of a unix socket"),
        ("unix:path=/a%2", "\"/a%2\" needs two hexadecimal digits after %"),
    ])
    func refusesInvalidAddresses(_ address: String, message: String) {
        #expect(throws: DBusError.disconnected(message)) { try DBusAddress(address) }
    }

    @Test func refusesAPathThatIsTooLong() {
        let address = "unix:path=/" + String(repeating: "x", count: 107)
        #expect(throws: DBusError.disconnected("the path in the address \"\(address)\" is too long for a unix socket"))
        {
            try DBusAddress(address)
        }
    }

    @Test func connectingToAMissingBusThrows() throws {
        let address = try DBusAddress("unix:path=/nowhere/bus")
        #expect(throws: DBusError.disconnected("the bus cannot be reached: No such file or directory")) {
            try DBusConnection(to: address)
        }
    }
}
