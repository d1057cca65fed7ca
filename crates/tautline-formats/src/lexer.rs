//! A lexer with line and column. It splits a text into [`Words`] separated by white space, or
//! into [`Lines`] and their [`Fields`].

use std::str::FromStr;

use crate::error::{FormatError, Reason, SourceLocation};
use crate::found::{Found, excerpt};
use crate::number::{to_u64, to_usize};

/// A word, a field, a line or an end, with its location in the text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token<'t> {
    /// The line up to the end of this token. Columns are only counted for an error, so that reading
    /// stays fast.
    line_so_far: &'t str,
    start: usize,
    line: u64,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    EndOfLine,
    EndOfFile,
}

impl<'t> Token<'t> {
    /// Returns the text; empty for an end.
    pub(crate) fn text(self) -> &'t str {
        &self.line_so_far[self.start..]
    }

    /// Returns the number of its line, from 1.
    pub(crate) const fn line(self) -> u64 {
        self.line
    }

    /// An error at the beginning of this token.
    pub(crate) fn error(self, reason: impl Into<Reason>) -> FormatError {
        let column = to_u64(self.line_so_far[..self.start].chars().count()) + 1;
        FormatError {
            location: SourceLocation::Text { line: self.line, column },
            reason: reason.into(),
        }
    }

    /// The error that something else was expected here.
    pub(crate) fn unexpected(self, expected: impl Into<String>) -> FormatError {
        self.error(Reason::unexpected(expected, self.found()))
    }

    /// Returns the content for a message.
    pub(crate) fn found(self) -> Found {
        match self.kind {
            Kind::Text => Found::text(self.text()),
            Kind::EndOfLine => Found::EndOfLine,
            Kind::EndOfFile => Found::EndOfFile,
        }
    }

    pub(crate) fn is_end_of_file(self) -> bool {
        self.kind == Kind::EndOfFile
    }

    pub(crate) fn is_end_of_line(self) -> bool {
        self.kind == Kind::EndOfLine
    }

    /// Returns the token without the white space around it.
    pub(crate) fn trimmed(self) -> Self {
        let line_so_far = self.line_so_far;
        let end = self.start + self.text().trim_end().len();
        let start = end - line_so_far[self.start..end].trim_start().len();
        Self { line_so_far: &line_so_far[..end], start, ..self }
    }

    /// Returns the token without its first bytes, which must be whole characters.
    pub(crate) fn skip(self, bytes: usize) -> Self {
        Self { start: self.start + bytes, ..self }
    }

    /// Rejects a row of a grid that is too short or too long, at the first wrong column. All its
    /// characters are cells of one byte.
    pub(crate) fn check_row(self, row: u32, cells: usize, width: u32) -> Result<(), FormatError> {
        if cells == to_usize(width) {
            return Ok(());
        }
        let first_wrong = self.skip(cells.min(to_usize(width)));
        Err(first_wrong.error(Reason::RowLength { row, cells: to_u64(cells), width }))
    }

    /// Parses a finite number, directly to 32 or 64 bits, so that it is rounded
    /// only once.
    pub(crate) fn finite<T>(self, expected: &str) -> Result<T, FormatError>
    where
        T: FromStr + Copy + Into<f64>,
    {
        let number: T = self.text().parse().map_err(|_| self.unexpected(expected))?;
        if number.into().is_finite() {
            return Ok(number);
        }
        let bits = if size_of::<T>() == size_of::<f32>() { 32 } else { 64 };
        Err(self.error(Reason::NotFinite { found: excerpt(self.text()), bits }))
    }

    /// Parses an integer of at least 0 without a sign.
    pub(crate) fn whole(self, expected: &str) -> Result<u32, FormatError> {
        self.digits().ok_or_else(|| self.unexpected(expected))
    }

    /// Parses an integer, or returns `None` if the token has other characters than digits or is too large.
    pub(crate) fn digits(self) -> Option<u32> {
        let text = self.text();
        // `u32::from_str` would accept "+1".
        if text.starts_with('+') { None } else { text.parse().ok() }
    }
}

/// A text as words separated by white space, line ends included.
#[derive(Debug, Clone)]
pub(crate) struct Words<'t> {
    lines: Lines<'t>,
    /// The rest of the current line.
    fields: Fields<'t>,
}

impl<'t> Words<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let mut lines = Lines::new(text);
        Self { fields: Fields::new(lines.line(), Separator::WhiteSpace), lines }
    }

    /// Returns the next word, or the end of the file in this and all further calls.
    pub(crate) fn word(&mut self) -> Token<'t> {
        loop {
            let word = self.fields.field();
            if !word.is_end_of_line() {
                return word;
            }
            let line = self.lines.line();
            if line.is_end_of_file() {
                return line;
            }
            self.fields = Fields::new(line, Separator::WhiteSpace);
        }
    }

    /// An upper bound on the number of words in the unread text.
    pub(crate) fn most_words_left(&self) -> u64 {
        let Fields { line, next, .. } = self.fields;
        let in_line = next.map_or(0, |next| line.line_so_far.len() - next);
        // Each word takes at least a letter and a separator; the line end is the 1. The last word
        // needs no separator.
        (to_u64(in_line) + 1 + self.lines.bytes_left()).div_ceil(2)
    }
}

/// A text as lines, which end with a line feed or a carriage return and a line feed; in a text without any line
/// feed, with a carriage return, as in old files of Macintosh.
#[derive(Debug, Clone)]
pub(crate) struct Lines<'t> {
    unread: &'t str,
    end_of_line: char,
    /// The number of the current line, from 1.
    number: u64,
    /// The last line, if it was read and does not end with a line feed.
    open_line: &'t str,
}

impl<'t> Lines<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let end_of_line = if text.contains('\n') { '\n' } else { '\r' };
        Self { unread: strip_bom(text), end_of_line, number: 0, open_line: "" }
    }

    /// Returns the next line without its end, or the end of the file in this and all further
    /// calls.
    pub(crate) fn line(&mut self) -> Token<'t> {
        if self.unread.is_empty() {
            let (line_so_far, start) = (self.open_line, self.open_line.len());
            let line = self.number + u64::from(start == 0);
            return Token { line_so_far, start, line, kind: Kind::EndOfFile };
        }
        self.number += 1;
        let (line, unread) = self.unread.split_once(self.end_of_line).unwrap_or_else(|| {
            self.open_line = self.unread;
            (self.unread, "")
        });
        self.unread = unread;
        let line_so_far = line.strip_suffix('\r').unwrap_or(line);
        Token { line_so_far, start: 0, line: self.number, kind: Kind::Text }
    }

    /// Returns the remaining lines that are not blank.
    pub(crate) fn filled_lines(mut self) -> impl Iterator<Item = Token<'t>> {
        std::iter::from_fn(move || Some(self.filled_line()).filter(|it| !it.is_end_of_file()))
    }

    /// Returns the next line that is not blank, or the end of the file.
    pub(crate) fn filled_line(&mut self) -> Token<'t> {
        loop {
            let line = self.line();
            if line.is_end_of_file() || !line.text().trim().is_empty() {
                return line;
            }
        }
    }

    /// The length of the unread text in bytes.
    pub(crate) fn bytes_left(&self) -> u64 {
        to_u64(self.unread.len())
    }
}

/// The fields of one line.
#[derive(Debug, Clone)]
pub(crate) struct Fields<'t> {
    line: Token<'t>,
    /// The start of the next field; `None` after the last one.
    next: Option<usize>,
    separator: Separator,
}

/// The separator of the fields of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Separator {
    /// Exactly one occurrence of an ASCII character; fields may be empty.
    One(char),
    /// Any amount of ASCII white space; no field is empty.
    WhiteSpace,
}

impl<'t> Fields<'t> {
    pub(crate) fn new(line: Token<'t>, separator: Separator) -> Self {
        Self { line, next: Some(line.start), separator }
    }

    /// Returns the next field, or the end of the line in this and all further calls.
    pub(crate) fn field(&mut self) -> Token<'t> {
        let line = self.line.line_so_far;
        let end_of_line = Token { start: line.len(), kind: Kind::EndOfLine, ..self.line };
        let Some(mut start) = self.next else {
            return end_of_line;
        };
        let length = match self.separator {
            Separator::One(separator) => line[start..].find(separator),
            Separator::WhiteSpace => {
                start = line.len() - line[start..].trim_ascii_start().len();
                if start == line.len() {
                    return end_of_line;
                }
                line.as_bytes()[start..].iter().position(u8::is_ascii_whitespace)
            }
        };
        let end = length.map_or(line.len(), |length| start + length);
        let step = match self.separator {
            Separator::One(separator) => separator.len_utf8(),
            Separator::WhiteSpace => 0,
        };
        self.next = length.map(|_| end + step);
        Token { line_so_far: &line[..end], start, ..self.line }
    }

    /// Rejects a further field. `fields` is the expected number, for the message.
    pub(crate) fn finish(mut self, fields: usize) -> Result<(), FormatError> {
        let field = self.field();
        if field.is_end_of_line() {
            return Ok(());
        }
        Err(field.unexpected(format!("the end of the line after {fields} fields")))
    }
}

/// Removes a byte order mark, which some editors put before the first character.
pub(crate) fn strip_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn location(token: Token<'_>) -> String {
        token.unexpected("nothing").location.to_string()
    }

    #[test]
    fn words_know_their_location_in_characters() {
        let mut words = Words::new("\u{feff}a\r\n  é bc\n");
        let found: Vec<_> = std::iter::repeat_with(|| words.word())
            .take(5)
            .map(|word| (word.text(), location(word)))
            .collect();
        let expected = [("a", 1, 1), ("é", 2, 3), ("bc", 2, 5), ("", 3, 1), ("", 3, 1)]
            .map(|(text, line, column)| (text, format!("line {line}, column {column}")));
        assert_eq!(found, expected);
    }

    #[test]
    fn fields_between_separators_may_be_empty() {
        let mut fields = Fields::new(Lines::new("a,, b \n").line(), Separator::One(','));
        assert_eq!(fields.field().text(), "a");
        assert_eq!(fields.field().text(), "");
        let last = fields.field();
        assert_eq!(last.trimmed().text(), "b");
        assert_eq!(location(last.trimmed()), "line 1, column 5");
        assert_eq!(fields.field().found(), Found::EndOfLine);
        assert!(fields.finish(3).is_ok());
    }

    #[test]
    fn fields_between_white_space_are_never_empty() {
        let mut fields = Fields::new(Lines::new("  a \t b  ").line(), Separator::WhiteSpace);
        assert_eq!(fields.field().text(), "a");
        assert!(fields.clone().finish(1).is_err());
        assert_eq!(fields.field().text(), "b");
        assert_eq!(fields.field().found(), Found::EndOfLine);
        assert!(fields.finish(2).is_ok());
    }

    #[test]
    fn a_plus_sign_is_not_a_digit() {
        let number = |text| Words::new(text).word().digits();
        assert_eq!(number("+1"), None);
        assert_eq!(number("-1"), None);
        assert_eq!(number("4294967295"), Some(u32::MAX));
        assert_eq!(number("4294967296"), None);
    }
}
