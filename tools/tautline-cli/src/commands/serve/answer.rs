//! What a browser gets.

use std::fs;
use std::io::{self, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::request::{Refusal, Request};

/// How long a visitor may say nothing.
const PATIENCE: Duration = Duration::from_secs(10);

/// Headers of every answer. The last two give a page a finer clock, for the times
/// that it shows.
const ALWAYS: &str = "Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\n\
    Connection: close\r\nCross-Origin-Opener-Policy: same-origin\r\n\
    Cross-Origin-Embedder-Policy: require-corp\r\n";

/// A folder whose files are served.
#[derive(Debug)]
pub(super) struct Site {
    /// Without links, so that what lies in it can be told from what does not.
    folder: PathBuf,
}

impl Site {
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        Ok(Self { folder: fs::canonicalize(folder)? })
    }

    /// Answers one request. Visitors who go away are let go.
    pub(super) fn answer(&self, stream: &TcpStream) {
        let patient = stream.set_read_timeout(Some(PATIENCE));
        let patient = patient.and_then(|()| stream.set_write_timeout(Some(PATIENCE)));
        if patient.is_err() {
            return;
        }
        let answered = match Request::read(stream) {
            Ok(request) => match self.file(&request.path) {
                Some((kind, body)) => send(stream, "200 OK", kind, &body, request.wants_body),
                None => refuse(stream, Refusal::NotFound),
            },
            Err(refusal) => refuse(stream, refusal),
        };
        // Nobody is left to tell.
        let _ = answered;
    }

    /// What kind of file it is, and what is in it.
    fn file(&self, path: &[String]) -> Option<(&'static str, Vec<u8>)> {
        let mut file = self.folder.clone();
        file.extend(path);
        if file.is_dir() {
            file.push("index.html");
        }
        // A link in the folder may point out of it.
        let file = fs::canonicalize(file).ok().filter(|file| file.starts_with(&self.folder))?;
        let body = fs::read(&file).ok()?;
        Some((kind(&file), body))
    }
}

fn refuse(stream: &TcpStream, refusal: Refusal) -> io::Result<()> {
    let status = match refusal {
        Refusal::Malformed => "400 Bad Request",
        Refusal::OtherMethod => "405 Method Not Allowed",
        Refusal::NotFound => "404 Not Found",
    };
    send(stream, status, "text/plain; charset=utf-8", status.as_bytes(), true)
}

fn send(
    mut stream: &TcpStream,
    status: &str,
    kind: &str,
    body: &[u8],
    wants_body: bool,
) -> io::Result<()> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{ALWAYS}\r\n"
    );
    stream.write_all(head.as_bytes())?;
    if wants_body {
        stream.write_all(body)?;
    }
    stream.flush()
}

/// The media type of a file. A browser compiles wasm while it loads, and runs
/// modules, only if they are called what they are.
fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json") => "application/json",
        Some("txt" | "ts") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
