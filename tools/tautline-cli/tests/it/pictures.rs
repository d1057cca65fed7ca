//! Pictures as the tool writes them, as SVG and as PNG.

#![expect(clippy::unwrap_used, reason = "clippy takes helper functions for code outside tests")]

use crate::support::{Place, shipped};

/// A place with a baked map and a baked level.
fn place(test: &str) -> Place {
    let place = Place::new(&format!("pictures/{test}"));
    place.accepted(&["bake", &shipped("harbour.json"), "-o", "map.nav"]);
    let castle = shipped("../levels/castle.txt");
    place.accepted(&["platformer", "bake", &castle, "-o", "level.plat"]);
    place
}

#[test]
fn an_svg_says_what_it_shows() {
    let place = place("words");
    let draw = ["draw", "map.nav", "-o", "map.svg"];
    let answer = place.accepted(&[&draw[..], &["--path", "57,79.25,145,66"]].concat());
    assert_eq!(answer.stdout, "written to map.svg\n");
    let text = place.read("map.svg");
    assert!(text.contains("<title>Harbour"), "{}", &text[..600]);
    assert!(text.contains(" links, 1 path</desc>"), "{}", &text[..600]);
    place.accepted(&[&draw[..], &["--title", "<Mine>"]].concat());
    let text = place.read("map.svg");
    assert!(text.contains("<title>&lt;Mine&gt;</title>"), "{}", &text[..600]);

    let draw = ["platformer", "draw", "level.plat", "-o", "level.svg"];
    for (title, told) in [(&[][..], "Side-view level"), (&["--title", "A & B"], "A &amp; B")] {
        place.accepted(&[&draw, title].concat());
        let text = place.read("level.svg");
        assert!(text.contains(&format!("<title>{told}</title>")), "{}", &text[..600]);
    }
}

#[test]
fn a_width_is_refused_where_it_means_nothing() {
    let place = place("svg-width");
    let told = place.refusal(&["draw", "map.nav", "-o", "map.svg", "--width", "300"]);
    insta::assert_snapshot!(told, @"error: --width does not apply to map.svg: an SVG scales to any width; leave it out, or name a .png");
    let answer = place.run(&["draw", "map.nav", "-o", "map.png", "--width", "0"]);
    assert!(answer.stderr.contains("0 is not in 1..=65536"), "{answer:?}");
    assert_eq!(place.names(), ["level.plat", "map.nav"]);
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
        assert_eq!(
            place.refusal(arguments),
            "error: cannot write x.PNG: this tool was built without PNG support; name an .svg, \
             or build the tool with `--features png`"
        );
    }
    assert_eq!(place.names(), ["level.plat", "map.nav"]);
}

#[cfg(feature = "png")]
mod png {
    use super::*;
    use resvg::tiny_skia::Pixmap;

    fn picture(place: &Place, name: &str) -> Pixmap {
        Pixmap::decode_png(&std::fs::read(place.0.join(name)).unwrap()).unwrap()
    }

    fn colour(picture: &Pixmap, x: u32, y: u32) -> [u8; 4] {
        let pixel = picture.pixel(x, y).unwrap();
        [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
    }

    #[test]
    fn a_map_is_drawn_as_png_with_its_background_and_ratio() {
        let place = place("map");
        place.accepted(&["path", "map.nav", "57,79.25", "145,66", "--svg", "path.png"]);
        assert_eq!(picture(&place, "path.png").width(), 1200);
        let answer = place.accepted(&["draw", "map.nav", "-o", "map.png"]);
        assert_eq!(answer.stdout, "written to map.png\n");
        let whole = picture(&place, "map.png");
        assert_eq!(whole.width(), 1200);
        for x in [0, 1199] {
            for y in [0, whole.height() - 1] {
                assert_eq!(colour(&whole, x, y), [0x4f, 0x9d, 0xba, 255], "the sea");
            }
        }

        place.accepted(&["draw", "map.nav", "-o", "map.png", "--width", "300"]);
        let small = picture(&place, "map.png");
        assert_eq!(small.width(), 300);
        assert!(small.height().abs_diff(whole.height() / 4) <= 1);
    }

    #[test]
    fn paths_are_seen() {
        let place = place("path");
        let draw = |name: &str, rest: &[&str]| {
            place.accepted(&[&["draw", "map.nav", "-o", name], rest].concat());
            picture(&place, name)
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
        place.accepted(&["platformer", "draw", "level.plat", "-o", "level.png", "--width", "640"]);
        let level = picture(&place, "level.png");
        assert_eq!(level.width(), 640);
        assert!(level.pixels().iter().all(|pixel| pixel.alpha() == 255));
        let solid = level.pixels().iter().filter(|pixel| pixel.red() == 0x5b).count();
        assert!(solid > 1000, "{solid}");
    }

    #[test]
    fn a_picture_that_is_too_large_is_refused() {
        let place = place("large");
        let told = place.refusal(&["draw", "map.nav", "-o", "map.png", "--width", "65536"]);
        insta::assert_snapshot!(told, @"error: the PNG would have more than 67108864 pixels; choose a smaller --width");
        assert_eq!(place.names(), ["level.plat", "map.nav"]);
    }
}
