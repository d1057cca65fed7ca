//! Responses to HTTP requests.

use std::fs;
use std::io::{self, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::request::{Refusal, Request};

/// The time after which an idle connection is closed.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Headers of every response. The last two isolate the page (COOP, COEP), which gives it a finer
/// clock for the times that it shows.
const ALWAYS: &str = "Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\n\
    Connection: close\r\nCross-Origin-Opener-Policy: same-origin\r\n\
    Cross-Origin-Embedder-Policy: require-corp\r\n";

/// A directory whose files are served.
#[derive(Debug)]
pub(super) struct Site {
    /// A canonical path, to compare with the canonical paths of files.
    folder: PathBuf,
}

impl Site {
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        Ok(Self { folder: fs::canonicalize(folder)? })
    }

    /// Answers one request. Closed connections are ignored.
    pub(super) fn answer(&self, stream: &TcpStream) {
        let has_timeouts = stream.set_read_timeout(Some(TIMEOUT));
        let has_timeouts = has_timeouts.and_then(|()| stream.set_write_timeout(Some(TIMEOUT)));
        if has_timeouts.is_err() {
            return;
        }
        let answered = match Request::read(stream) {
            Ok(request) => match self.file(&request.path) {
                Some((kind, body)) => send(stream, "200 OK", kind, &body, request.wants_body),
                None => refuse(stream, Refusal::NotFound),
            },
            Err(refusal) => refuse(stream, refusal),
        };
        // The connection is closed, so the error cannot be reported.
        let _ = answered;
    }

    /// Returns the media type and the content of a file. `None` if it does not exist, or is
    /// outside of the directory.
    fn file(&self, path: &[String]) -> Option<(&'static str, Vec<u8>)> {
        let mut file = self.folder.clone();
        file.extend(path);
        if file.is_dir() {
            file.push("index.html");
        }
        // A symbolic link may point out of the directory.
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

/// Returns the media type of a file. Browsers run modules, and compile wasm while it loads, only
/// if they have the right type.
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
