internal import Foundation

/// The texts that `spark-sql` and the workers execute.
///
/// `TRANSFORM` starts a process for each task, writes the task's rows to its standard input, and reads rows from its
/// standard output. The process is a shell script, which Spark copies to each worker together with `trackproof` and the
/// plan. Source: https://spark.apache.org/docs/latest/sql-ref-syntax-qry-select-transform.html
enum SparkScript {
    /// The name of the script in the folder of a worker.
    static let name = "check.sh"
    /// The beginning of the line with the number of records.
    static let countPrefix = "trackproof records "

    // MARK: Splits

    /// Returns a query with a task for each job. A task gets the number of its job.
    static func query(jobs: Int) -> String {
        transform("job", from: "SELECT id AS job FROM range(0, \(jobs), 1, \(jobs))")
    }

    /// Returns the script that reads numbers of jobs from Spark, and checks the splits of these jobs.
    ///
    /// - Parameters:
    ///   - folder: The folder of the relative paths in the list of splits, or `nil` if all paths are absolute.
    ///   - arguments: The options of the check, as words of the shell.
    static func checkSplits(jobs: Int, folder: String?, arguments: String) -> String {
        """
        tool=$PWD
        \(folder.map { "cd \(quoted($0)) || exit 66" } ?? "")
        while read -r job; do
            "$tool/trackproof" plan check --partial --splits "$tool/splits" --job "$job/\(jobs)" \(arguments) </dev/null ||
                exit
        done

        """
    }

    // MARK: Records

    /// Returns a query that checks the records of text files, and a query that counts them.
    ///
    /// - Parameter urls: The URLs of files and folders, which can be patterns.
    static func query(urls: [String]) -> String {
        // Without `lineSep`, Spark would also end a line at a carriage return, which JSON allows between values. Blank lines
        // are not records.
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

    /// Returns a query that checks the records of another query, and a query that counts them.
    ///
    /// - Parameter query: A query with a single column, which has a JSON text in each row.
    static func query(of query: String) -> String {
        // A row without text is a record that cannot be read.
        let record = #"IF(record RLIKE '[^ \t\r\n]', record, 'null') AS record"#
        return self.query(records: "SELECT \(record) FROM (\n\(query)\n) AS records(record)")
    }

    private static func query(records: String) -> String {
        // Spark replaces bytes that are not UTF-8 by U+FFFD when it writes text to a process. So the query writes a record
        // with such bytes or with line breaks in hexadecimal digits after `hex `. It does the same with a record that
        // begins with `hex `.
        let rows = """
            SELECT IF(record RLIKE '^hex |[\\n\\uFFFD]', concat('hex ', hex(record)), record) AS line FROM (
            \(records)
            )
            """
        return transform("line", from: rows) + "SELECT concat('\(countPrefix)', count(*)) FROM (\n\(records)\n);\n"
    }

    /// Returns the script that reads records from Spark and checks them.
    static func checkRecords(arguments: String) -> String {
        "exec ./trackproof plan check --partial --rows - \(arguments)\n"
    }

    // MARK: Parts

    /// Returns a query that gives the rows of a column to the script.
    ///
    /// Without the format, fields would be separated differently with and without the catalogue of Hive.
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

    /// Returns the text inside an SQL string.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    }

    /// Returns the text as a word of the shell.
    static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }
}
