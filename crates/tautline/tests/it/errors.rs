//! The codes of all errors, in all crates.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The page that lists the codes.
const PAGE: &str = include_str!("../../guide/errors.md");

/// The enums of errors, each with the text of its `code()`.
fn codes() -> Vec<(String, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    list(&crates, &mut files);
    files.sort();
    let mut codes = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once("pub const fn code(&self) ->") {
            let name = before.rsplit("\nimpl ").next().and_then(|it| it.split(' ').next());
            let body = after.split("\n    }\n").next();
            if let (Some(name), Some(body)) = (name, body) {
                codes.push((name.to_owned(), body.to_owned()));
            }
            rest = after;
        }
    }
    codes.sort();
    codes
}

/// Lists the Rust files of a folder of crates, without those of tests.
fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() && name != "tests" && name != "target" {
            list(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Converts the name of a variant: `StartOffMesh` is `start_off_mesh`.
fn in_lower_case(variant: &str) -> String {
    let mut name = String::new();
    for letter in variant.chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    name
}

#[test]
fn each_error_has_a_number_and_a_name_which_are_on_the_page() {
    let codes = codes();
    assert!(codes.len() > 30, "{codes:?}");
    let mut table = String::new();
    for (error, body) in &codes {
        let arms = body.lines().filter_map(|line| line.trim().strip_prefix("Self::"));
        let mut numbers = Vec::new();
        let mut row = Vec::new();
        for arm in arms {
            let variant: String = arm.chars().take_while(|it| it.is_alphanumeric()).collect();
            let Some((number, name)) = arm
                .split_once("=> (")
                .and_then(|(_, code)| code.trim_end_matches("),").split_once(", "))
            else {
                assert!(arm.ends_with("error.code(),"), "{error}: {arm}");
                continue;
            };
            let name = name.trim_matches('"');
            let is_short =
                name == "budget" && ["BudgetExhausted", "SearchLimit"].contains(&&*variant);
            assert!(name == in_lower_case(&variant) || is_short, "{error}::{variant} is {name}");
            assert!(!numbers.contains(&number) && number != "0", "{error}::{variant} is {number}");
            numbers.push(number);
            row.push(format!("{number} `{name}`"));
        }
        if !row.is_empty() {
            let _ = writeln!(table, "| `{error}` | {} |", row.join(", "));
        }
    }
    assert!(PAGE.contains(&table), "guide/errors.md needs this table:\n{table}");

    let row = |error: &str| table.lines().find(|row| row.starts_with(&format!("| `{error}`")));
    let codes = |error| row(error).and_then(|row| row.split(" | ").nth(1)).unwrap_or_default();
    let of_paths: Vec<&str> = codes("PathError").trim_end_matches(" |").split(", ").collect();
    for code in ["QueryError", "ExactError", "WeightedError"]
        .iter()
        .flat_map(|error| codes(error).split(", "))
    {
        assert!(of_paths.contains(&code.trim_end_matches(" |")), "{code} is not of PathError");
    }
}

#[cfg(all(feature = "asset", feature = "formats"))]
#[test]
fn errors_return_the_errors_that_they_wrap() {
    use std::error::Error;
    use tautline::baked::BakedError;
    use tautline::formats::{FormatError, Reason, polyanya};
    use tautline::navmesh::{StoredMesh, StoredMeshError};

    let error: FormatError = polyanya::parse("mesh\n2\n1 0\n0 zero 0").unwrap_err();
    assert_eq!(error.source().and_then(|it| it.downcast_ref::<Reason>()), Some(&error.reason));
    assert_eq!(error.code(), error.reason.code());

    let inner: StoredMeshError = StoredMesh::default().verify().unwrap_err();
    let error = BakedError::Mesh(inner.clone());
    assert_eq!(error.source().and_then(|it| it.downcast_ref::<StoredMeshError>()), Some(&inner));
}
