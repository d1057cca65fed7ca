//! Directories in which tests run the binary.

#![expect(clippy::unwrap_used, reason = "clippy takes helper functions for code outside tests")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// An L-shaped room around the origin, an island, and a concave area.
pub(crate) const ROOMS: &str = r#"{
  "tautline": 1,
  "name": "Rooms",
  "terrains": ["floor", "mud"],
  "areas": [
    { "id": 10, "terrain": "floor", "corners": [[-8, -8], [0, -8], [0, -6], [-6, -6], [-8, -6]] },
    { "id": 20, "terrain": "mud", "corners": [[-8, -6], [-6, -6], [-6, 2], [-8, 2]] },
    { "id": 30, "terrain": "floor", "corners": [[10, 0], [16, 0], [13, 1], [10, 6]] }
  ]
}"#;

/// A directory of a test, emptied.
pub(crate) struct Place(pub(crate) PathBuf);

impl Place {
    pub(crate) fn new(test: &str) -> Self {
        let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).unwrap();
        Self(directory)
    }

    /// A place with a baked `rooms.nav`.
    pub(crate) fn with_rooms(test: &str) -> Self {
        let place = Self::new(test);
        place.write("rooms.json", ROOMS);
        place.accepted(&["bake", "rooms.json", "-o", "rooms.nav"]);
        place
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), content).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tautline"));
        command.current_dir(&self.0).args(arguments).stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Answer {
        self.command(arguments).output().unwrap().into()
    }

    /// Runs a command that must succeed.
    pub(crate) fn accepted(&self, arguments: &[&str]) -> Answer {
        let answer = self.run(arguments);
        assert_eq!(answer.status, 0, "{answer:?}");
        answer
    }

    /// Runs a command that must fail, and returns what it says.
    pub(crate) fn refusal(&self, arguments: &[&str]) -> String {
        refusal(&self.run(arguments)).to_owned()
    }

    /// Runs with the content of a file as the standard input.
    pub(crate) fn run_with_input(&self, arguments: &[&str], file: &str) -> Answer {
        let input = fs::File::open(self.0.join(file)).unwrap();
        self.command(arguments).stdin(input).output().unwrap().into()
    }
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Answer {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// Returns what was written to the standard error by a command that failed with status 1.
pub(crate) fn refusal(answer: &Answer) -> &str {
    assert_eq!((answer.status, answer.stdout.as_str()), (1, ""), "{answer:?}");
    assert!(answer.stderr.lines().count() <= 2, "{answer:?}");
    answer.stderr.trim_end()
}

/// A map that ships with the tool.
pub(crate) fn shipped(name: &str) -> String {
    format!("{}/maps/{name}", env!("CARGO_MANIFEST_DIR"))
}
