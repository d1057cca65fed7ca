//! Small random maps.

use tautline_fixtures::random_mesh::RandomMeshOptions;
use tautline_fixtures::{Cells, SplitMix64, checkerboard, maze, random_blocks, random_mesh, rooms};
use tautline_navmesh::{NavMesh, Vec2};

use crate::mesh_files::Fallible;
use crate::support::{build, raw_mesh};

/// Returns a small random map with zero-width walls, as a mesh cut at random, and a
/// transformation of its lattice, on which a cell is 2 wide.
pub(crate) fn random_map(
    random: &mut SplitMix64,
) -> Fallible<(NavMesh, Cells, impl Fn([i32; 2]) -> Vec2 + use<>)> {
    let seed = random.next_u64();
    let mut size = |low: i32, high: i32| u16::try_from(random.between(low, high)).unwrap_or(1);
    let (width, height) = (size(2, 10), size(2, 10));
    let (long, thin) = (size(12, 24), size(2, 4));
    let mut cells = match random.below(9) {
        0 => maze(seed, width, height),
        1 => rooms(seed, width + 4, height + 3),
        2 => random_blocks(seed, long, thin, 20),
        3 => checkerboard(width, height),
        4 => random_blocks(seed, width, height, 8),
        5 | 6 => random_blocks(seed, width, height, 18),
        _ => random_blocks(seed, width + 3, height + 3, 30),
    };
    cells.set(0, 0, true);
    let wall_share = [0, 0, 8, 30][usize::try_from(random.below(4))?];
    for cell in cells.clone().walkable_cells() {
        for next in [[cell[0] + 1, cell[1]], [cell[0], cell[1] + 1]] {
            if random.chance(wall_share) {
                cells.put_wall(cell, next);
            }
        }
    }
    let longest = [1, 3, 9][usize::try_from(random.below(3))?];
    let cut = [0, 50, 100][usize::try_from(random.below(3))?];
    let options = RandomMeshOptions { longest, cut };
    let (plain, _) = random_mesh(random.next_u64(), &cells, |_| 0, options);
    let mut raw = raw_mesh(&plain, &[]);
    let frame = random.below(3);
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let place = move |[x, y]: [i32; 2]| match frame {
        0 => Vec2::new(x as f32, y as f32),
        1 => Vec2::new((3 * x - 4 * y) as f32, (4 * x + 3 * y) as f32),
        // The smallest steps that are left so far out.
        _ => Vec2::new((16_777_000 + x) as f32, (y - 16_777_000) as f32),
    };
    for vertex in &mut raw.vertices {
        #[expect(clippy::cast_possible_truncation, reason = "lattice points")]
        let point = vertex.map(|value| (2.0 * value) as i32);
        *vertex = place(point).into();
    }
    Ok((build(&raw)?, cells, place))
}
