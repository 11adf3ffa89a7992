import Glibc
import Testing

@testable import DesktopDriver

/// Tests of connections to a fake bus, whose behaviour each test determines. `RealBusTests` use a real bus.
@Suite struct ConnectionTests {
    private static let question = DBusMessage.call("org.example", "/", "org.example", "Ask")

    @Test func theHandshakeAuthenticatesAndGetsAName() throws {
        let lines = Monitor<[String]>([])
        let bus = try FakeBus { peer in
            let first = peer.line()
            peer.send(Array("OK 0123\r\n".utf8))
            let second = peer.line()
            let hello = try #require(try peer.call())
            lines.change { $0 = [first, second, hello.member ?? ""] }
            try peer.answer(hello, with: [.string(":1.5")])
            peer.drain()
        }
        let connection = try bus.connect()
        #expect(connection.name == ":1.5")
        let user = String(geteuid()).utf8.map { String($0, radix: 16) }.joined()
        #expect(lines.read { $0 } == ["\0AUTH EXTERNAL \(user)", "BEGIN", "Hello"])
    }

    @Test func aRefusedUserIsReported() throws {
        let bus = try FakeBus { peer in
            _ = peer.line()
            peer.send(Array("REJECTED EXTERNAL\r\n".utf8))
            peer.drain()
        }
        #expect(throws: DBusError.disconnected("the bus refused this user: REJECTED EXTERNAL")) { try bus.connect() }
    }

    @Test func aServerThatIsNotABusIsReported() throws {
        let bus = try FakeBus { peer in
            peer.send([UInt8](repeating: 0x41, count: 5_000))
            peer.drain()
        }
        #expect(throws: DBusError.disconnected("the bus does not speak D-Bus")) { try bus.connect() }
    }

    @Test func aSilentBusTimesOut() throws {
        let bus = try FakeBus { $0.drain() }
        #expect(throws: DBusError.noAnswer("the bus did not answer in time")) {
            try bus.connect(within: .milliseconds(50))
        }
    }

    @Test func readsAnAnswerInTheOtherByteOrder() throws {
        let bus = try FakeBus { peer in
            try peer.welcome(isBigEndian: true)
            try peer.answer(#require(try peer.call()), with: [.uint32(7), .string("é")], isBigEndian: true)
            peer.drain()
        }
        #expect(try bus.connect().call(Self.question) == [.uint32(7), .string("é")])
    }

    @Test func aLateAnswerDoesNotAnswerTheNextCall() throws {
        let bus = try FakeBus { peer in
            try peer.welcome()
            let first = try #require(try peer.call())
            let second = try #require(try peer.call())
            // The answer to the first call comes too late. The client must not take it as the answer to the second
            // call.
            try peer.answer(first, with: [.uint32(1)])
            try peer.answer(second, with: [.uint32(2)])
            peer.drain()
        }
        let connection = try bus.connect()
        #expect(throws: DBusError.noAnswer("the call Ask was not answered in time")) {
            try connection.call(Self.question, within: .milliseconds(50))
        }
        #expect(try connection.call(Self.question) == [.uint32(2)])
    }

    @Test func anErrorAnswerIsThrown() throws {
        let bus = try FakeBus { peer in
            try peer.welcome()
            var answer = DBusMessage(.error)
            answer.answeredSerial = try #require(try peer.call()).serial
            answer.errorName = "org.example.No"
            answer.body = [.string("not today")]
            peer.send(try answer.encoded())
            peer.drain()
        }
        let connection = try bus.connect()
        let error = #expect(throws: DBusError.self) { try connection.call(Self.question) }
        #expect(error == .refused(name: "org.example.No", message: "not today"))
        #expect(error?.description == "not today (org.example.No)")
    }

    @Test func aLostConnectionEndsTheCallAtOnce() throws {
        let bus = try FakeBus { peer in
            try peer.welcome()
            _ = try peer.call()
        }
        let connection = try bus.connect()
        let time = ContinuousClock().measure {
            #expect(throws: DBusError.disconnected("lost the connection to the bus")) {
                try connection.call(Self.question, within: .seconds(60))
            }
        }
        #expect(time < .seconds(30))
        #expect(throws: DBusError.disconnected("lost the connection to the bus")) { try connection.call(Self.question) }
    }

    @Test func aMalformedMessageEndsTheConnection() throws {
        let bus = try FakeBus { peer in
            try peer.welcome()
            peer.send([UInt8](repeating: 0xFF, count: 64))
            peer.drain()
        }
        let connection = try bus.connect()
        #expect(throws: DBusError.malformed("a D-Bus message has an unknown byte order")) {
            try connection.call(Self.question)
        }
    }

    @Test func anIncomingCallIsRefused() throws {
        let refusal = Monitor<DBusMessage?>(nil)
        let bus = try FakeBus { peer in
            try peer.welcome()
            var call = DBusMessage.call(":1.5", "/", "org.example", "Do")
            call.serial = 77
            call.sender = ":1.9"
            peer.send(try call.encoded())
            let answer = try peer.call()
            refusal.change { $0 = answer }
            peer.drain()
        }
        let connection = try bus.connect()
        let answer = refusal.wait(until: Deadline(after: .seconds(10))) { $0 }
        #expect(answer?.kind == .error)
        #expect(answer?.answeredSerial == 77)
        #expect(answer?.destination == ":1.9")
        #expect(answer?.errorName == "org.freedesktop.DBus.Error.UnknownMethod")
        #expect(connection.name == ":1.5")
    }
}
