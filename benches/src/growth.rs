//! Tables of growth: figures of each map, and exponents of each family.

use std::fmt::Write as _;

use crate::measured::GrowthRow;

/// The quantities that a table can have, in the order of its columns.
const MEASURES: [&str; 10] = [
    "exact us",
    "landmarks us",
    "within 1 % us",
    "Detour us",
    "labels us",
    "within 1 % excess %",
    "Detour excess %",
    "entries per corner",
    "bytes per corner",
    "bake s",
];

/// Returns the exponent of growth of pairs of a size and a value: the slope of the least-squares line through their
/// logarithms. `None` for fewer than two sizes, or if a value is not positive.
///
/// ```
/// use tautline_benches::growth::exponent;
///
/// let squares = [(1.0, 1.0), (10.0, 100.0), (100.0, 1e4)];
/// assert!(exponent(&squares).is_some_and(|found| (found - 2.0).abs() < 1e-12));
/// assert_eq!(exponent(&squares[..1]), None);
/// ```
#[must_use]
#[expect(clippy::disallowed_methods, reason = "the last bit does not matter here")]
pub fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    let logarithms: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = f64::from(u32::try_from(points.len()).ok()?);
    let sums = logarithms.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0, y + point.1));
    let (x, y) = (sums.0 / count, sums.1 / count);
    let along: f64 = logarithms.iter().map(|point| (point.0 - x) * (point.0 - x)).sum();
    let both: f64 = logarithms.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    Some(both / along).filter(|slope| slope.is_finite())
}

/// Returns the sizes and values of a quantity in a family.
#[must_use]
pub fn points(rows: &[GrowthRow], family: &str, measure: &str) -> Vec<(f64, f64)> {
    let is_it = |row: &&GrowthRow| row.family == family && row.measure == measure;
    rows.iter().filter(is_it).map(|row| (f64::from(row.corners), row.value)).collect()
}

/// Returns the families, in the order of the rows.
#[must_use]
pub fn families(rows: &[GrowthRow]) -> Vec<&str> {
    let mut families: Vec<&str> = rows.iter().map(|row| row.family.as_str()).collect();
    families.dedup();
    families
}

/// Returns a table: a row for each map, and one of exponents for each family.
#[must_use]
pub fn table(rows: &[GrowthRow]) -> String {
    let is_measured = |measure: &&str| rows.iter().any(|row| row.measure == **measure);
    let measures: Vec<&str> = MEASURES.into_iter().filter(is_measured).collect();
    let mut table = format!(
        "| family | map | corners | {} |\n|{}\n",
        measures.join(" | "),
        "---|".repeat(measures.len() + 3)
    );
    for family in families(rows) {
        let of_family: Vec<&GrowthRow> = rows.iter().filter(|row| row.family == family).collect();
        for of_map in of_family.chunk_by(|one, other| one.map == other.map) {
            let value = |measure: &&str| {
                let found = of_map.iter().find(|row| row.measure == **measure);
                found.map_or_else(String::new, |row| shown(row.value))
            };
            let values: Vec<String> = measures.iter().map(value).collect();
            let GrowthRow { map, corners, .. } = of_map[0];
            let _ = writeln!(table, "| {family} | {map} | {corners} | {} |", values.join(" | "));
        }
        let exponents: Vec<String> = measures
            .iter()
            .map(|measure| match exponent(&points(rows, family, measure)) {
                Some(exponent) if !measure.ends_with('%') => format!("*{exponent:.2}*"),
                _ => String::new(),
            })
            .collect();
        let _ = writeln!(table, "| {family} | *exponent* | | {} |", exponents.join(" | "));
    }
    table
}

fn shown(figure: f64) -> String {
    if figure < 100.0 { format!("{figure:.2}") } else { format!("{figure:.0}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(family: &str, map: &str, corners: u32, measure: &str, value: f64) -> GrowthRow {
        let [family, map, measure] = [family, map, measure].map(str::to_owned);
        GrowthRow { family, map, corners, measure, value }
    }

    #[test]
    fn each_family_ends_with_its_exponents() {
        let rows = [
            row("caves", "64", 100, "exact us", 10.0),
            row("caves", "64", 100, "Detour excess %", 1.0),
            row("caves", "128", 400, "exact us", 20.0),
            row("open field", "9", 70, "exact us", 123.4),
        ];
        let expected = "| family | map | corners | exact us | Detour excess % |\n\
            |---|---|---|---|---|\n\
            | caves | 64 | 100 | 10.00 | 1.00 |\n\
            | caves | 128 | 400 | 20.00 |  |\n\
            | caves | *exponent* | | *0.50* |  |\n\
            | open field | 9 | 70 | 123 |  |\n\
            | open field | *exponent* | |  |  |\n";
        assert_eq!(table(&rows), expected);
    }
}
