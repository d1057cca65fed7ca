//! The pages for the browser, on this machine only.

mod answer;
mod request;

use std::io::{self, Write as _};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use anyhow::{Context, Result, bail};
use clap::Args;

use answer::Site;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 8080)]
    port: u16,
    /// The folder of the pages
    #[arg(long, value_name = "DIR", default_value = "target/web")]
    site: PathBuf,
}

/// Serves until the program is stopped.
pub(crate) fn run(arguments: &Arguments) -> Result<String> {
    let Arguments { port, site: folder } = arguments;
    if !folder.join("index.html").is_file() {
        bail!(
            "there are no pages in {}: build them by tools/tautline-web/build, or name their \
             folder with --site",
            folder.display()
        );
    }
    let site = Arc::new(Site::new(folder).with_context(|| folder.display().to_string())?);
    // Nobody else's business: not an address that other machines reach.
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).with_context(|| {
        format!("cannot listen on port {port}; choose another one with --port, 0 for any")
    })?;
    let address = listener.local_addr().context("the port has no address")?;
    let mut stdout = io::stdout().lock();
    // It is no error if nobody reads it.
    let _ = writeln!(stdout, "http://{address}/ shows {}; stop with Ctrl+C", folder.display());
    drop(stdout);
    loop {
        // A visitor who left before being asked in is no reason to stop.
        let Ok((stream, _)) = listener.accept() else { continue };
        let site = Arc::clone(&site);
        // Nor is one too many: where no thread is left, the visitor is let go.
        let _ = thread::Builder::new().spawn(move || site.answer(&stream));
    }
}
