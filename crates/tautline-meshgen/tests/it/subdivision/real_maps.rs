//! Real maps, compared with published merged triangulations. Needs `TAUTLINE_DATA`; without it,
//! nothing is tested.

use std::fs;
use std::path::{Path, PathBuf};
use tautline_fixtures::data::real_data;

use tautline_meshgen::{TileFrame, areas_from_tiles};
use tautline_navmesh::Terrain;

use super::{sizes, valid};

/// The maps here and one folder below, in order.
fn maps(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(maps(&path));
        } else if path.extension().is_some_and(|extension| extension == "map") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The numbers of vertices and areas that a mesh file announces.
fn announced(text: &str) -> [usize; 2] {
    let mut counts = text.split_whitespace().skip(2).map(|count| count.parse().unwrap());
    [(); 2].map(|()| counts.next().unwrap())
}

#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn real_maps_make_fewer_areas_than_merged_triangulations_of_others() {
    let Some(folder) = real_data("maps") else { return };
    let maps = maps(&folder);
    assert_eq!(maps.len(), 21);
    for map in maps {
        let text = fs::read_to_string(&map).unwrap();
        let rows: Vec<&[u8]> = text.lines().skip(4).map(str::as_bytes).collect();
        let [width, height] = [rows[0].len(), rows.len()].map(|size| u32::try_from(size).unwrap());
        let is_ground = |x: u32, y: u32| b".GS".contains(&rows[y as usize][x as usize]);
        let terrain = |x, y| is_ground(x, y).then_some(Terrain(0));
        let frame = TileFrame::default();
        let raw = areas_from_tiles(&frame, width, height, terrain).unwrap();
        let mesh_file = fs::read_to_string(map.with_extension("mesh")).unwrap();
        let [vertices, areas] = announced(&mesh_file);
        let ours = raw.area_count();
        println!("{}: {ours} areas for {areas}", map.display());
        assert_eq!(raw.vertices.len(), vertices);
        assert!(10 * ours <= 11 * areas);
        let cells = rows.iter().flat_map(|row| row.iter()).filter(|cell| b".GS".contains(cell));
        assert_eq!(sizes(&raw)[0], cells.count() as f64);
        valid(&raw);
    }
}
