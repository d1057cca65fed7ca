//! A table of contestants in all scenarios.

use std::error::Error;

use super::{Contestant, Figures, Scenario, all, run};

/// The contestants in a scenario, each with its name.
pub type Contestants<'s> = Vec<(&'static str, Box<dyn Contestant + 's>)>;

/// Runs the contestants of each scenario whose name contains one of the words, or of all if there
/// are no words, and prints a table. Scenarios that are held out have a star.
///
/// # Errors
///
/// Those of the contestants.
#[expect(clippy::print_stdout, reason = "it prints a table")]
pub fn print_table(
    words: &[String],
    contestants: impl Fn(&Scenario) -> Result<Contestants<'_>, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    println!("{}", Figures::HEAD);
    for scenario in all()? {
        if !words.is_empty() && !words.iter().any(|word| scenario.name.contains(word.as_str())) {
            continue;
        }
        let star = if scenario.is_held_out { " *" } else { "" };
        let mut name = format!("{}{star}", scenario.name);
        for (who, mut contestant) in contestants(&scenario)? {
            let figures = run(&scenario, contestant.as_mut())?;
            println!("{}", figures.line(&name, who));
            name.clear();
        }
    }
    Ok(())
}
