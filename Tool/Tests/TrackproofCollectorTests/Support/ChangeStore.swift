import Testing

/// Runs SQL statements on an SQLite file, as another program would. The file must not be open. Creates the file if it
/// does not exist.
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
