internal import Testing
internal import XCTest

/// What a recorder belongs to.
enum RecordedTest: Sendable {
    case swiftTesting(Test, Test.Case?)
    case other(TestIdentity)

    /// The running test of Swift Testing; nil outside a test.
    static var current: RecordedTest? { Test.current.map { .swiftTesting($0, .current) } }

    /// Which test it is. Made when it is asked for: only snapshots need it, and it costs more than a short test.
    var identity: TestIdentity {
        switch self {
        case .swiftTesting(let test, let testCase): TestIdentity(test, testCase)
        case .other(let identity): identity
        }
    }
}

/// Which test is running.
struct TestIdentity: Sendable, Hashable {
    /// The suites from outside to inside, then the function: `["LoginTests", "aLoginIsTracked()"]`.
    let path: [String]
    /// Whether there are several cases of it.
    let isParameterized: Bool
    /// Tells the cases apart, within one process.
    let testCase: String

    init(_ test: Test, _ testCase: Test.Case?) {
        self.init(
            path: Self.path(of: test), isParameterized: testCase?.isParameterized ?? false,
            testCase: testCase.map { String(describing: $0) } ?? "")
    }

    /// A test's id is `Module.Suite/Inner/function()/File.swift:19:6`, its parent's the same without the place.
    private static func path(of test: Test) -> [String] {
        guard let id = test.id.parent?.description else { return [test.name] }
        let start = test.id.moduleName + "."
        return (id.hasPrefix(start) ? id.dropFirst(start.count) : id[...]).split(separator: "/").map(String.init)
    }

    /// A test of XCTest. Its name is `Class.test`, and on Darwin `-[Module.Class test]`.
    init(_ testCase: XCTestCase) {
        let function = testCase.name.split(whereSeparator: { " .]".contains($0) }).last ?? ""
        // Objective-C's names for what is asynchronous or throws.
        let name = ["WithCompletionHandler:", "AndReturnError:"].reduce(String(function)) { name, ending in
            name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
        }
        // The types around it too, without the module; a private one has its context in parentheses.
        let types = String(reflecting: type(of: testCase)).split(separator: ".").dropFirst().map(String.init)
        self.init(path: types.filter { !$0.hasPrefix("(") } + [name])
    }

    init(path: [String], isParameterized: Bool = false, testCase: String = "") {
        self.path = path
        self.isParameterized = isParameterized
        self.testCase = testCase
    }
}
