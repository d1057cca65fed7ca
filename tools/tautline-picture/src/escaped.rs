//! Escaping of text in SVG.

use std::fmt::{self, Write as _};

/// Text between two tags, escaped when it is written.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => formatter.write_str("&amp;")?,
                '<' => formatter.write_str("&lt;")?,
                '>' => formatter.write_str("&gt;")?,
                // XML 1.0 cannot represent most control characters, not even escaped.
                letter if letter.is_control() => formatter.write_char(' ')?,
                '\u{fffe}' | '\u{ffff}' => formatter.write_char('\u{fffd}')?,
                letter => formatter.write_char(letter)?,
            }
        }
        Ok(())
    }
}
