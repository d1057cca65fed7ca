//! Tables of labelled values, for people.

use std::fmt::{Display, Write as _};
use std::time::Instant;

/// Lines of a label and a value.
#[derive(Default)]
pub(crate) struct Table {
    rows: Vec<(String, String)>,
}

impl Table {
    pub(crate) fn row(&mut self, label: impl Into<String>, value: impl Display) -> &mut Self {
        self.rows.push((label.into(), value.to_string()));
        self
    }

    /// Returns the table as text, one line for each row.
    pub(crate) fn text(&self) -> String {
        let width = self.rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
        let mut text = String::new();
        for (label, value) in &self.rows {
            // Writing into a String cannot fail.
            let _ = writeln!(text, "{label:width$}  {}", plain(value));
        }
        text
    }
}

/// Replaces each control character by a space: names come from files, and could contain line
/// breaks or terminal commands.
pub(crate) fn plain(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Formats a number with thousands separators: `10,000`.
pub(crate) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The time since a moment: in milliseconds, or in seconds from ten on.
pub(crate) fn elapsed(since: Instant) -> String {
    let seconds = since.elapsed().as_secs_f64();
    if seconds < 10.0 { format!("{:.1} ms", seconds * 1e3) } else { format!("{seconds:.1} s") }
}

/// Converts a count to a float.
#[expect(clippy::cast_precision_loss, reason = "counts of more than 2^53 do not occur")]
pub(crate) const fn as_f64(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn a_value_stays_in_its_line() {
        let mut table = Table::default();
        table.row("name", "a\u{1b}[31m\nb");
        assert_eq!(table.text(), "name  a [31m b\n");
    }

    #[test]
    fn values_are_aligned_in_a_column() {
        let mut table = Table::default();
        table.row("areas", 3).row("bytes", 12);
        assert_eq!(table.text(), "areas  3\nbytes  12\n");
    }
}
