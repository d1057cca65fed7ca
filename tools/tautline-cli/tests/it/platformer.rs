//! `tautline platformer` as scripts and people use it.

#![expect(clippy::unwrap_used, reason = "clippy takes helper functions for code outside tests")]

use std::fmt::Write as _;
use std::ops::Deref;

use crate::support::{self, Answer};

/// A step, a branch to jump onto, spikes, and a chamber without a door.
const STEPS: &str = "\
...............
...............
.........==....
...........####
....##.....#..#
..^....^...#..#
###############
";

/// A directory of a test, for the commands below `platformer`.
struct Place(support::Place);

impl Deref for Place {
    type Target = support::Place;

    fn deref(&self) -> &support::Place {
        &self.0
    }
}

impl Place {
    fn new(test: &str) -> Self {
        Self(support::Place::new(&format!("platformer/{test}")))
    }

    /// A place with a baked `steps.plat`.
    fn with_steps(test: &str) -> Self {
        let place = Self::new(test);
        place.write("steps.txt", STEPS);
        place.accepted(&["bake", "steps.txt", "-o", "steps.plat"]);
        place
    }

    fn run(&self, arguments: &[&str]) -> Answer {
        self.0.run(&[&["platformer"], arguments].concat())
    }

    fn accepted(&self, arguments: &[&str]) -> Answer {
        self.0.accepted(&[&["platformer"], arguments].concat())
    }

    fn printed(&self, arguments: &[&str]) -> String {
        self.accepted(arguments).stdout
    }

    /// The line that a command says that fails.
    fn refusal(&self, arguments: &[&str]) -> String {
        let answer = self.run(arguments);
        assert_eq!((answer.status, answer.stdout.as_str()), (1, ""), "{answer:?}");
        assert_eq!(answer.stderr.lines().count(), 1, "{answer:?}");
        answer.stderr.trim_end().to_owned()
    }
}

fn assert_snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.add_filter(r"time( +)[0-9.]+ ms", "time$1[time]");
    settings.bind(|| insta::assert_snapshot!(name, text));
}

fn shipped(level: &str) -> String {
    format!("{}/levels/{level}.txt", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_levels_that_come_with_the_tool_are_baked_and_crossed() {
    let place = Place::new("shipped");
    let ways = [
        ("treehouse", ["4,2", "19,23"]),
        ("castle", ["1,3", "48,13"]),
        ("cavern", ["2,2", "60,21"]),
    ];
    let mut text = String::new();
    for (level, [start, goal]) in ways {
        text += &place.printed(&["bake", &shipped(level), "-o", "level.plat"]);
        text += &place.printed(&["path", "level.plat", start, goal]);
    }
    assert_snapshot("shipped_levels", &text);
}

#[test]
fn a_plan_is_printed_as_text_and_as_json_and_drawn() {
    let place = Place::with_steps("path");
    let text = place.printed(&["path", "steps.plat", "0,1", "13,4", "--svg", "plan.svg"]);
    let json = place.printed(&["path", "steps.plat", "0,1", "13,4", "--json"]);
    assert_snapshot("path", &(text + &json));
    assert_snapshot("plan_svg", &place.read("plan.svg"));
    let drawn = place.printed(&["draw", "steps.plat", "-o", "drawn.svg", "--path", "0,1,13,4"]);
    assert_eq!(drawn, "written to drawn.svg\n");
    assert_eq!(place.read("drawn.svg"), place.read("plan.svg"));
}

/// Every pair of cells, and a few that are none.
fn all_pairs() -> String {
    let mut text = String::from("sx,sy,gx,gy\n");
    for sx in 0..15 {
        for gx in -1..16 {
            for gy in 0..7 {
                writeln!(text, "{sx},1,{gx},{gy}").unwrap();
            }
        }
    }
    text + "0.5,1,3,1\nnan,1,3,1\n1e9,1,3,1\n"
}

#[test]
fn every_exact_plan_of_a_batch_arrives_whatever_the_number_of_threads() {
    let place = Place::with_steps("batch");
    place.write("queries.csv", all_pairs());
    let batch = ["batch", "steps.plat", "queries.csv", "--replay", "-o"];
    let answer = place.accepted(&[&batch[..], &["one.csv", "--threads", "1"]].concat());
    assert!(answer.stderr.lines().last().unwrap().starts_with("found="), "{answer:?}");
    place.printed(&[&batch[..], &["two.csv", "--threads", "2", "--repeat", "2"]].concat());
    let rows = place.read("one.csv");
    assert_eq!(rows, place.read("two.csv"));
    let piped = ["platformer", "batch", "steps.plat", "-", "--replay"];
    assert_eq!(place.run_with_input(&piped, "queries.csv").stdout, rows);

    assert_eq!(rows.lines().next(), Some("index,status,frames,arrived,plan"));
    assert_eq!(rows.lines().count(), all_pairs().lines().count());
    let mut seen: Vec<&str> = Vec::new();
    for (index, row) in rows.lines().skip(1).enumerate() {
        let fields: Vec<&str> = row.split(',').collect();
        assert_eq!((fields.len(), fields[0]), (5, index.to_string().as_str()), "{row}");
        seen.push(fields[1]);
        if fields[1] == "ok" {
            assert_eq!(fields[3], "true", "{row}");
            let frames = fields[4].split(';').filter_map(|run| run.split_once(' '));
            let sum: u32 = frames.map(|(_, frames)| frames.parse::<u32>().unwrap()).sum();
            assert_eq!(fields[2], sum.to_string(), "{row}");
        } else {
            assert_eq!(fields[2..], ["", "", ""], "{row}");
        }
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(
        seen,
        [
            "goal_does_not_fit",
            "goal_in_the_air",
            "goal_off_level",
            "invalid",
            "ok",
            "start_does_not_fit",
            "unreachable"
        ]
    );
}

#[test]
fn without_replay_the_column_arrived_is_empty() {
    let place = Place::with_steps("no_replay");
    place.write("queries.csv", "sx,sy,gx,gy\n0,1,1,1\n");
    assert_eq!(
        place.printed(&["batch", "steps.plat", "queries.csv"]),
        "index,status,frames,arrived,plan\n0,ok,6,,right 6\n"
    );
}

#[test]
fn reasons_of_invalid_queries_are_on_the_standard_error() {
    let place = Place::with_steps("invalid");
    place.write(
        "queries.csv",
        "\nsx,sy,gx,gy\n0,1.0,1e0,1\n\n0,1,1.5,1\nnan,1,3,1\n0,16777217,2,1\n0,1,1.00000001,1\n",
    );
    for engine in ["exact", "classic"] {
        let answer = place.accepted(&["batch", "steps.plat", "queries.csv", "--engine", engine]);
        let rows: Vec<&str> = answer.stdout.lines().skip(2).collect();
        assert_eq!(rows, ["1,invalid,,,", "2,invalid,,,", "3,invalid,,,", "4,invalid,,,"]);
        let told: Vec<&str> = answer.stderr.lines().collect();
        let rule = "is not a cell; columns and rows are whole numbers, at most 1000000";
        assert_eq!(
            told[..4],
            [
                format!("queries.csv: line 5 (row 1 of the answers) is invalid: 1.5,1 {rule}"),
                format!("queries.csv: line 6 (row 2 of the answers) is invalid: nan,1 {rule}"),
                format!("queries.csv: line 7 (row 3 of the answers) is invalid: 0,16777217 {rule}"),
                format!(
                    "queries.csv: line 8 (row 4 of the answers) is invalid: 1.00000001,1 {rule}"
                ),
            ]
        );
        assert!(told.len() == 5 && told[4].starts_with("found=1 "), "{told:?}");
    }
    let many: String = (0..25).map(|_| "0.5,0,0,0\n").collect();
    place.write("queries.csv", format!("sx,sy,gx,gy\n{many}"));
    let answer = place.run(&["batch", "steps.plat", "queries.csv"]);
    let told: Vec<&str> = answer.stderr.lines().collect();
    assert_eq!((told.len(), told[10]), (12, "queries.csv: 15 more queries are invalid"));
}

#[test]
fn a_batch_says_which_columns_it_ignores() {
    let place = Place::with_steps("ignored_columns");
    place.write("queries.csv", "id,sx,sy,gx,gy\n7,0,1,13,4\n");
    let answer = place.accepted(&["batch", "steps.plat", "queries.csv"]);
    let first = answer.stderr.lines().next().unwrap();
    assert_eq!(first, "queries.csv: ignored columns: id; only sx, sy, gx and gy are read");
}

#[test]
fn the_published_method_answers_the_same_queries() {
    let place = Place::with_steps("classic");
    place.write(
        "queries.csv",
        "sx,sy,gx,gy\n3,1,5,3\n3,1,12,4\n3,1,12,1\n3,1,11,2\n-1,1,5,1\n15,1,5,1\n",
    );
    let batch = ["batch", "steps.plat", "queries.csv", "--engine", "classic", "--replay"];
    assert_snapshot("classic", &place.printed(&batch));
}

#[test]
fn a_plan_is_played_frame_by_frame() {
    let place = Place::with_steps("watch");
    let watch = ["watch", "steps.plat", "0,1", "5,3"];
    assert_eq!(
        place.refusal(&watch),
        "error: the output is not a terminal; use --frames to print the frames of the plan"
    );
    let all = place.printed(&[&watch[..], &["--frames"]].concat());
    let plan = place.printed(&["path", "steps.plat", "0,1", "5,3", "--json"]);
    let frames = all.lines().filter(|line| line.starts_with("frame ")).count();
    assert!(plan.contains(&format!("\"frames\":{},", frames - 1)), "{frames} {plan}");
    let some =
        place.printed(&[&watch[..], &["--frames", "--every", "12", "--view", "9x6"]].concat());
    assert_snapshot("watch", &some);
}

#[test]
fn inspect_shows_the_contents_of_a_level() {
    let place = Place::with_steps("inspect");
    let text = place.0.run(&["inspect", "steps.plat"]).stdout;
    let json = place.0.run(&["inspect", "steps.plat", "--json"]).stdout;
    assert_snapshot("inspect", &(text + &json));
}

#[test]
fn levels_of_the_editors_are_baked() {
    let place = Place::new("editors");
    let rows: Vec<&str> = STEPS.lines().collect();
    let numbers: String = rows.concat().chars().fold(String::new(), |text, tile| {
        let number = match tile {
            '#' => 1,
            '=' => 2,
            '^' => 3,
            _ => 0,
        };
        if text.is_empty() { number.to_string() } else { format!("{text},{number}") }
    });
    let tile = |id: u32, platform: &str| {
        format!(
            r#"<tile id="{id}"><properties><property name="platform" value="{platform}"/></properties></tile>"#
        )
    };
    place.write(
        "steps.tmx",
        format!(
            r#"<map orientation="orthogonal" width="15" height="7" tilewidth="16" tileheight="16">
<tileset firstgid="1">{}{}{}</tileset>
<layer name="ground" width="15" height="7"><data encoding="csv">{numbers}</data></layer></map>"#,
            tile(0, "solid"),
            tile(1, "one-way"),
            tile(2, "deadly"),
        ),
    );
    place.write(
        "steps.ldtk",
        format!(
            r#"{{ "defs": {{ "layers": [ {{ "uid": 7, "intGridValues": [
  {{ "value": 2, "identifier": "branch" }}, {{ "value": 3, "identifier": "deadly" }} ] }} ] }},
"levels": [ {{ "identifier": "Steps", "layerInstances": [ {{ "__identifier": "Ground",
  "__type": "IntGrid", "layerDefUid": 7, "__cWid": 15, "__cHei": 7, "__gridSize": 16,
  "intGridCsv": [{numbers}] }} ] }} ] }}"#
        ),
    );
    place.write("steps.txt", STEPS);
    place.printed(&["bake", "steps.txt", "-o", "text.plat"]);
    place.printed(&["bake", "steps.tmx", "-o", "tiled.plat"]);
    place.printed(&["bake", "steps.ldtk", "-o", "ldtk.plat", "--key", "branch=one-way"]);
    let plan = |asset: &str| place.printed(&["path", asset, "0,1", "13,4"]);
    assert_eq!(plan("tiled.plat"), plan("text.plat"));
    assert_eq!(plan("ldtk.plat"), plan("text.plat"));

    let keys = ["--key", "branch=one-way", "--key", "02=one-way", "--key", "7=deadly"];
    let unused = place.run(&[&["bake", "steps.ldtk", "-o", "ldtk.plat"], &keys[..]].concat());
    assert_eq!(
        unused.stderr,
        "warning: steps.ldtk: no cell has the value 7 of a key, only 0, 1, 2 (branch), 3 (deadly)\n"
    );

    assert_eq!(
        place.refusal(&["bake", "steps.ldtk", "-o", "no.plat", "--layer", "A", "--layer", "B"]),
        "error: steps.ldtk: only one LDtk layer can be read; give --layer once"
    );
    place.write(
        "small.tmx",
        place.read("steps.tmx").replace("tileheight=\"16\"", "tileheight=\"8\""),
    );
    assert_eq!(
        place.run(&["bake", "small.tmx", "-o", "small.plat"]).stderr,
        "warning: small.tmx: the tiles are 16 x 8 pixels, but 16 x 16 in the physics, whose \
         pixels plans use; set `tile` with --physics to change that\n"
    );
}

#[test]
fn baking_warns_if_the_body_fits_nowhere() {
    let place = Place::new("no_room");
    place.write("low.txt", "####\n....\n####\n");
    let bake = |body| place.run(&["bake", "low.txt", "-o", "low.plat", "--body", body]).stderr;
    assert_eq!(bake("12x16"), "");
    assert_eq!(
        bake("12x17"),
        "warning: low.txt: there is no ground with room for a body of 12 x 17 pixels; set its \
         size with --body, or the size of tiles, `tile`, with --physics\n"
    );
}

#[test]
fn baking_says_what_the_tiles_of_an_editor_became_and_which_labels_are_not_read() {
    let place = Place::new("read_as");
    place.write(
        "level.tmx",
        r#"<map orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16">
<tileset firstgid="1"><tile id="0" type="solid"/><tile id="1"><properties>
<property name="platform" value="one-way"/></properties></tile></tileset>
<layer name="ground" width="4" height="2"><data encoding="csv">0,2,2,0,1,1,1,1</data></layer>
<objectgroup name="spawns"/><objectgroup name="Walls"/></map>"#,
    );
    let answer = place.accepted(&["bake", "level.tmx", "-o", "level.plat"]);
    let read_as = answer.stdout.lines().filter(|line| line.starts_with("read as"));
    insta::assert_snapshot!(read_as.collect::<Vec<_>>().join("\n"), @r#"
    read as     empty: 4 cells, without a label
    read as     empty: 2 cells, without a tile
    read as     one-way: 2 cells, property "platform"
    "#);
    insta::assert_snapshot!(answer.stderr, @r#"
    warning: level.tmx: the class "solid" is not read; tiles are labelled by the property `platform`: solid, one-way, deadly or empty
    warning: level.tmx: the object layer "Walls" is not read; only tile layers are read
    "#);
}

#[test]
fn a_script_reads_from_json_why_there_is_no_plan() {
    let place = Place::with_steps("no_plan_json");
    let answer = place.run(&["path", "steps.plat", "0,1", "13,5", "--json"]);
    assert_eq!(answer.status, 1, "{answer:?}");
    assert_eq!(
        answer.stdout.trim_end(),
        r#"{"message":"the goal 13,5 is in the air; choose a cell with ground under it","status":"goal_in_the_air"}"#
    );
}

#[test]
fn rounded_physics_are_announced() {
    let place = Place::with_steps("rounded");
    place.write("steps.txt", STEPS);
    let baked_with = |physics: &str| {
        place.write("physics.json", physics);
        place.run(&["bake", "steps.txt", "-o", "no.plat", "--physics", "physics.json"]).stderr
    };
    assert_eq!(
        baked_with(r#"{ "walk": 137 }"#),
        "warning: walk: 137 becomes 140, because speeds and sizes are rounded to whole subpixels; \
         set more `subpixels` in the physics\n"
    );
    assert_eq!(baked_with(r#"{ "walk": 137, "subpixels": [60, 3600] }"#), "");
}

#[test]
fn an_asset_without_moves_is_smaller_and_plans_the_same() {
    let place = Place::with_steps("moves");
    place.write("steps.txt", STEPS);
    place.printed(&["bake", "steps.txt", "-o", "small.plat", "--no-moves"]);
    let size = |asset: &str| std::fs::metadata(place.0.0.join(asset)).unwrap().len();
    assert!(5 * size("small.plat") < size("steps.plat"));
    let plan = |asset: &str| place.printed(&["path", asset, "0,1", "13,4"]);
    assert_eq!(plan("small.plat"), plan("steps.plat"));
}

#[test]
fn moves_are_drawn_only_from_where_the_character_can_stand() {
    let place = Place::with_steps("links");
    let refusal =
        |cell: &str| place.refusal(&["draw", "steps.plat", "-o", "l.svg", "--links", cell]);
    for rock in ["-4,1", "0,0"] {
        assert_eq!(
            refusal(rock),
            format!(
                "error: --links {rock}: the body does not fit there; choose a cell with ground under it"
            )
        );
    }
    assert_eq!(
        refusal("0,3"),
        "error: --links 0,3: the cell is in the air; choose a cell with ground under it"
    );
}

#[test]
fn options_that_do_not_apply_and_files_that_are_no_levels_are_refused() {
    let place = Place::with_steps("lost");
    let refusal = place.refusal(&["bake", "steps.txt", "-o", "s.plat", "--layer", "ground"]);
    assert!(refusal.contains("--layer does not apply to this "), "{refusal}");
    let refusal = place.refusal(&["path", "steps.plat", "0,1", "1,1", "--svg", "way.gif"]);
    assert!(refusal.contains("pictures are .svg or .png"), "{refusal}");
    place.write("moon.json", "{}");
    for input in ["steps.txt", "moon.json"] {
        let bake = ["bake", "steps.txt", "-o", input, "--physics", "moon.json"];
        let refusal = place.refusal(&bake);
        assert!(refusal.contains("it is an input file and would be overwritten"), "{refusal}");
    }
}

#[test]
fn physics_and_bodies_are_the_authors() {
    let place = Place::new("physics");
    place.write("steps.txt", STEPS);
    place.write("moon.json", r#"{ "gravity": 515.0, "jump": 380, "walk": 120 }"#);
    let bake = ["bake", "steps.txt", "-o", "steps.plat"];
    let moon =
        ["--physics", "moon.json", "--body", "10x20", "--axis", "digital", "--landmarks", "2"];
    place.printed(&[&bake[..], &moon].concat());
    let plan = place.printed(&["path", "steps.plat", "0,1", "13,4"]);
    assert!(!plan.contains(':'), "a cross has no partial steps: {plan}");

    place.write("wrong.json", "{ \"gravitas\": 1 }");
    let refusal = place.refusal(&[&bake[..], &["--physics", "wrong.json"]].concat());
    assert!(refusal.starts_with("error: wrong.json: unknown field `gravitas`"), "{refusal}");
    place.write("still.json", "{ \"gravity\": 0 }");
    let refusal = place.refusal(&[&bake[..], &["--physics", "still.json"]].concat());
    assert!(refusal.starts_with("error: gravity is 0"), "{refusal}");
    for list in ["[1]", " []", "3", "moon"] {
        place.write("list.json", list);
        let refusal = place.refusal(&[&bake[..], &["--physics", "list.json"]].concat());
        assert!(refusal.starts_with("error: list.json: expected an object such as"), "{refusal}");
    }
    place.write("marked.json", "\u{feff}{ \"jump\": 380 }");
    place.printed(&[&bake[..], &["--physics", "marked.json"]].concat());
    assert_eq!(place.run(&[&bake[..], &["--body", "0x12"]].concat()).status, 2);
}

#[test]
fn errors_are_one_line() {
    let place = Place::with_steps("refusals");
    place.write("ragged.txt", "...\n..\n");
    place.write("letters.txt", "..x\n");
    place.write("empty.txt", "");
    place.write("level.foo", "..");
    place.write("damaged.plat", b"TAUTLINE");
    place.write("queries.csv", "sx,sy\n1,2\n");
    let cases: [&[&str]; 9] = [
        &["bake", "ragged.txt", "-o", "out.plat"],
        &["bake", "letters.txt", "-o", "out.plat"],
        &["bake", "empty.txt", "-o", "out.plat"],
        &["bake", "level.foo", "-o", "out.plat"],
        &["path", "damaged.plat", "0,1", "2,1"],
        &["path", "steps.plat", "0,1", "12,1"],
        &["path", "steps.plat", "0,1", "0,4"],
        &["path", "steps.plat", "-3,1", "0,1"],
        &["batch", "steps.plat", "queries.csv"],
    ];
    let mut text = String::new();
    for arguments in cases {
        let refusal = place.refusal(arguments);
        writeln!(text, "{}\n    {refusal}", arguments.join(" ")).unwrap();
    }
    assert_snapshot("refusals", &text);
    assert!(!place.0.0.join("out.plat").exists());
}
