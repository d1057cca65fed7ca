//! Content of files in messages: short, and in one line.

use std::fmt;

/// The content of the file at the location of an error.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Found {
    /// A text, cut after 40 characters.
    Text(String),
    /// A list of a given length.
    List(u64),
    /// The end of the line.
    EndOfLine,
    /// The end of the file.
    EndOfFile,
}

impl Found {
    /// A text, cut for a message.
    pub(crate) fn text(text: &str) -> Self {
        Self::Text(excerpt(text))
    }
}

impl fmt::Display for Found {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(out, "{text:?}"),
            Self::List(length) => write!(out, "a list of {length}"),
            Self::EndOfLine => out.write_str("the end of the line"),
            Self::EndOfFile => out.write_str("the end of the file"),
        }
    }
}

/// The defined names, as the end of a sentence.
pub(crate) struct Known<'a>(pub(crate) &'a [String]);

impl fmt::Display for Known<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Enough to recognise a typing error; a list of 256 names would hide the message.
        const SHOWN: usize = 16;
        if self.0.is_empty() {
            return out.write_str("no names are defined");
        }
        out.write_str(if self.0.len() == 1 { "expected" } else { "expected one of" })?;
        for (position, name) in self.0.iter().take(SHOWN).enumerate() {
            let separator = if position == 0 { "" } else { "," };
            write!(out, "{separator} {name:?}")?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(out, " and {more} more"),
        }
    }
}

/// The largest number of characters of a file that a message repeats. A file may be a single word
/// of a megabyte.
const EXCERPT: usize = 40;

/// Cuts a text for a message.
pub(crate) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(EXCERPT) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

/// Converts a message of a library to one line. Libraries repeat names of the file in
/// their messages, and a name may be long and contain line ends.
pub(crate) fn one_line(message: &str) -> String {
    const LONGEST: usize = 200;
    let mut line = String::new();
    for (count, c) in message.chars().enumerate() {
        if count == LONGEST {
            line.push_str("...");
            break;
        }
        if c.is_control() {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_word_is_cut_between_characters() {
        assert_eq!(excerpt("abc"), "abc");
        assert_eq!(excerpt(&"é".repeat(40)), "é".repeat(40));
        assert_eq!(excerpt(&"é".repeat(41)), format!("{}...", "é".repeat(40)));
    }

    #[test]
    fn a_long_list_of_known_names_is_cut() {
        let known: Vec<String> = (0..18).map(|number| number.to_string()).collect();
        assert!(Known(&known).to_string().ends_with(r#""15" and 2 more"#));
        assert_eq!(Known(&known[..2]).to_string(), r#"expected one of "0", "1""#);
        assert_eq!(Known(&known[..1]).to_string(), r#"expected "0""#);
        assert_eq!(Known(&[]).to_string(), "no names are defined");
    }
}
