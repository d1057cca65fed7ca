//! The peers: other libraries, each behind a small common interface.
//!
//! A peer is built from a [`PlainMesh`](crate::PlainMesh). It returns the length of its path, measured in f64 over the
//! points of the path, or `None` if it finds no path. Data that a library keeps between queries is made once, in
//! `build`, so that a timed query does only the work that a user of the library needs.

pub mod detour;
#[cfg(feature = "peers")]
pub mod polyanya;

#[cfg(all(test, feature = "peers"))]
mod tests {
    use super::{detour::Detour, polyanya::Peer};
    use crate::PlainMesh;

    /// Two squares side by side, with or without a wall between them, and a third that touches the
    /// second at a corner.
    fn three_squares(open: bool) -> PlainMesh {
        let door = |to| open.then_some(to);
        PlainMesh {
            vertices: vec![
                [0.0, 0.0],
                [2.0, 0.0],
                [4.0, 0.0],
                [4.0, 2.0],
                [2.0, 2.0],
                [0.0, 2.0],
                [6.0, 2.0],
                [6.0, 4.0],
                [4.0, 4.0],
            ],
            elevations: Vec::new(),
            polygons: vec![vec![0, 1, 4, 5], vec![1, 2, 3, 4], vec![3, 6, 7, 8]],
            neighbours: vec![
                vec![None, door(1), None, None],
                vec![None, None, None, door(0)],
                vec![None; 4],
            ],
        }
    }

    #[test]
    fn a_straight_path_has_the_length_of_its_segment() {
        let mesh = three_squares(true);
        let mut bends = Vec::new();
        let length = Detour::build(&mesh).unwrap().path([0.0, 0.0], [4.0, 1.0], &mut bends);
        assert!((length.unwrap() - 17f64.sqrt()).abs() < 1e-6);
        assert_eq!(bends, [[0.0, 0.0], [4.0, 1.0]]);
        let length = Peer::build(&mesh).unwrap().path([0.0, 0.0], [4.0, 1.0]);
        assert!((length.unwrap() - 17f64.sqrt()).abs() < 1e-6);
    }

    #[test]
    fn no_path_leads_through_a_point_contact() {
        let mesh = three_squares(true);
        let mut bends = vec![[9.0, 9.0]];
        assert_eq!(Detour::build(&mesh).unwrap().path([3.0, 1.0], [5.0, 3.0], &mut bends), None);
        assert!(bends.is_empty(), "the points of the earlier query are removed");
        assert_eq!(Peer::build(&mesh).unwrap().path([3.0, 1.0], [5.0, 3.0]), None);
    }

    #[test]
    fn a_zero_width_wall_stops_detour_and_is_refused_by_polyanya() {
        let mesh = three_squares(false);
        let mut bends = Vec::new();
        assert_eq!(Detour::build(&mesh).unwrap().path([1.0, 1.0], [3.0, 1.0], &mut bends), None);
        assert!(Peer::build(&mesh).unwrap_err().contains("polygons 0 and 1 share"));
    }

    #[test]
    fn an_empty_mesh_is_refused() {
        assert!(Detour::build(&PlainMesh::default()).is_err());
        assert!(Peer::build(&PlainMesh::default()).is_err());
    }
}
