#if os(Linux)
    import _TrackproofTestSupport
    import Foundation
    import Testing

    /// Runs the tests of the article "Static facades" in other processes: each alone, and all in parallel. A static facade
    /// does not exist before code uses it, so a test could depend on an earlier test.
    @Suite(.blocking) struct StaticFacadeProcessTests {
        @Test(
            .timeLimit(.minutes(5)),
            arguments: [
                (["DocumentationTests.SearchXCTests/testAnEmptySearchIsNotTracked"], "Executed 1 test,"),
                (swiftTesting + ["SearchTests/aSearchIsTracked"], "run with 1 test"),
                (swiftTesting + ["SearchTests/anEmptySearchIsNotTracked"], "run with 1 test"),
                (swiftTesting + ["SearchTests/"], "run with 2 tests"),
            ])
        func theTestsPass(arguments: [String], count: String) throws {
            let folder = try TemporaryFolder()
            #expect(FileManager.default.createFile(atPath: folder.file("output"), contents: nil))
            let output = try #require(FileHandle(forWritingAtPath: folder.file("output")))
            let child = Process()
            child.executableURL = URL(
                fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            child.arguments = arguments
            child.standardOutput = output
            child.standardError = output
            try child.run()
            child.waitUntilExit()
            let text = try folder.read("output")
            #expect(child.terminationStatus == 0 && text.contains(count), "\(text)")
        }

        private static let swiftTesting = ["--testing-library", "swift-testing", "--filter"]
    }
#endif
