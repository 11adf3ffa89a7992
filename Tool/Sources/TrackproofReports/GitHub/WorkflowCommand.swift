/// Text in workflow commands of GitHub Actions.
///
/// The format is `::error file=…,title=…::message`.
enum WorkflowCommand {
    /// Returns the escaped text of a message.
    ///
    /// The message is the part of an annotation after the second `::`. The escaped text cannot start another command.
    static func message(_ text: String) -> String {
        text.displayable.replacing(scalar: "%", with: "%25")
    }

    /// Returns the escaped text of a property, such as the title.
    ///
    /// Colons and commas have a meaning in a property, so they are escaped too.
    static func property(_ text: String) -> String {
        message(text).replacing(scalar: ":", with: "%3A").replacing(scalar: ",", with: "%2C")
    }
}
