//! The command-line arguments of the programs. Misspelt arguments are reported before anything is
//! measured: otherwise, a long run could end with an empty table.

use std::path::PathBuf;

/// The arguments of this program.
#[must_use]
pub fn given() -> Vec<String> {
    std::env::args().skip(1).collect()
}

/// Removes `--out FILE` from the arguments, and returns the file for the measurements.
///
/// # Errors
///
/// If no file follows.
pub fn take_out_file(arguments: &mut Vec<String>) -> Result<Option<PathBuf>, String> {
    let Some(place) = arguments.iter().position(|argument| argument == "--out") else {
        return Ok(None);
    };
    if place + 1 == arguments.len() {
        return Err("--out needs a file".to_owned());
    }
    let file = arguments.drain(place..place + 2).nth(1);
    Ok(file.map(PathBuf::from))
}

/// Returns the maps whose names contain one of the words, in the order of `maps`. Without words, returns all maps.
///
/// # Errors
///
/// If a word is in the name of no map.
pub fn asked_maps<'m>(words: &[String], maps: &[&'m str]) -> Result<Vec<&'m str>, String> {
    let is_in_none = |word: &&String| !maps.iter().any(|map| map.contains(word.as_str()));
    if let Some(word) = words.iter().find(is_in_none) {
        return Err(format!(
            "{word}: no map has this in its name; the maps are {}",
            maps.join(", ")
        ));
    }
    let is_asked =
        |map: &&&str| words.is_empty() || words.iter().any(|word| map.contains(word.as_str()));
    Ok(maps.iter().filter(is_asked).copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAPS: [&str; 3] = ["dao/arena", "dao/arena2", "sc1/Aurora"];

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn maps_are_asked_for_by_words_in_their_names() {
        assert_eq!(asked_maps(&[], &MAPS).unwrap(), MAPS);
        assert_eq!(asked_maps(&words(&["Aur", "arena2"]), &MAPS).unwrap(), MAPS[1..]);
    }

    #[test]
    fn a_word_of_no_map_is_an_error() {
        for wrong in ["aurora", "--ouf", ""] {
            let asked = asked_maps(&words(&["arena", wrong]), &MAPS);
            assert_eq!(asked.is_err(), !wrong.is_empty(), "{asked:?}");
        }
    }

    #[test]
    fn the_file_may_stand_anywhere() {
        let mut given = words(&["arena", "--out", "x.csv", "Aurora"]);
        assert_eq!(take_out_file(&mut given).unwrap(), Some(PathBuf::from("x.csv")));
        assert_eq!(given, words(&["arena", "Aurora"]));
        assert_eq!(take_out_file(&mut given), Ok(None));
        assert!(take_out_file(&mut words(&["arena", "--out"])).is_err());
    }
}
