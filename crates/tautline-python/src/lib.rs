//! The native module of the Python package `tautline`.
//!
//! A thin layer over the facade. A batch passes through `queries` (reads arrays and tables), `batch` (solves them
//! slice by slice, in a pool of `threads`), `columns` (makes columns of the results) and `answers` (exports them to
//! Arrow and numpy). `store` shares decoded maps, so that equal bytes are decoded only once.

mod answers;
mod bake;
mod batch;
mod columns;
mod errors;
mod grid;
mod info;
mod map;
mod options;
mod path;
mod platformer;
mod queries;
mod reading;
mod store;
mod tables;
mod threads;
mod whole;

/// Exact shortest paths: the compiled part of the package.
#[pyo3::pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::answers::Answers;
    #[pymodule_export]
    use super::bake::bake;
    #[pymodule_export]
    use super::grid::bake_grid;
    #[pymodule_export]
    use super::info::{Info, Mesh};
    #[pymodule_export]
    use super::map::Map;
    #[pymodule_export]
    use super::path::Path;
    #[pymodule_export]
    use super::platformer::{Level, Plan, State};

    /// The names of the tiers. The column ``tier`` of answers has indices into it.
    #[pymodule_export]
    const TIERS: [&str; 3] = super::options::TIERS;

    /// The names of stances. The field ``stance`` of trajectories has indices into it.
    #[pymodule_export]
    const STANCES: [&str; 3] = super::platformer::STANCES;

    /// Drops the maps that this process keeps for later tasks. It keeps up to four loaded maps even if no
    /// :class:`Map` refers to them any more.
    ///
    /// Examples
    /// --------
    /// >>> tautline.empty_cache()
    #[pyfunction]
    fn empty_cache() {
        super::store::empty();
    }

    /// Returns the version, the target and the build profile of the package.
    ///
    /// Returns
    /// -------
    /// list[tuple[str, str]]
    ///     Names and values, as ``python -m tautline`` prints them.
    ///
    /// Examples
    /// --------
    /// >>> dict(tautline.build_info())["version"] == tautline.__version__
    /// True
    #[pyfunction]
    fn build_info() -> Vec<(&'static str, String)> {
        let profile = if cfg!(debug_assertions) { "with debug assertions" } else { "release" };
        vec![
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("target", format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS)),
            ("profile", profile.to_owned()),
            ("asset layout", tautline::asset::LAYOUT_VERSION.to_string()),
        ]
    }
}
