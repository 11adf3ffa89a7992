import ArgumentParser

/// The entry of `trackproof collect` in the list of subcommands. ``CollectorProgram`` runs the subcommand.
struct Collect: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Collect what real analytics SDKs send.")
}
