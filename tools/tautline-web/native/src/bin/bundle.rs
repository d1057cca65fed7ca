//! Writes the JavaScript that belongs to a WebAssembly file: `bundle FILE.wasm FOLDER NAME`.
//!
//! It does the same as the program `wasm-bindgen`, but as a dependency, so that its version always matches.

use std::env::args_os;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let mut arguments = args_os().skip(1);
    let (Some(input), Some(folder), Some(name), None) =
        (arguments.next(), arguments.next(), arguments.next(), arguments.next())
    else {
        eprintln!("usage: bundle FILE.wasm FOLDER NAME");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let written = bindgen
        .input_path(input)
        .out_name(&name.to_string_lossy())
        // Names of functions are a third of the file.
        .remove_name_section(true)
        .remove_producers_section(true)
        .web(true)
        .and_then(|bindgen| bindgen.typescript(true).generate(folder));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
