import Foundation
import _TrackproofTestSupport
import Testing

@Suite("Regressions of the catalogue are caught and named", .timeLimit(.minutes(15)))
struct CatalogueTests {
    /// A recorded event that a test changes.
    typealias Line = [String: JSON]

    /// A change to a recording, and the kinds of differences that the command must report for the change.
    struct Regression: Sendable, CustomTestStringConvertible {
        let id: String
        let kinds: Set<String>
        let apply: @Sendable (inout [Line], inout SeededGenerator) -> Void
        var testDescription: String { id }
    }

    static let regressions = [
        Regression(id: "M1 a call is deleted", kinds: ["missing"]) { lines, generator in
            lines.remove(at: Int.random(in: 0..<lines.count, using: &generator))
        },
        Regression(id: "M2 many events are silenced", kinds: ["missing"]) { lines, generator in
            let name = lines.randomElement(using: &generator)?["name"]
            lines.removeAll { $0["name"] == name }
        },
        Regression(id: "M3 an event fires twice", kinds: ["duplicated"]) { lines, generator in
            let index = Int.random(in: 0..<lines.count, using: &generator)
            lines.insert(lines[index], at: index + 1)
        },
        Regression(id: "M4 a spurious event", kinds: ["unexpected"]) { lines, generator in
            let spurious: Line = ["name": .string("push_received"), "parameters": .object(["badge": .number(3)])]
            lines.insert(spurious, at: Int.random(in: 0...lines.count, using: &generator))
        },
        Regression(id: "M6 an event is renamed", kinds: ["renamed"]) { lines, generator in
            let index = lines.randomIndex(using: &generator) { $0.parameters.count > 1 && $0["kind"] == nil }
            if case .string(let name)? = lines[index]["name"] { lines[index]["name"] = .string(name + "_v2") }
        },
        Regression(id: "M7 a parameter's casing changes", kinds: ["changed"]) { lines, generator in
            let index = lines.randomIndex(using: &generator) { $0.parameters.count > 0 }
            lines[index].changeParameter(using: &generator) { parameters, name in
                parameters[name.uppercased()] = parameters.removeValue(forKey: name)
            }
        },
        Regression(id: "M9 a number becomes a string", kinds: ["changed"]) { lines, generator in
            let index = lines.randomIndex(using: &generator) { $0.parameters.values.contains(where: \.isNumber) }
            lines[index].changeParameter(where: \.isNumber, using: &generator) { parameters, name in
                if case .number(let value)? = parameters[name] { parameters[name] = .string("\(value)") }
            }
        },
        Regression(id: "M10 a string becomes a number", kinds: ["changed"]) { lines, generator in
            let index = lines.randomIndex(using: &generator) { $0.parameters.values.contains(where: \.isString) }
            lines[index].changeParameter(where: \.isString, using: &generator) { parameters, name in
                parameters[name] = .number(49)
            }
        },
        Regression(id: "M11 a value nobody declared", kinds: ["changed"]) { lines, generator in
            let index = lines.randomIndex(using: &generator) { $0.parameters.values.contains(where: \.isString) }
            lines[index].changeParameter(where: \.isString, using: &generator) { parameters, name in
                parameters[name] = .string("undeclared")
            }
        },
        Regression(id: "M12 a parameter is missing", kinds: ["changed"]) { lines, generator in
            let index = lines.randomIndex(using: &generator) { $0.parameters.count > 0 }
            lines[index].changeParameter(using: &generator) { $0[$1] = nil }
        },
        Regression(id: "M12 a parameter is null", kinds: ["changed"]) { lines, generator in
            let index = lines.randomIndex(using: &generator) { $0.parameters.count > 0 }
            lines[index].changeParameter(using: &generator) { $0[$1] = .null }
        },
        Regression(id: "M14 the wrong order", kinds: ["moved"]) { lines, generator in
            // Moves an event to the end. The event is not one of the last two, because moving one of them could change
            // nothing.
            let index = Int.random(in: 0..<lines.count - 2, using: &generator)
            lines.append(lines.remove(at: index))
        },
        Regression(id: "M18 an undeclared parameter", kinds: ["changed"]) { lines, generator in
            let index = lines.randomIndex(using: &generator) { $0.parameters.count > 0 }
            lines[index].changeParameter(using: &generator) { parameters, name in
                parameters["undeclared_parameter"] = .string("x")
            }
        },
        Regression(id: "M18 a typo in a name", kinds: ["renamed"]) { lines, generator in
            let index = lines.randomIndex(using: &generator) { line in
                line.parameters.count > 1 && line["kind"] == nil
                    && lines.filter { $0["name"] == line["name"] }.count == 1
            }
            if case .string(var name)? = lines[index]["name"] {
                name.remove(at: name.index(name.startIndex, offsetBy: name.count / 2))
                lines[index]["name"] = .string(name)
            }
        },
    ]

    @Test(arguments: regressions)
    func aRegressionIsReportedWithItsKind(regression: Regression) async throws {
        let place = try Workplace()
        try await place.recordWalk()
        let strict = regression.id.hasPrefix("M14")
        for seed in 1...6 as ClosedRange<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var lines = try place.lines("walk.ndjson")
            regression.apply(&lines, &generator)
            try place.write(lines: lines, to: "r.ndjson")
            let outcome = try await place.shell(
                "trackproof verify r.ndjson --snapshot walk.json --format json" + (strict ? " --order strict" : ""))
            #expect(outcome.status == 1, "seed \(seed)")
            #expect(try Set(place.kinds(ofJSON: outcome.output)) == regression.kinds, "seed \(seed)")
        }
    }

    /// Changes that harmlessly occur between two runs. A comparison must not fail because of these changes.
    static let controls: [(name: String, apply: @Sendable ([Line]) throws -> String)] = [
        ("as it is", { try $0.ndjson() }),
        (
            "parameter order",
            { lines in
                // Writes each line with `parameters` first and with the keys of the parameters in reverse order.
                try lines.map { line in
                    var line = line
                    var parameters: [String] = []
                    if case .object(let all)? = line["parameters"] {
                        parameters = try all.sorted { $0.key > $1.key }.map {
                            "\(try JSON.string($0.key).text()):\(try $0.value.text())"
                        }
                    }
                    line["parameters"] = nil
                    let rest = try JSON.object(line).text().dropFirst()
                    return "{\"parameters\":{\(parameters.joined(separator: ","))}," + rest
                }.joined(separator: "\n")
            }
        ),
        (
            "new ids and timestamps",
            { lines in
                let session = UUID().uuidString
                return try lines.enumerated().map { index, line in
                    var line = line
                    line["id"] = .string(UUID().uuidString)
                    line["time"] = .string("2031-12-31T23:59:\(10 + index).000Z")
                    line["anonymous"] = .string(UUID().uuidString)
                    if case .object(var parameters)? = line["parameters"] {
                        if parameters["session_id"] != nil { parameters["session_id"] = .string(session) }
                        if parameters["order_id"] != nil { parameters["order_id"] = .string(UUID().uuidString) }
                        line["parameters"] = .object(parameters)
                    }
                    return line
                }.ndjson()
            }
        ),
        ("an array", { lines in "[" + (try lines.map { try JSON.object($0).text() }.joined(separator: ",\n")) + "]" }),
        (
            "unknown keys",
            { lines in
                try lines.map { line in
                    line.merging(["sdk": .string("9.9.9"), "batch": .array([.number(1), .null])]) { $1 }
                }.ndjson()
            }
        ),
        (
            "another order, where order does not count",
            { lines in
                // The two login events must stay in order, because the snapshot lists them in `ordered`.
                let login = lines.filter { $0.isLogin }
                return try (lines.filter { !$0.isLogin }.reversed() + login).ndjson()
            }
        ),
    ]

    @Test(arguments: controls.indices)
    func aHarmlessChangeDoesNotFail(index: Int) async throws {
        let place = try Workplace()
        try await place.recordWalk()
        try place.write(Self.controls[index].apply(place.lines("walk.ndjson")), to: "r.ndjson")
        let outcome = try await place.trackproof("verify", "r.ndjson", "--snapshot", "walk.json")
        #expect(outcome.status == 0, "\(Self.controls[index].name)")
        #expect(outcome.output == "20 events as expected\n")
    }
}

// MARK: - JSON that tests change

/// A JSON value, which does not preserve the order of an object's members.
enum JSON: Codable, Hashable, Sendable {
    case null, bool(Bool), number(Decimal), string(String), array([JSON]), object([String: JSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Decimal.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    var isNumber: Bool { if case .number = self { true } else { false } }
    var isString: Bool { if case .string = self { true } else { false } }

    func text() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
}

extension Dictionary where Key == String, Value == JSON {
    /// The parameters, without those that the snapshot allows to vary.
    var parameters: [String: JSON] {
        guard case .object(let parameters)? = self["parameters"] else { return [:] }
        return parameters.filter { $0.key != "session_id" && $0.key != "order_id" }
    }

    var isLogin: Bool { self["name"] == .string("login_started") || self["name"] == .string("login_succeeded") }

    mutating func changeParameter(
        where isChosen: (JSON) -> Bool = { _ in true }, using generator: inout SeededGenerator,
        _ change: (inout [String: JSON], String) -> Void
    ) {
        guard case .object(var all)? = self["parameters"] else { return }
        let names = parameters.filter { isChosen($0.value) }.keys.sorted()
        guard let name = names.randomElement(using: &generator) else { return }
        change(&all, name)
        self["parameters"] = .object(all)
    }
}

extension Array where Element == [String: JSON] {
    func ndjson() throws -> String { try map { try JSON.object($0).text() + "\n" }.joined() }

    /// Returns the index of a random element for which `fits` returns `true`. There must be such an element.
    func randomIndex(using generator: inout SeededGenerator, where fits: (Element) -> Bool) -> Int {
        indices.filter { fits(self[$0]) }.randomElement(using: &generator) ?? startIndex
    }
}

extension Workplace {
    /// Returns the events of a recording, without its header.
    func lines(_ name: String) throws -> [[String: JSON]] {
        try read(name).split(separator: "\n").dropFirst().map {
            try JSONDecoder().decode([String: JSON].self, from: Data($0.utf8))
        }
    }

    func write(lines: [[String: JSON]], to name: String) throws { try write(lines.ndjson(), to: name) }
}
