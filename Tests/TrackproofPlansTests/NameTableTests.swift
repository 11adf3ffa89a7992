import _TrackproofTestSupport
import Testing

@testable import TrackproofPlans

struct NameTableTests {
    /// Tests names that are shorter or longer than a 64-bit word. Many names differ in only one byte.
    @Test func eachNameHasItsIndexAndNoOtherNameHasOne() {
        for seed in 0..<rounds(10, deep: 50) {
            var random = SeededGenerator(seed: seed)
            func name() -> String {
                String(
                    (0..<Int.random(in: 0...20, using: &random)).map { _ in "abé".randomElement(using: &random) ?? "a" }
                )
            }
            var names: [String] = []
            for _ in 0..<200 {
                let name = name()
                if !names.contains(name) { names.append(name) }
            }
            let table = NameTable(names)
            for (index, name) in names.enumerated() { #expect(table.index(of: name) == index) }
            for _ in 0..<500 {
                let name = name()
                #expect(table.index(of: name) == names.firstIndex(of: name), "seed \(seed), \(name)")
                let previous = Int.random(in: -1..<names.count, using: &random)
                #expect(
                    table.index(of: name, after: previous) == names.firstIndex(of: name),
                    "seed \(seed), \(name) after \(previous)")
            }
        }
    }

    @Test func cutNamesAreOtherNames() {
        let names = [
            "", "a", "ab", "price", "priced", "currency", "currencies", "a name that is longer than words", "größe",
        ]
        let table = NameTable(names)
        for name in names {
            for cut in cuts(of: name) + [ArraySlice(name.utf8)] {
                let expected = names.firstIndex { $0.utf8.elementsEqual(cut) }
                for previous in -1..<names.count {
                    #expect(scanned(cut) { table.index(ofBytes: $0, after: previous) } == .some(expected))
                }
            }
        }
    }
}
