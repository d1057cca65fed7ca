//! `serve`: a web server for the pages, on this machine only.

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
    /// Port to listen on; 0 chooses a free one
    #[arg(long, value_name = "N", default_value_t = 8080)]
    port: u16,
    /// Directory of the pages
    #[arg(long, value_name = "DIR", default_value = "target/web")]
    site: PathBuf,
}

/// Serves until the program is stopped.
pub(crate) fn run(arguments: &Arguments) -> Result<String> {
    let Arguments { port, site: folder } = arguments;
    if !folder.join("index.html").is_file() {
        bail!(
            "there are no pages in {}; build them with tools/tautline-web/build, or give their \
             directory with --site",
            folder.display()
        );
    }
    let site = Arc::new(Site::new(folder).with_context(|| folder.display().to_string())?);
    // Only on the loopback address, which other machines cannot reach.
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).with_context(|| {
        format!("cannot listen on port {port}; choose another one with --port, or 0 for any")
    })?;
    let address = listener.local_addr().context("the port has no address")?;
    let mut stdout = io::stdout().lock();
    // A closed standard output is not an error.
    let _ = writeln!(stdout, "http://{address}/ serves {}; stop with Ctrl+C", folder.display());
    drop(stdout);
    loop {
        // A connection that is closed before it is accepted is no reason to stop.
        let Ok((stream, _)) = listener.accept() else { continue };
        let site = Arc::clone(&site);
        // If no thread can be started, the connection is dropped.
        let _ = thread::Builder::new().spawn(move || site.answer(&stream));
    }
}
