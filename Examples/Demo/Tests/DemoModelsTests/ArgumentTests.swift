import DemoModels
import Testing

@Suite struct ArgumentTests {
    @Test func noArgumentsSelectNoRegressionsAndNoOptions() throws {
        let arguments = try DemoArguments([])
        #expect(arguments.regressions == .none)
        #expect(!arguments.isVerbose)
        #expect(!arguments.wantsHelp)
    }

    @Test func parsesAnySubsetOfRegressions() throws {
        let arguments = try DemoArguments(["--regressions", "lost,swapped", "--verbose"])
        #expect(arguments.regressions == DemoRegressions(.lost, .swapped))
        #expect(arguments.isVerbose)
        #expect(try DemoArguments(["--regressions=twice"]).regressions == DemoRegressions(.twice))
        #expect(try DemoArguments(["--regressions", "all"]).regressions == .all)
        let repeated = try DemoArguments(["--regressions", "lost", "--regressions", "twice"])
        #expect(repeated.regressions == DemoRegressions(.lost, .twice))
    }

    @Test(arguments: [
        (
            ["--regressions", "lost,nope"],
            "unknown regression 'nope', expected any of lost,twice,renamed,retyped,changed,swapped,unplanned,unlisted, or all"
        ),
        (
            ["--regressions", ""],
            "unknown regression '', expected any of lost,twice,renamed,retyped,changed,swapped,unplanned,unlisted, or all"
        ),
        (["--regressions"], "--regressions needs a list"),
        (["--fast"], "unknown argument '--fast'"),
        (["lost"], "unknown argument 'lost'"),
    ])
    func invalidArgumentsAreReported(_ arguments: [String], _ message: String) {
        let error = #expect(throws: DemoArguments.UsageError.self) { try DemoArguments(arguments) }
        #expect(error?.description == message)
    }

    @Test func helpNamesEveryRegression() throws {
        #expect(try DemoArguments(["--help"]).wantsHelp)
        for kind in DemoRegressions.Kind.allCases {
            #expect(DemoArguments.help.contains(kind.rawValue))
        }
    }
}
