//! The plots and tables of the page are those of the measurements.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn plots_and_tables_are_made_from_what_was_measured() -> Result<(), Box<dyn Error>> {
    let benches = Path::new(env!("CARGO_MANIFEST_DIR"));
    let drawn = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plots");
    let status = Command::new(env!("CARGO_BIN_EXE_plots")).arg(&drawn).status()?;
    assert!(status.success());
    let mut files = vec!["README.md".into()];
    for entry in fs::read_dir(benches.join("plots"))? {
        files.push(Path::new("plots").join(entry?.file_name()));
    }
    assert!(files.len() > 1);
    for file in files {
        let is_same = fs::read(benches.join(&file))? == fs::read(drawn.join(&file))?;
        assert!(is_same, "{}: cargo run -p tautline-benches --bin plots", file.display());
    }
    Ok(())
}
