//! The server of the pages, as browsers and people meet it.

#![expect(clippy::unwrap_used, reason = "clippy takes helper functions for code outside tests")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A server that ends with its test.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn of(folder: &PathBuf) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tautline"))
            .args(["serve", "--port", "0", "--site"])
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.strip_prefix("http://").unwrap().split('/').next().unwrap().to_owned();
        Self { child, address }
    }

    fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn site(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("serve").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("site/wasm")).unwrap();
    fs::write(folder.join("secret.txt"), "secret").unwrap();
    fs::write(folder.join("site/index.html"), "<p>pages</p>").unwrap();
    fs::write(folder.join("site/wasm/library.wasm"), b"\0asm").unwrap();
    folder.join("site")
}

#[test]
fn files_are_served_with_their_media_types() {
    let server = Server::of(&site("serve-files"));
    assert!(server.address.starts_with("127.0.0.1:"), "other machines cannot reach it");

    let page = server.get("/");
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    assert!(page.contains("\r\nContent-Type: text/html; charset=utf-8\r\n"), "{page}");
    assert!(page.contains("\r\nContent-Length: 12\r\n") && page.ends_with("\r\n\r\n<p>pages</p>"));
    let wasm = server.get("/wasm/library.wasm?version=1");
    assert!(wasm.contains("\r\nContent-Type: application/wasm\r\n"), "{wasm}");
    let head = server.ask("HEAD / HTTP/1.1\r\n\r\n");
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n") && head.ends_with("\r\n\r\n"), "{head}");
}

#[test]
fn nothing_outside_the_folder_is_served() {
    let folder = site("serve-outside");
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.join("../secret.txt"), folder.join("link.txt")).unwrap();
    let server = Server::of(&folder);
    for path in ["/../secret.txt", "/%2e%2e/secret.txt", "/wasm/..%2f../secret.txt", "/link.txt"] {
        let answer = server.get(path);
        assert!(answer.starts_with("HTTP/1.1 404 "), "{path}: {answer}");
        assert!(!answer.contains("secret"), "{path}: {answer}");
    }
    assert!(server.get("/absent.html").starts_with("HTTP/1.1 404 "));
    assert!(server.ask("PUT / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405 "));
    assert!(server.ask("hello\r\n\r\n").starts_with("HTTP/1.1 400 "));
    assert!(server.get("/").starts_with("HTTP/1.1 200 "), "and it is still there");
}

#[test]
fn without_pages_the_error_says_how_to_build_them() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tautline"))
        .args(["serve", "--port", "0", "--site", "no/such/folder"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut message = String::new();
    child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert_eq!(
        message,
        "error: there are no pages in no/such/folder; build them with tools/tautline-web/build, or \
         give their directory with --site\n"
    );
}
