//! Parsing HTTP requests.

use std::io::{self, BufRead, Read};

/// The limit of the bytes of a request. Those of browsers have one or two thousand.
const LONGEST: u64 = 16 << 10;

/// A request that can be answered.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// The names of the directories and of the file, from the root on. Each is a plain name: no
    /// `..`, separators, drives or hidden files.
    pub(super) path: Vec<String>,
    /// True for GET; false for HEAD, which asks only for the headers.
    pub(super) wants_body: bool,
}

/// The reasons why a request is not answered with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is not an HTTP request, or too long.
    Malformed,
    /// Its method is neither GET nor HEAD.
    OtherMethod,
    /// The file does not exist, or must not be read.
    NotFound,
}

impl Request {
    /// Reads a request, up to the empty line at its end.
    pub(super) fn read(stream: impl Read) -> Result<Self, Refusal> {
        let mut lines = io::BufReader::new(stream.take(LONGEST));
        let mut first = String::new();
        let mut line = String::new();
        let is_whole = |read: io::Result<usize>| read.is_ok_and(|bytes| bytes > 0);
        if !is_whole(lines.read_line(&mut first)) {
            return Err(Refusal::Malformed);
        }
        while line != "\r\n" && line != "\n" {
            line.clear();
            if !is_whole(lines.read_line(&mut line)) {
                return Err(Refusal::Malformed);
            }
        }
        Self::of_line(first.trim_end())
    }

    fn of_line(line: &str) -> Result<Self, Refusal> {
        let mut words = line.split(' ');
        let (Some(method), Some(target), Some(version), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(Refusal::Malformed);
        };
        if !version.starts_with("HTTP/1.") {
            return Err(Refusal::Malformed);
        }
        let wants_body = match method {
            "GET" => true,
            "HEAD" => false,
            _ => return Err(Refusal::OtherMethod),
        };
        let path = target.split(['?', '#']).next().unwrap_or_default();
        let names = path.strip_prefix('/').ok_or(Refusal::Malformed)?.split('/');
        let mut path = Vec::new();
        for name in names.filter(|name| !name.is_empty()) {
            path.push(plain_name(name).ok_or(Refusal::NotFound)?);
        }
        Ok(Self { path, wants_body })
    }
}

/// Decodes the percent escapes of the name of a file or directory. `None` if they are invalid, or
/// if the name may lead out of the directory.
fn plain_name(name: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || rest.next().and_then(|digit| char::from(digit).to_digit(16));
        let value = digit()? * 16 + digit()?;
        bytes.push(u8::try_from(value).ok()?);
    }
    let name = String::from_utf8(bytes).ok()?;
    let leads_away = name.starts_with('.') || name.contains(['/', '\\', ':', '\0']);
    (!leads_away).then_some(name)
}

#[cfg(test)]
mod tests {
    use std::path::{Component, Path};

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// Pieces of requests in any order: most are malformed, and some try to leave the directory.
    fn requests() -> impl Strategy<Value = Vec<u8>> {
        let pieces = [
            "GET /", "HEAD /", "POST ", " HTTP/1.", "1\r\n", "\r\n\r\n", "a: b\r\n", "\n", "\r",
            " ", "/", "//", ".", "..", "maps", "~", "é", "?", "#", "\\", "C:", "\0", "\u{202e}",
            "%", "%2e", "%2F", "%5C", "%3a", "%00", "%c3%a9", "%ff",
        ];
        let piece = prop_oneof![
            9 => proptest::sample::select(pieces.to_vec()).prop_map(|piece| piece.as_bytes().to_vec()),
            1 => vec(any::<u8>(), 1..4),
        ];
        let middle = vec(piece, 0..12).prop_map(|pieces| pieces.concat());
        (any::<bool>(), middle).prop_map(|(is_framed, middle)| {
            if !is_framed {
                return middle;
            }
            [b"GET /".as_slice(), &middle, b" HTTP/1.1\r\n\r\n"].concat()
        })
    }

    proptest! {
        #[test]
        fn each_name_of_any_request_is_one_step_down(request in requests()) {
            let Ok(request) = Request::read(&request[..]) else { return Ok(()) };
            for name in &request.path {
                let mut components = Path::new(name).components();
                prop_assert!(matches!(components.next(), Some(Component::Normal(_))), "{:?}", name);
                prop_assert_eq!(components.next(), None);
                prop_assert!(!name.contains(['\\', ':', '\0']), "{:?}", name);
            }
        }

        #[test]
        fn any_name_can_be_requested_with_percent_escapes(name in "[^./\\\\:\0][^/\\\\:\0]{0,9}") {
            let escaped: String = name.bytes().map(|byte| format!("%{byte:02x}")).collect();
            let line = format!("GET /{escaped} HTTP/1.1");
            prop_assert_eq!(names(&line), Ok(vec![name]));
        }
    }

    fn names(line: &str) -> Result<Vec<String>, Refusal> {
        Request::of_line(line).map(|request| request.path)
    }

    #[test]
    fn a_path_is_read_name_by_name() {
        assert_eq!(names("GET / HTTP/1.1"), Ok(vec![]));
        let expected = vec!["maps".to_owned(), "two words.nav".to_owned()];
        assert_eq!(names("GET /maps/two%20words.nav?x=1 HTTP/1.1"), Ok(expected));
    }

    #[test]
    fn no_path_leads_out_of_the_directory() {
        for path in [
            "/../Cargo.toml",
            "/maps/../../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "/..%2fCargo.toml",
            "/%2Fetc/passwd%2f",
            "/maps\\..\\..\\Cargo.toml",
            "/C:/windows",
            "/.git/config",
            "/%00",
            "/%zz",
            "/%",
        ] {
            assert_eq!(names(&format!("GET {path} HTTP/1.1")), Err(Refusal::NotFound), "{path}");
        }
    }

    #[test]
    fn malformed_requests_are_refused() {
        for line in ["", "GET", "GET /", "GET / SPDY/3", "GET  / HTTP/1.1", "GET a HTTP/1.1"] {
            assert_eq!(names(line), Err(Refusal::Malformed), "{line:?}");
        }
        assert_eq!(names("POST / HTTP/1.1"), Err(Refusal::OtherMethod));
        let endless = "GET / HTTP/1.1\r\nx: ".bytes().chain(std::iter::repeat_n(b'y', 1 << 20));
        let endless: Vec<u8> = endless.collect();
        assert_eq!(Request::read(&endless[..]), Err(Refusal::Malformed));
        assert_eq!(Request::read(&b"GET / HTTP/1.1\r\n"[..]), Err(Refusal::Malformed));
    }

    #[test]
    fn head_is_answered_without_the_file() {
        let request = Request::read(&b"HEAD /index.html HTTP/1.1\r\nHost: here\r\n\r\n"[..]);
        assert_eq!(request.map(|request| request.wants_body), Ok(false));
    }
}
