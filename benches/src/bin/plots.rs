//! The plots and tables of `benches/README.md`, from the measurements.
//!
//! `cargo run -p tautline-benches --bin plots [FOLDER]`
//!
//! Reads `measured/*.csv` and writes `plots/*.svg` and `README.md` into the folder (by default
//! `benches`). Tables replace the text between the marks `<!-- NAME -->` and `<!-- /NAME -->` of the
//! page.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use plotters::prelude::*;
use tautline_benches::growth;
use tautline_benches::measured::{self, GrowthRow, PeerRow, ThreadRow};

type Fallible<T> = Result<T, Box<dyn Error>>;

/// The contestants: the name in the file, the displayed name, and the colour.
const CONTESTANTS: [(&str, &str, RGBColor); 5] = [
    ("exact", "tautline, exact", RGBColor(0, 114, 178)),
    ("landmarks", "tautline, exact with landmarks", RGBColor(86, 180, 233)),
    ("classic", "tautline, classic (not exact)", RGBColor(0, 158, 115)),
    ("detour", "Detour (not exact)", RGBColor(213, 94, 0)),
    ("polyanya", "polyanya (exact)", RGBColor(120, 120, 120)),
];

/// The kinds of batches: the name in the file, the displayed name, and the colour.
const METHODS: [(&str, &str, RGBColor); 4] = [
    ("labels", "labels", RGBColor(204, 121, 167)),
    ("landmarks", "exact with landmarks", RGBColor(86, 180, 233)),
    ("exact", "exact", RGBColor(0, 114, 178)),
    ("classic", "classic", RGBColor(0, 158, 115)),
];

/// The lines of the plot of growth: the quantity, the displayed name, and the colour.
const GROWTH: [(&str, &str, RGBColor); 5] = [
    ("exact us", "exact", RGBColor(0, 114, 178)),
    ("landmarks us", "exact with landmarks", RGBColor(86, 180, 233)),
    ("within 1 % us", "at most 1 % too long", RGBColor(0, 158, 115)),
    ("labels us", "labels", RGBColor(204, 121, 167)),
    ("Detour us", "Detour (not exact)", RGBColor(213, 94, 0)),
];

const SUITES: [&str; 4] = ["dao", "da2", "bgmaps", "sc1"];

fn main() -> Fallible<()> {
    let benches = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = std::env::args().nth(1).map_or(benches.to_path_buf(), PathBuf::from);
    let plots = folder.join("plots");
    fs::create_dir_all(&plots)?;
    let peers: Vec<PeerRow> = measured::read(&benches.join("measured/peers.csv"))?;
    let threads: Vec<ThreadRow> = measured::read(&benches.join("measured/threads.csv"))?;
    let grown: Vec<GrowthRow> = measured::read(&benches.join("measured/growth.csv"))?;
    time_by_size(&peers, &plots.join("time-by-size.svg"))?;
    growth_by_family(&grown, &plots.join("growth.svg"))?;
    scaling(&threads, &plots.join("threads.svg"))?;

    let mut text = fs::read_to_string(benches.join("README.md"))?;
    for kind in ["mesh", "map"] {
        let rows: Vec<&PeerRow> = peers.iter().filter(|row| row.kind == kind).collect();
        text = between_marks(&text, &format!("suites-{kind}"), &suites(&rows))?;
        text = between_marks(&text, &format!("maps-{kind}"), &maps(&rows))?;
    }
    text = between_marks(&text, "threads", &thread_table(&threads))?;
    text = between_marks(&text, "growth", &growth::table(&grown))?;
    fs::write(folder.join("README.md"), text)?;
    Ok(())
}

/// The time per query against the number of areas, a line for each contestant.
fn time_by_size(rows: &[PeerRow], file: &Path) -> Fallible<()> {
    let area = SVGBackend::new(file, (900, 540)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d((15.0..25_000.0_f64).log_scale(), (0.3..2_000.0_f64).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("areas of the mesh")
        .y_desc("microseconds per query")
        .x_label_formatter(&|areas| format!("{areas:.0}"))
        .y_label_formatter(&|micros| format!("{micros}"))
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.12))
        .label_style(("sans-serif", 14))
        .axis_desc_style(("sans-serif", 16))
        .draw()?;
    for (contestant, name, colour) in CONTESTANTS {
        let of_contestant = |row: &&PeerRow| row.kind == "mesh" && row.contestant == contestant;
        let mut points: Vec<(f64, f64)> = rows
            .iter()
            .filter(of_contestant)
            .map(|row| (f64::from(row.areas), row.micros))
            .collect();
        points.sort_by(|one, other| one.0.total_cmp(&other.0));
        chart
            .draw_series(LineSeries::new(points.clone(), colour.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(3)));
        chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, colour.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.9))
        .border_style(BLACK.mix(0.2))
        .label_font(("sans-serif", 15))
        .draw()?;
    area.present()?;
    Ok(())
}

/// The time per query against the corners of a map, a panel for each family. The legend names the
/// exponents of growth.
fn growth_by_family(rows: &[GrowthRow], file: &Path) -> Fallible<()> {
    const COLUMNS: usize = 3;
    let families = growth::families(rows);
    let lines = families.len().div_ceil(COLUMNS);
    let area = SVGBackend::new(file, (1200, 380 * u32::try_from(lines)?)).into_drawing_area();
    area.fill(&WHITE)?;
    for (panel, family) in area.split_evenly((lines, COLUMNS)).iter().zip(families) {
        let mut chart = ChartBuilder::on(panel)
            .caption(family, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(56)
            .build_cartesian_2d(
                (100.0..40_000.0_f64).log_scale(),
                (0.3..2_000.0_f64).log_scale(),
            )?;
        chart
            .configure_mesh()
            .x_desc("corners")
            .y_desc("microseconds per query")
            .x_label_formatter(&|corners| format!("{corners:.0}"))
            .y_label_formatter(&|micros| format!("{micros}"))
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.12))
            .label_style(("sans-serif", 13))
            .axis_desc_style(("sans-serif", 15))
            .draw()?;
        for (measure, name, colour) in GROWTH {
            let points = growth::points(rows, family, measure);
            let Some(exponent) = growth::exponent(&points) else { continue };
            chart
                .draw_series(LineSeries::new(points.clone(), colour.stroke_width(2)))?
                .label(format!("{name}: {exponent:.2}"))
                .legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(3))
                });
            chart.draw_series(points.iter().map(|&at| Circle::new(at, 3, colour.filled())))?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(0.9))
            .border_style(BLACK.mix(0.2))
            .label_font(("sans-serif", 13))
            .draw()?;
    }
    area.present()?;
    Ok(())
}

/// Answers per second against threads, a line for each method and map.
fn scaling(rows: &[ThreadRow], file: &Path) -> Fallible<()> {
    let area = SVGBackend::new(file, (900, 420)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut names: Vec<&str> = rows.iter().map(|row| row.map.as_str()).collect();
    names.dedup();
    for (panel, map) in area.split_evenly((1, names.len().max(1))).iter().zip(&names) {
        let mut chart = ChartBuilder::on(panel)
            .caption(map, ("sans-serif", 18))
            .margin(16)
            .x_label_area_size(44)
            .y_label_area_size(72)
            .build_cartesian_2d((0.9..9.0_f64).log_scale(), (3e3..3e6_f64).log_scale())?;
        chart
            .configure_mesh()
            .x_desc("threads")
            .y_desc("answers per second")
            .x_label_formatter(&|threads| format!("{threads:.0}"))
            .y_label_formatter(&|answers| thousands(*answers))
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.12))
            .label_style(("sans-serif", 14))
            .axis_desc_style(("sans-serif", 16))
            .draw()?;
        for (method, name, colour) in METHODS {
            let points: Vec<(f64, f64)> = rows
                .iter()
                .filter(|row| row.map == *map && row.method == method)
                .map(|row| (f64::from(row.threads), row.per_second))
                .collect();
            chart
                .draw_series(LineSeries::new(points.clone(), colour.stroke_width(2)))?
                .label(name)
                .legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(3))
                });
            chart.draw_series(points.iter().map(|&at| Circle::new(at, 3, colour.filled())))?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::MiddleRight)
            .background_style(WHITE.mix(0.9))
            .border_style(BLACK.mix(0.2))
            .label_font(("sans-serif", 14))
            .draw()?;
    }
    area.present()?;
    Ok(())
}

/// Formats a number of answers.
fn thousands(answers: f64) -> String {
    if answers >= 1e6 { format!("{} M", answers / 1e6) } else { format!("{} k", answers / 1e3) }
}

fn find<'a>(rows: &[&'a PeerRow], map: &str, contestant: &str) -> Fallible<&'a PeerRow> {
    let is_it = |row: &&&PeerRow| row.map == map && row.contestant == contestant;
    let found = rows.iter().find(is_it);
    found.copied().ok_or_else(|| format!("{contestant} was not measured on {map}").into())
}

/// The names of all maps, in order.
fn names<'a>(rows: &[&'a PeerRow]) -> Vec<&'a str> {
    let mut names: Vec<&str> = rows.iter().map(|row| row.map.as_str()).collect();
    names.dedup();
    names
}

/// The mean over all queries of each suite.
fn suites(rows: &[&PeerRow]) -> String {
    let mut table = "| suite | queries | exact us | with landmarks us | classic us | Detour us | \
                     polyanya us | Detour : exact | polyanya : exact | Detour : with landmarks |\n\
                     |---|---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for suite in SUITES {
        let of_suite = |row: &&&PeerRow| row.map.starts_with(&format!("{suite}/"));
        let mean = |contestant: &str| {
            let of_contestant =
                rows.iter().filter(of_suite).filter(|row| row.contestant == contestant);
            let (total, queries) = of_contestant.fold((0.0, 0), |(total, queries), row| {
                (total + row.micros * f64::from(row.queries), queries + row.queries)
            });
            (total / f64::from(queries), queries)
        };
        let [exact, landmarks, classic, detour, polyanya] =
            CONTESTANTS.map(|(contestant, ..)| mean(contestant).0);
        let _ = writeln!(
            table,
            "| {suite} | {} | {exact:.1} | {landmarks:.1} | {classic:.1} | {detour:.1} | {polyanya:.1} \
             | {:.2} | {:.2} | {:.2} |",
            mean("exact").1,
            detour / exact,
            polyanya / exact,
            detour / landmarks,
        );
    }
    table
}

/// All maps.
fn maps(rows: &[&PeerRow]) -> String {
    let mut table =
        "| map | areas | queries | exact us | with landmarks us | classic us | Detour us \
                     | polyanya us | Detour : exact | polyanya : exact | Detour : with landmarks | \
                     classic too long (mean) | Detour too long (mean) |\n\
                     |---|---|---|---|---|---|---|---|---|---|---|---|---|\n"
            .to_owned();
    for map in names(rows) {
        let row = |contestant| find(rows, map, contestant);
        let (Ok(exact), Ok(landmarks), Ok(classic), Ok(detour), Ok(polyanya)) =
            (row("exact"), row("landmarks"), row("classic"), row("detour"), row("polyanya"))
        else {
            continue;
        };
        let _ = writeln!(
            table,
            "| {map} | {} | {} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.3} % | {:.3} % |",
            exact.areas,
            exact.queries,
            exact.micros,
            landmarks.micros,
            classic.micros,
            detour.micros,
            polyanya.micros,
            detour.micros / exact.micros,
            polyanya.micros / exact.micros,
            detour.micros / landmarks.micros,
            100.0 * (classic.ratio - 1.0),
            100.0 * (detour.ratio - 1.0),
        );
    }
    table
}

fn thread_table(rows: &[ThreadRow]) -> String {
    let mut threads: Vec<u32> = rows.iter().map(|row| row.threads).collect();
    threads.sort_unstable();
    threads.dedup();
    let heads: Vec<String> = threads.iter().map(u32::to_string).collect();
    let mut table = format!(
        "| map | method | {} threads |\n|---|---|{}\n",
        heads.join(" | "),
        "---|".repeat(threads.len())
    );
    for of_method in
        rows.chunk_by(|one, other| (&one.map, &one.method) == (&other.map, &other.method))
    {
        let [first, ..] = of_method else { continue };
        let figures: Vec<String> =
            of_method.iter().map(|row| format!("{:.0}", row.per_second)).collect();
        let _ = writeln!(table, "| {} | {} | {} |", first.map, first.method, figures.join(" | "));
    }
    table
}

/// The page with a table between the marks of a name.
fn between_marks(page: &str, name: &str, table: &str) -> Fallible<String> {
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let parts = page.split_once(&begin).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(&end)?;
        Some(format!("{before}{begin}\n{table}\n{end}{after}"))
    });
    parts.ok_or_else(|| format!("the page has no marks for {name}").into())
}
