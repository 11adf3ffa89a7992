import Testing
import Trackproof

@testable import TrackproofWire

@Suite struct WireFieldsTests {
    @Test func takenFieldsAreNotInTheRest() {
        let members = EventParameters((0..<130).map { EventParameter("n\($0)", .integer(Int64($0))) })
        var fields = WireFields(members, at: "x.1")
        for index in stride(from: 0, to: 130, by: 2) { #expect(fields.take("n\(index)") == .integer(Int64(index))) }
        #expect(fields.take("n128") == nil)
        #expect(fields["n128"] == nil)
        #expect(fields["n129"] == .integer(129))
        #expect(
            fields.rest
                == EventParameters((0..<65).map { EventParameter("n\($0 * 2 + 1)", .integer(Int64($0 * 2 + 1))) }))
        #expect(fields.place(of: "n1") == "x.1.n1")
    }

    @Test func aNullReadsAsNilAndStaysUnlessTaken() throws {
        var fields = WireFields(["a": EventValue.null, "b": EventValue.null, "c": EventValue.null], at: "")
        #expect(fields["a"] == nil)
        #expect(fields.take("b") == nil)
        #expect(try fields.identifier("c") == nil)
        #expect(fields.rest == ["a": EventValue.null])
    }

    @Test func aFieldThatIsPutBackIsInTheRest() throws {
        var fields = WireFields(["a": 1, "b": ["c": 2] as EventParameters], at: "")
        let object = try #require(try fields.object("b"))
        fields.put("b", .object(object.merging(["d": 3])))
        #expect(fields.rest == ["a": 1, "b": ["c": 2, "d": 3] as EventParameters])
    }

    @Test(.timeLimit(.minutes(15))) func completingManyParametersDoesNotTakeQuadraticTime() {
        func list(_ numbers: Range<Int>) -> EventParameters {
            EventParameters(numbers.map { EventParameter("name-\($0)", .integer(Int64($0))) })
        }
        let completed = list(100_000..<150_000).completed(with: list(125_000..<175_000))
        #expect(completed == list(100_000..<175_000))
    }

    @Test func completingParametersKeepsTheFirstOfADuplicateName() {
        let first: EventParameters = ["a": 1, "bb": 2]
        #expect(first.completed(with: ["bb": 3, "cc": 4]) == ["a": 1, "bb": 2, "cc": 4])
        #expect(first.completed(with: [:]) == first)
        #expect(first.divided { $0 == "bb" }.those == ["bb": 2])
        #expect(first.divided { $0 == "bb" }.others == ["a": 1])
    }
}
