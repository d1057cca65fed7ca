//! Pictures as the tool writes them, as SVG and as PNG.

#![expect(clippy::unwrap_used, reason = "clippy takes helper functions for code outside tests")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A directory with a baked map and a baked level.
fn place(test: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pictures").join(test);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    let file = |name: &str| [env!("CARGO_MANIFEST_DIR"), name].join("/");
    let told = run(&directory, &["bake", &file("maps/harbour.json"), "-o", "map.nav"]);
    assert!(told.is_ok(), "{told:?}");
    let castle = file("levels/castle.txt");
    let told = run(&directory, &["platformer", "bake", &castle, "-o", "level.plat"]);
    assert!(told.is_ok(), "{told:?}");
    directory
}

/// Returns what the tool prints, or what it refuses with.
fn run(directory: &Path, arguments: &[&str]) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tautline"));
    let output = command.current_dir(directory).args(arguments).output().unwrap();
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    if output.status.success() { Ok(stdout) } else { Err(stderr) }
}

#[test]
fn an_svg_says_what_it_shows() {
    let place = place("words");
    let told = run(&place, &["draw", "map.nav", "-o", "map.svg", "--path", "57,79.25,145,66"]);
    assert_eq!(told.unwrap(), "written to map.svg\n");
    let text = fs::read_to_string(place.join("map.svg")).unwrap();
    assert!(text.contains("<title>Harbour"), "{}", &text[..600]);
    assert!(text.contains(" links, 1 path</desc>"), "{}", &text[..600]);
    run(&place, &["draw", "map.nav", "-o", "map.svg", "--title", "<Mine>"]).unwrap();
    let text = fs::read_to_string(place.join("map.svg")).unwrap();
    assert!(text.contains("<title>&lt;Mine&gt;</title>"), "{}", &text[..600]);

    let draw = ["platformer", "draw", "level.plat", "-o", "level.svg"];
    for (title, told) in [(&[][..], "Side-view level"), (&["--title", "A & B"], "A &amp; B")] {
        run(&place, &[&draw, title].concat()).unwrap();
        let text = fs::read_to_string(place.join("level.svg")).unwrap();
        assert!(text.contains(&format!("<title>{told}</title>")), "{}", &text[..600]);
    }
}

#[test]
fn a_width_is_refused_where_it_means_nothing() {
    let place = place("svg-width");
    let told = run(&place, &["draw", "map.nav", "-o", "map.svg", "--width", "300"]);
    insta::assert_snapshot!(told.unwrap_err(), @"error: --width does not apply to map.svg: an SVG scales to any width; leave it out, or name a .png");
    let told = run(&place, &["draw", "map.nav", "-o", "map.png", "--width", "0"]);
    assert!(told.unwrap_err().contains("0 is not in 1..=65536"));
    assert!(!place.join("map.svg").exists());
}

#[cfg(not(feature = "png"))]
#[test]
fn a_tool_without_png_says_so() {
    let place = place("without");
    for arguments in [
        ["draw", "map.nav", "-o", "x.PNG"].as_slice(),
        &["path", "map.nav", "57,79.25", "145,66", "--svg", "x.PNG"],
        &["platformer", "draw", "level.plat", "-o", "x.PNG"],
    ] {
        let told = run(&place, arguments).unwrap_err();
        assert_eq!(
            told.trim_end(),
            "error: cannot write x.PNG: this tool was built without PNG support; name an .svg, \
             or build the tool with `--features png`"
        );
    }
    assert!(!place.join("x.PNG").exists());
}

#[cfg(feature = "png")]
mod png {
    use super::*;
    use resvg::tiny_skia::Pixmap;

    fn picture(file: &Path) -> Pixmap {
        Pixmap::decode_png(&fs::read(file).unwrap()).unwrap()
    }

    fn colour(picture: &Pixmap, x: u32, y: u32) -> [u8; 4] {
        let pixel = picture.pixel(x, y).unwrap();
        [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
    }

    #[test]
    fn a_map_is_drawn_as_png_with_its_background_and_ratio() {
        let place = place("map");
        run(&place, &["path", "map.nav", "57,79.25", "145,66", "--svg", "path.png"]).unwrap();
        assert_eq!(picture(&place.join("path.png")).width(), 1200);
        let told = run(&place, &["draw", "map.nav", "-o", "map.png"]).unwrap();
        assert_eq!(told, "written to map.png\n");
        let whole = picture(&place.join("map.png"));
        assert_eq!(whole.width(), 1200);
        for x in [0, 1199] {
            for y in [0, whole.height() - 1] {
                assert_eq!(colour(&whole, x, y), [0x4f, 0x9d, 0xba, 255], "the sea");
            }
        }

        run(&place, &["draw", "map.nav", "-o", "map.png", "--width", "300"]).unwrap();
        let small = picture(&place.join("map.png"));
        assert_eq!(small.width(), 300);
        assert!(small.height().abs_diff(whole.height() / 4) <= 1);
    }

    #[test]
    fn paths_are_seen() {
        let place = place("path");
        let draw = |name: &str, rest: &[&str]| {
            run(&place, &[&["draw", "map.nav", "-o", name], rest].concat()).unwrap();
            picture(&place.join(name))
        };
        let without = draw("without.png", &[]);
        let with = draw("with.png", &["--path", "57,79.25,145,66"]);
        let red = |picture: &Pixmap| {
            let pixels = picture.pixels().iter();
            pixels
                .filter(|pixel| [pixel.red(), pixel.green(), pixel.blue()] == [0xd7, 0x26, 0x3d])
                .count()
        };
        assert_eq!(red(&without), 0);
        assert!(red(&with) > 1000, "{}", red(&with));
    }

    #[test]
    fn a_level_is_drawn_as_png() {
        let place = place("level");
        run(&place, &["platformer", "draw", "level.plat", "-o", "level.png", "--width", "640"])
            .unwrap();
        let level = picture(&place.join("level.png"));
        assert_eq!(level.width(), 640);
        assert!(level.pixels().iter().all(|pixel| pixel.alpha() == 255));
        let solid = level.pixels().iter().filter(|pixel| pixel.red() == 0x5b).count();
        assert!(solid > 1000, "{solid}");
    }

    #[test]
    fn a_picture_that_is_too_large_is_refused() {
        let place = place("large");
        let told = run(&place, &["draw", "map.nav", "-o", "map.png", "--width", "65536"]);
        insta::assert_snapshot!(told.unwrap_err(), @"error: the PNG would have more than 67108864 pixels; choose a smaller --width");
        assert!(!place.join("map.png").exists());
    }
}
