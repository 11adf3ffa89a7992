import Testing
import Trackproof
import TrackproofJSON
import TrackproofMutation

@Suite struct MutationRoundTests {
    @Test func aRoundIsReadAsItWasWritten() throws {
        var mutant = Mutant(of: Event("buy"), .otherValue)
        (mutant.path, mutant.values) = ("items.*.price", [.integer(1), .number(2.5)])
        let round = MutationRound(
            notesEvents: true, mutants: ["Shop.Suite/test()": mutant, "Shop.x": Mutant(of: .reset, .lost)],
            usual: ["Shop.x": MutationRound.Usual(seconds: 2.5, eventCount: 3)])
        let read = try MutationRound(round.bytes, file: "round.json")
        #expect(read.notesEvents && read.mutants == round.mutants && read.usual == round.usual)
        #expect(read.bytes == round.bytes)
    }

    @Test func aRoundThatIsDamagedIsAnError() {
        #expect(throws: EventFormatError.self) { try MutationRound(Array("{".utf8), file: "round.json") }
        let texts = [
            ("[]", "round.json: expected an object, found array"),
            (#"{"notes":true}"#, "round.json: mutants: is missing"),
            (
                #"{"notes":true,"mutants":{"t":{"kind":"track","name":"e","operator":"lost","seconds":"2"}}}"#,
                "round.json: mutants.t.seconds: expected a number, found string"
            ),
            (
                #"{"notes":true,"mutants":{"t":{"kind":"track","name":"e","operator":"explode"}}}"#,
                #"round.json: mutants.t.operator: unknown value "explode""#
            ),
        ]
        for (text, message) in texts {
            let error = #expect(throws: DocumentError.self) { try MutationRound(Array(text.utf8), file: "round.json") }
            #expect(error.map { "\($0)" } == message)
        }
    }

    @Test func aNoteIsReadAsItWasWritten() throws {
        let check = MutationCheck(
            kind: .identify, name: "", exact: ["a"], loose: ["b": "any number"], allowsMore: true, looseUser: "a UUID")
        let notes = [
            MutationNote("T.s/t()", .failed, text: "line\u{1B}\n\"quoted\""),
            MutationNote("T.s/t()", .ended, seconds: 0.25),
            MutationNote("T.s/t()", .checked, check: check, place: "T.swift:3"),
        ]
        for note in notes {
            #expect(note.line.hasSuffix("\n") && note.line.dropLast().allSatisfy { $0 != "\n" })
            let value = try EventValue(json: Array(note.line.utf8), of: "journal")
            #expect(try MutationNote(value) == note)
        }
    }
}
