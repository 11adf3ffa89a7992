import Foundation
import Testing
import Trackproof
import XCTest

@testable import TrackproofAssertions
@testable import TrackproofTesting
import TrackproofPlatform

/// A table of the mutations that each kind of assertion catches on its own.
///
/// Each line is a mutation, and each column is a test that uses only one kind of assertion. `x` means that the test
/// fails. A control is a change without a mistake, so no test fails for a control. If an assertion waits and the late
/// event arrives within the assertion's time limit, the assertion passes.
private let table = """
                                          expectTracked
                                          | including:
                                          | | times:
                                          | | | expectEvents
                                          | | | | expectNothingElse
                                          | | | | | the test's end
                                          | | | | | | expectNotTracked
                                          | | | | | | | expectCount
                                          | | | | | | | | expectCount of:
                                          | | | | | | | | | expectOrder
                                          | | | | | | | | | | expectDelivered
                                          | | | | | | | | | | | within:
                                          | | | | | | | | | | | | within:, blocking
                                          | | | | | | | | | | | | | expectEvents within:
                                          | | | | | | | | | | | | | | expectSnapshot
    control: nothing                      . . . . . . . . . . . . . . .
    control: parameters in another order  . . . . . . . . . . . . . . .
    control: another id and time          . . . . . . . . . . . . . . .
    a call deleted                        x x x x . . . x x x . x x x x
    all calls deleted                     x x x x . . . x x x . x x x x
    fires twice                           x x x x x x . x x . . x x x x
    a spurious event                      . . . x x x x x . . . . . x x
    renamed                               x x x x x x . . x x . x x x x
    the name's casing changed             x x x x x x . . x x . x x x x
    the kind changed                      x x x x x x . . . . . x x x x
    the order swapped                     . . . x . . . . . x . . . x x
    a parameter renamed                   x x . x x x . . x . . x x x x
    a parameter's casing changed          x x . x x x . . x . . x x x x
    a number became a string              x x . x x x . . x . . x x x x
    a string became a number              x . . x x x . . . . . x x x x
    an integer became a number            x . . x x x . . . . . x x x x
    a value changed                       x x . x x x . . x . . x x x x
    an id malformed                       x . . x x x . . . . . x x x x
    a parameter missing                   x x . x x x . . x . . x x x x
    a parameter null                      x x . x x x . . x . . x x x x
    a parameter added                     x . . x x x . . . . . x x x x
    tracked late, within the limit        x x x x . x . x . x . . . . x
    tracked after the test's end          x x x x . x . x . x . x x x x
    identify deleted                      x x x x . . . x . x . x x x x
    identify without the user             x x x x x x . . . . . x x x x
    identify with another user            x x . x x x . . . . . x x x x
    the provider drops a parameter        . . . . . x . . . . x . . . .
    the provider renames                  . . . . . x . . . . x . . . .
    the provider adds a parameter         . . . . . x . . . . x . . . .
    the provider loses an event           . . . . . . . . . . x . . . .
    """

/// The dots and crosses in the line of each mutation.
private let expected: [String: String] = Dictionary(
    uniqueKeysWithValues: table.split(separator: "\n").dropFirst(Check.all.count).map { row in
        let width = 2 * Check.all.count - 1
        return (row.dropLast(width).trimmingCharacters(in: .whitespaces), String(row.suffix(width)))
    })

@Suite struct MutationTests {
    @Test(arguments: Mutation.allCases) func assertionsGiveTheVerdictsOfTheTable(_ mutation: Mutation) async throws {
        var verdicts: [String] = []
        for check in Check.all {
            let visit = Lock<Visit?>(nil)
            let failures = try await failures(exhaustively: check.isExhaustive) {
                await runCheck(check, mutation, visit)
            }
            let lateFailures = await capturedFailures { visit.withLock { $0 }?.end() }
            verdicts.append(failures.isEmpty && lateFailures.isEmpty ? "." : "x")
        }
        #expect(verdicts.joined(separator: " ") == expected[mutation.rawValue])
    }

    @Test func eachMistakeIsCaughtAndEachAssertionCatchesOne() {
        for (mutation, verdicts) in expected {
            #expect(verdicts.contains("x") == !mutation.hasPrefix("control"), "\(mutation)")
        }
        for index in Check.all.indices {
            #expect(expected.values.contains { $0.split(separator: " ")[index] == "x" }, "\(Check.all[index].name)")
        }
    }

    @Test func theTableNamesAllMutationsAndAssertions() {
        #expect(Set(expected.keys) == Set(Mutation.allCases.map(\.rawValue)))
        let heads = table.split(separator: "\n").prefix(Check.all.count).map { $0.drop { " |".contains($0) } }
        #expect(heads.map(String.init) == Check.all.map(\.name))
    }
}

final class MutationXCTests: CapturingTestCase {
    func testAssertionsGiveTheVerdictsOfTheTable() {
        for mutation in Mutation.allCases {
            let verdicts = Check.all.map { check in
                let visit = Lock<Visit?>(nil)
                let failures = failures(exhaustively: check.isExhaustive) { await runCheck(check, mutation, visit) }
                let lateFailures = capturedFailures { visit.withLock { $0 }?.end() }
                return failures.isEmpty && lateFailures.isEmpty ? "." : "x"
            }
            XCTAssertEqual(verdicts.joined(separator: " "), expected[mutation.rawValue], mutation.rawValue)
        }
    }
}

private func runCheck(_ check: Check, _ mutation: Mutation, _ lastVisit: Lock<Visit?>) async {
    guard let recorder = TestRecorder.current else { return }
    let visit = Visit(mutation, in: recorder)
    lastVisit.withLock { $0 = visit }
    await check.body(visit)
}
