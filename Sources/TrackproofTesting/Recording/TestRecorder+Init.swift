extension TestRecorder {
    /// A recorder for the test in which it is made.
    public convenience init() {
        self.init(TestFramework.current, test: SwiftTestingTest.current)
    }
}
