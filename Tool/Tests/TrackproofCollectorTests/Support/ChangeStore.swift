import Testing

/// Runs statements of SQL on an SQLite file that nobody has open, as another program would. The file is made if it is not
/// there.
func change(store: String, _ statements: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let script = """
        import sqlite3, sys
        store = sqlite3.connect(sys.argv[1])
        for statement in sys.argv[2:]:
            store.execute(statement)
        store.commit()
        """
    var program = try Program.python("-c", script, store)
    program.arguments += statements
    #expect(try await program.run().errors == "", sourceLocation: sourceLocation)
}
