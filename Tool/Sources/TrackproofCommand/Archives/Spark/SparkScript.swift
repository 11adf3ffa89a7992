import Foundation

/// The SQL queries for `spark-sql`, and the shell scripts for the workers.
///
/// The queries use `TRANSFORM`. For each task, Spark then starts a process, writes the rows of the task to its standard
/// input, and reads rows from its standard output. The process is a shell script. Spark copies the script, `trackproof`
/// and the plan to each worker. Source: https://spark.apache.org/docs/latest/sql-ref-syntax-qry-select-transform.html
enum SparkScript {
    /// The name of the shell script on a worker.
    static let name = "check.sh"
    /// The text before the number of records, in the row that the second query returns.
    static let countPrefix = "trackproof records "

    // MARK: Splits of files

    /// Returns a query with one task for each job. The script of a task reads the number of its job, from 0.
    static func query(jobs: Int) -> String {
        transform("job", from: "SELECT id AS job FROM range(0, \(jobs), 1, \(jobs))")
    }

    /// Returns the script that reads numbers of jobs from standard input, and checks the splits of these jobs.
    ///
    /// - Parameters:
    ///   - folder: The current folder of the user, if the list of splits has relative paths; otherwise `nil`.
    ///   - arguments: The options of the check, quoted for the shell.
    static func checkSplits(jobs: Int, folder: String?, arguments: String) -> String {
        """
        \(lingering)
        tool=$PWD
        \(folder.map { "cd \(quoted($0)) || exit 66" } ?? "")
        while read -r job; do
            "$tool/trackproof" plan audit --partial --splits "$tool/splits" --job "$job/\(jobs)" \(arguments) </dev/null ||
                exit
        done

        """
    }

    // MARK: Records of URLs and queries

    /// Returns a query that gives the lines of text files to the script, and a query that counts these lines.
    ///
    /// - Parameter urls: The URLs of files and folders. They can contain patterns such as `*`.
    static func query(urls: [String]) -> String {
        // Without `lineSep`, Spark would end a line at a carriage return too. JSON allows a carriage return between
        // values. Blank lines contain no record, so the queries skip them.
        let views = urls.enumerated().map { index, url in
            """
            CREATE TEMPORARY VIEW trackproof_lines_\(index)
            USING text OPTIONS (path '\(escaped(url))', lineSep '\\n', recursiveFileLookup 'true');
            """
        }
        let lines = urls.indices.map {
            "SELECT value AS record FROM trackproof_lines_\($0) WHERE value RLIKE '[^ \\t\\r]'"
        }
        return views.joined(separator: "\n") + "\n" + query(records: lines.joined(separator: "\nUNION ALL "))
    }

    /// Returns a query that gives the records of another query to the script, and a query that counts these records.
    ///
    /// - Parameter query: A query that returns one column. Each row contains a record as a JSON text.
    static func query(of query: String) -> String {
        // `null` is JSON but not an event. So a row without text is reported as a record that cannot be read.
        let record = #"IF(record RLIKE '[^ \t\r\n]', record, 'null') AS record"#
        return self.query(records: "SELECT \(record) FROM (\n\(query)\n) AS records(record)")
    }

    private static func query(records: String) -> String {
        // Spark replaces bytes that are not UTF-8 by U+FFFD when it writes text to a process. So the query writes a
        // record with such bytes, or with line breaks, as `hex ` and hexadecimal digits. It also does so if the record
        // itself begins with `hex `.
        let rows = """
            SELECT IF(record RLIKE '^hex |[\\n\\uFFFD]', concat('hex ', hex(record)), record) AS line FROM (
            \(records)
            )
            """
        return transform("line", from: rows) + "SELECT concat('\(countPrefix)', count(*)) FROM (\n\(records)\n);\n"
    }

    /// Returns the script that reads records from standard input and checks them.
    static func checkRecords(arguments: String) -> String {
        "\(lingering)\n./trackproof plan audit --partial --rows - \(arguments)\n"
    }

    /// The start of a script that stays for a second after a failure.
    ///
    /// Spark reads the messages of a script in a thread of its own, and does not wait for this thread when the script ends.
    /// If the script ended at once, Spark's error would sometimes lack the reason.
    private static let lingering = "trap '[ $? = 0 ] || sleep 1' EXIT"

    // MARK: SQL and shell

    /// Returns a query that writes the values of a column to the script, and returns the lines that the script prints.
    ///
    /// Without `ROW FORMAT`, Spark would use different separators with and without Hive's catalogue.
    private static func transform(_ column: String, from rows: String) -> String {
        let format = #"ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' LINES TERMINATED BY '\n'"#
        return """
            SELECT TRANSFORM(\(column)) \(format)
            USING 'bash ./\(name)' AS (result STRING) \(format)
            FROM (
            \(rows)
            );

            """
    }

    /// Returns the text with escapes, for use inside the quotes of an SQL string.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    }

    /// Returns the text in quotes, so that the shell reads it as one word.
    static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }
}
