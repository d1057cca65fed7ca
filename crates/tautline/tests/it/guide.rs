//! The pages of the guide, apart from their code, which the documentation tests run.

#![expect(clippy::unwrap_used, reason = "clippy takes helper functions for code outside tests")]

use std::collections::BTreeSet;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("guide")
}

fn source(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(name)).unwrap()
}

/// The pages, by name of file, in order.
fn pages() -> Vec<(String, String)> {
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<(String, String)> = files
        .map(|file| {
            let name = file.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(file).unwrap())
        })
        .collect();
    pages.sort();
    pages
}

/// The links that a page defines at its end: names and targets.
fn definitions(page: &str) -> impl Iterator<Item = (&str, &str)> {
    page.lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: "))
}

/// The names of the links that a page uses as `[text][name]`.
fn uses(page: &str) -> BTreeSet<&str> {
    let names = page.split("][").skip(1).filter_map(|rest| rest.split_once(']'));
    let is_name =
        |name: &&str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase());
    names.map(|(name, _)| name).filter(is_name).collect()
}

#[test]
fn every_link_is_defined_once_used_and_leads_to_a_file() {
    for (name, page) in pages() {
        let defined: Vec<(&str, &str)> = definitions(&page).collect();
        let names: BTreeSet<&str> = defined.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), defined.len(), "{name}");
        assert_eq!(uses(&page), names, "{name}");
        for (_, target) in defined {
            assert!(folder().join(target).is_file(), "{name}: {target}");
        }
    }
}

#[test]
fn every_page_is_in_the_index_and_in_the_documentation() {
    let pages = pages();
    let (_, index) = pages.iter().find(|(name, _)| name == "README.md").unwrap();
    let (modules, links) = (source("guide.rs"), source("guide/links.md"));
    for (name, page) in pages.iter().filter(|(name, _)| name != "README.md") {
        let (link, _) = definitions(index).find(|(_, target)| target == name).unwrap();
        let module = name.replace('-', "_").replace(".md", "");
        assert!(modules.contains(&format!("{module}: \"{name}\";")), "{name}");
        assert!(links.contains(&format!("[{link}]: crate::guide::{module}\n")), "{name}");
        let (before, _) = modules.split_once(&format!("    {module}: ")).unwrap();
        let has_figures = definitions(page).any(|(_, target)| target.ends_with(".svg"));
        assert_eq!(before.trim_end().ends_with("guide/figures.md\"))]"), has_figures, "{name}");
    }
    assert_eq!(links.lines().count(), pages.len() - 1);
}

/// The figures of all pages as links that hold them.
fn figures() -> String {
    let mut text = String::new();
    for (_, page) in pages() {
        for (name, target) in definitions(&page).filter(|(_, target)| target.ends_with(".svg")) {
            let figure = fs::read(folder().join(target)).unwrap();
            let _ = write!(text, "[{name}]: data:image/svg+xml,");
            for byte in figure {
                match byte {
                    b'0'..=b'9'
                    | b'A'..=b'Z'
                    | b'a'..=b'z'
                    | b'-'
                    | b'.'
                    | b','
                    | b'/'
                    | b':'
                    | b'='
                    | b';' => {
                        text.push(byte.into());
                    }
                    byte => {
                        let _ = write!(text, "%{byte:02x}");
                    }
                }
            }
            text.push('\n');
        }
    }
    text
}

#[test]
fn the_figures_in_the_documentation_are_those_of_the_pages() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/guide/figures.md");
    let figures = figures();
    if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(&file, figures).unwrap();
    } else {
        let current = fs::read_to_string(file).unwrap();
        assert!(
            current == figures,
            "make them again: INSTA_UPDATE=always cargo test -p tautline --test it guide"
        );
    }
}

/// The names of all failures of the crates beside this one.
fn failures(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            failures(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.extend(failures_in(&fs::read_to_string(path).unwrap()));
        }
    }
}

fn failures_in(source: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut is_within = false;
    for line in source.lines() {
        if let Some(rest) = line.strip_prefix("pub enum ") {
            let name = rest.trim_end_matches(" {");
            is_within = name.ends_with("Error")
                || name.ends_with("Fault")
                || source.contains("thiserror::Error") && name.ends_with("Reason");
        } else if line == "}" {
            is_within = false;
        } else if let Some(variant) = line.strip_prefix("    ").filter(|_| is_within) {
            let end =
                variant.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(variant.len());
            if variant.starts_with(|letter: char| letter.is_ascii_uppercase()) {
                names.push(variant[..end].to_owned());
            }
        }
    }
    names
}

#[test]
fn every_failure_is_on_the_page_of_errors() {
    let page = fs::read_to_string(folder().join("errors.md")).unwrap();
    let mut names = BTreeSet::new();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    // Bindings to engines and languages are workspaces of their own, and have their own pages.
    let others = ["tautline-fixtures", "tautline-python"];
    for entry in fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap();
        let name = folder.file_name().into_string().unwrap();
        let sources = folder.path().join("src");
        if sources.is_dir() && name.starts_with("tautline") && !others.contains(&name.as_str()) {
            failures(&sources, &mut names);
        }
    }
    assert!(names.len() > 100, "{names:?}");
    let told = words(&page);
    let missing: Vec<&String> = names.iter().filter(|name| !told.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "not on the page: {missing:?}");

    let rows = page.lines().filter(|line| line.starts_with("| "));
    let in_tables = rows.filter_map(|row| row.rsplit_once(" | ")).map(|(names, _)| words(names));
    let told: BTreeSet<&str> = in_tables.flatten().collect();
    let is_type = |name: &&str| {
        ["Error", "Reason", "Fault", "Faults"].iter().any(|ending| name.ends_with(ending))
    };
    let gone: Vec<&str> = told
        .into_iter()
        .filter(|name| name.starts_with(|letter: char| letter.is_ascii_uppercase()))
        .filter(|name| !is_type(name) && !names.contains(*name))
        .collect();
    assert!(gone.is_empty(), "no failures any more: {gone:?}");
}

/// The last words of all paths of code on a page.
fn words(page: &str) -> BTreeSet<&str> {
    let code = page.split('`').skip(1).step_by(2);
    code.filter_map(|code| code.rsplit("::").next()).collect()
}
