import Testing
import Trackproof
import TrackproofJSON
import TrackproofBridgeProtocol

@Suite("Lines of a bridge")
struct BridgeLineTests {
    private func read(_ text: String) throws(JSONFailure) -> (line: BridgeLine, writer: String?) {
        let bytes = Array(text.utf8)
        let result: Result<(line: BridgeLine, writer: String?), JSONFailure> = bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return .failure(JSONFailure(incompleteAt: 0)) }
            var cursor = JSONCursor(base, from: 0, to: bytes.count, isFinal: true)
            do throws(JSONFailure) { return .success(try cursor.bridgeLine()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private func written(_ line: BridgeLine, writer: String? = nil) -> String {
        var output = JSONWriter()
        output.write(line: line, writer: writer)
        return output.text
    }

    @Test(
        "Control lines are written and read",
        arguments: [
            (
                BridgeLine.hello(version: 1, writer: "12-\"a\"", token: "t"),
                #"{"hello":1,"writer":"12-\"a\"","token":"t"}"#
            ),
            (.hello(version: 1, writer: "w", token: nil), #"{"hello":1,"writer":"w"}"#),
            (.lost(7), #"{"lost":7}"#), (.barrier(3), #"{"barrier":3}"#), (.bye(0), #"{"bye":0}"#),
        ])
    func control(line: BridgeLine, text: String) throws {
        #expect(written(line) == text + "\n")
        #expect(written(try read(text).line) == text + "\n")
    }

    @Test("In a file of several writers, each line names its writer, and the event omits this name")
    func owner() throws {
        #expect(written(.lost(7), writer: "w") == "{\"lost\":7,\"writer\":\"w\"}\n")
        let event = RecordedEvent(Event("a"), sequence: 1, unknown: ["x": 1])
        let text = written(.event(event), writer: "w\n")
        #expect(text == #"{"name":"a","seq":1,"x":1,"writer":"w\n"}"# + "\n")
        let (line, writer) = try read(text)
        #expect(writer == "w\n")
        guard case .event(let read) = line else {
            Issue.record("no event")
            return
        }
        #expect(read == event)
    }

    @Test(
        "A line with a name is an event, whatever its other keys are",
        arguments: [
            #"{"hello":1,"name":"a"}"#, #"{"lost":"x","kind":"identify"}"#, #"{"barrier":-1,"name":"a"}"#,
            #"{"name":"a","bye":1}"#,
        ])
    func events(text: String) throws {
        guard case .event(let event) = try read(text).line else {
            Issue.record("no event")
            return
        }
        #expect(event.unknown.count == 1)
    }

    @Test(
        "A control line with a wrong value is refused",
        arguments: [
            (#"{"lost":-1}"#, "lost", "expected a non-negative integer, found -1"),
            (#"{"barrier":"1"}"#, "barrier", "expected a non-negative integer, found \"1\""),
            (#"{"bye":1.0}"#, "bye", "expected a non-negative integer, found 1.0"),
            (#"{"hello":1}"#, "writer", "expected a string"),
            (#"{"hello":1,"writer":5}"#, "writer", "expected a string"),
            (#"{"lot":1}"#, "name", #"an event of kind track needs a name; the object has the member "lot""#),
        ])
    func wrong(text: String, field: String, message: String) {
        let failure = #expect(throws: JSONFailure.self) { try read(text) }
        #expect(failure?.field == field)
        #expect(failure?.message == message)
    }
}
