/// The escapes for texts in workflow commands of GitHub Actions.
///
/// The format is `::error file=…,title=…::message`.
enum WorkflowCommand {
    /// Returns a text with escapes, for the message: the part of a command after the second `::`.
    ///
    /// Without escapes, a line break in the text could start another command.
    static func message(_ text: String) -> String {
        text.displayable.replacing(scalar: "%", with: "%25")
    }

    /// Returns a text with escapes, for a property such as the title.
    ///
    /// A comma ends a property and a colon can end the list of properties, so the method escapes both.
    static func property(_ text: String) -> String {
        message(text).replacing(scalar: ":", with: "%3A").replacing(scalar: ",", with: "%2C")
    }
}
