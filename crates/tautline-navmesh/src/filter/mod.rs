//! Query filters: the costs and permissions of a query.

mod state;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

use crate::{AreaId, HalfEdgeId, LinkId, LinkKind, PortalClearances};

pub use state::FilterState;
use state::Setting;

/// A terrain class: road, mud, shallow water. The caller defines its meaning; a
/// [`QueryFilter`] sets its cost for each query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Terrain(pub u8);

/// A query filter: the cost of each terrain class, and the terrain classes, areas, link kinds
/// and links that are forbidden. Like the query filters of Detour and Unity.
///
/// ```
/// use tautline_navmesh::{QueryFilter, LinkKind, Terrain};
///
/// let (road, mud, lava) = (Terrain(0), Terrain(1), Terrain(2));
/// let mut filter = QueryFilter::uniform();
/// filter.set(mud, 3.5)?;
/// filter.forbid(lava);
/// filter.forbid_links(LinkKind::Jump);
/// assert!(filter.allows(road) && !filter.allows(lava));
/// # Ok::<(), tautline_navmesh::FilterError>(())
/// ```
#[derive(Clone, Debug)]
pub struct QueryFilter {
    factors: [f64; 256],
    forbidden_links: [bool; LinkKind::ALL.len()],
    /// In order, like the links.
    forbidden_areas: Vec<AreaId>,
    forbidden_single_links: Vec<LinkId>,
    least: f64,
    is_uniform: bool,
    forbids_terrain: bool,
    agent: Option<Agent>,
    state: FilterState,
}

/// The filter of queries that do not set one. Shared, because a filter is large: it holds a cost
/// factor for each of 256 terrains.
pub static UNIFORM_FILTER: QueryFilter = QueryFilter::uniform();

/// Filters are equal if they give the same costs and permissions, whatever their states.
impl PartialEq for QueryFilter {
    fn eq(&self, other: &Self) -> bool {
        let Self { factors, forbidden_links, forbidden_areas, forbidden_single_links, .. } = self;
        factors == &other.factors
            && forbidden_links == &other.forbidden_links
            && forbidden_areas == &other.forbidden_areas
            && forbidden_single_links == &other.forbidden_single_links
            && self.agent == other.agent
    }
}

/// An agent that does not fit through all borders.
#[derive(Clone, Debug, PartialEq)]
struct Agent {
    radius: f32,
    clearances: Arc<PortalClearances>,
}

/// An invalid cost.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum FilterError {
    /// A factor is not a positive finite number.
    #[error("terrain {terrain} has the cost factor {factor}, but it must be finite and above 0; to exclude a terrain, forbid it", terrain = terrain.0)]
    InvalidFactor {
        /// The terrain class.
        terrain: Terrain,
        /// The offending factor.
        factor: f32,
    },
}

impl FilterError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::InvalidFactor { .. } => (1, "invalid_factor"),
        }
    }
}

impl QueryFilter {
    /// A filter that forbids nothing and has factor 1 for every terrain class: the cheapest
    /// path is the shortest.
    #[must_use]
    pub const fn uniform() -> Self {
        Self {
            factors: [1.0; 256],
            forbidden_links: [false; LinkKind::ALL.len()],
            forbidden_areas: Vec::new(),
            forbidden_single_links: Vec::new(),
            least: 1.0,
            is_uniform: true,
            forbids_terrain: false,
            agent: None,
            state: FilterState::UNIFORM,
        }
    }

    /// Returns the state of this filter, a hash of its costs and permissions. So a caller can check in O(1) that a
    /// path was tested with the same ones.
    ///
    /// Equal filters have the same state, also if they were built one by one: a game that goes back to an earlier tick need not
    /// have kept the filter of that tick. An exception are filters that [fit an agent](Self::fit_agent): only clones
    /// share their state.
    ///
    /// ```
    /// use tautline_navmesh::{QueryFilter, Terrain};
    ///
    /// let mut filter = QueryFilter::uniform();
    /// let before = filter.clone();
    /// assert_eq!(filter.state(), before.state());
    /// filter.forbid(Terrain(3));
    /// assert_ne!(filter.state(), before.state());
    /// filter.set(Terrain(3), 1.0)?;
    /// assert_eq!(filter.state(), before.state());
    /// # Ok::<(), tautline_navmesh::FilterError>(())
    /// ```
    #[must_use]
    #[doc(hidden)]
    pub const fn state(&self) -> FilterState {
        self.state
    }

    /// Forbids the borders that are too narrow for an agent with a radius, in world units, by
    /// the [`PortalClearances`] of the mesh: one mesh for agents of all sizes. Paths still
    /// touch corners. The corridor search and the search over weighted terrain support it; the exact
    /// search does not. For exact paths that keep away from walls, make a mesh with `inset` of
    /// `tautline-meshgen`. An agent with a negative radius fits everywhere; with a radius that is not
    /// a number, nowhere.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tautline_navmesh::{
    ///     PortalClearances, Corridor, CorridorScratch, QueryFilter, PathQuery, QueryError,
    ///     Terrain, Vec2, find_corridor, rectangles_from_cells,
    /// };
    ///
    /// // Two rooms, a door of width 1 and a detour of width 3.
    /// let map = ["...#....", "........", "...#....", "...#....", "........", "........", "........"];
    /// let raw = rectangles_from_cells(8, 7, |x, y| {
    ///     (map[y as usize].as_bytes()[x as usize] == b'.').then_some(Terrain(0))
    /// });
    /// let mesh = raw.build()?;
    /// let clearances = Arc::new(PortalClearances::measure(&mesh));
    /// let (mut scratch, mut corridor) = (CorridorScratch::new(), Corridor::default());
    /// let mut cost = |radius| {
    ///     let mut filter = QueryFilter::uniform();
    ///     filter.fit_agent(radius, &clearances);
    ///     let query = PathQuery::new(Vec2::new(1.0, 1.5), Vec2::new(7.0, 1.5)).with_filter(&filter);
    ///     find_corridor(&mesh, &query, &mut scratch, &mut corridor)
    /// };
    /// assert!(cost(0.4)? < cost(1.0)?);
    /// assert_eq!(cost(2.0), Err(QueryError::Unreachable));
    /// assert_eq!(cost(f32::NAN), Err(QueryError::Unreachable));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fit_agent(&mut self, radius: f32, clearances: &Arc<PortalClearances>) {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        self.state.toggle(Setting::Agent(NEXT.fetch_add(1, Ordering::Relaxed)));
        self.agent = Some(Agent { radius, clearances: Arc::clone(clearances) });
    }

    /// Returns true if [`Self::fit_agent`] has set an agent radius.
    #[must_use]
    pub const fn fits_agent(&self) -> bool {
        self.agent.is_some()
    }

    /// Returns true if the agent of [`Self::fit_agent`] may be small enough to cross a border,
    /// or if there is none.
    #[inline]
    #[must_use]
    #[doc(hidden)]
    pub fn admits(&self, edge: HalfEdgeId) -> bool {
        self.agent.as_ref().is_none_or(|agent| agent.clearances.admits(edge, agent.radius))
    }

    /// Sets the cost of a unit of distance on a terrain class.
    ///
    /// # Errors
    ///
    /// [`FilterError::InvalidFactor`] unless the factor is finite and above 0.
    pub fn set(&mut self, terrain: Terrain, factor: f32) -> Result<(), FilterError> {
        if !factor.is_finite() || factor <= 0.0 {
            return Err(FilterError::InvalidFactor { terrain, factor });
        }
        self.replace(terrain, factor.into());
        Ok(())
    }

    /// Forbids a terrain class.
    pub fn forbid(&mut self, terrain: Terrain) {
        self.replace(terrain, f64::INFINITY);
    }

    /// Forbids a kind of links.
    pub fn forbid_links(&mut self, kind: LinkKind) {
        if !std::mem::replace(&mut self.forbidden_links[kind as usize], true) {
            self.state.toggle(Setting::LinkKind(kind));
        }
    }

    /// Forbids a single area, whatever its terrain class: a closed door, an occupied place. Ids
    /// that the mesh does not have do no harm. Takes a few bytes per forbidden area.
    ///
    /// ```
    /// use tautline_navmesh::{AreaId, QueryFilter};
    ///
    /// let (hall, door) = (AreaId(0), AreaId(1));
    /// let mut filter = QueryFilter::uniform();
    /// filter.forbid_area(door);
    /// assert!(filter.allows_area(hall) && !filter.allows_area(door));
    /// filter.permit_area(door);
    /// assert_eq!(filter, QueryFilter::uniform());
    /// ```
    pub fn forbid_area(&mut self, area: AreaId) {
        if insert(&mut self.forbidden_areas, area) {
            self.state.toggle(Setting::Area(area));
        }
    }

    /// Reverts [`Self::forbid_area`]. The terrain class of the area may still be forbidden.
    pub fn permit_area(&mut self, area: AreaId) {
        if remove(&mut self.forbidden_areas, area) {
            self.state.toggle(Setting::Area(area));
        }
    }

    /// Forbids a single link, whatever its kind: a raised ladder, a door between two floors.
    /// Ids that the mesh does not have do no harm.
    ///
    /// ```
    /// use tautline_navmesh::{QueryFilter, LinkId, LinkKind};
    ///
    /// let mut filter = QueryFilter::uniform();
    /// filter.forbid_link(LinkId(3));
    /// assert!(filter.allows_link(LinkId(2)) && !filter.allows_link(LinkId(3)));
    /// assert!(filter.allows_links(LinkKind::Ladder), "no kind is excluded");
    /// filter.permit_link(LinkId(3));
    /// assert_eq!(filter, QueryFilter::uniform());
    /// ```
    pub fn forbid_link(&mut self, link: LinkId) {
        if insert(&mut self.forbidden_single_links, link) {
            self.state.toggle(Setting::Link(link));
        }
    }

    /// Reverts [`Self::forbid_link`]. The kind of the link may still be forbidden.
    pub fn permit_link(&mut self, link: LinkId) {
        if remove(&mut self.forbidden_single_links, link) {
            self.state.toggle(Setting::Link(link));
        }
    }

    /// Returns true if a single link is not forbidden. Its kind may be: see
    /// [`Self::allows_links`]. O(log n) for n forbidden links, O(1) for none.
    #[inline]
    #[must_use]
    pub fn allows_link(&self, link: LinkId) -> bool {
        self.forbidden_single_links.binary_search(&link).is_err()
    }

    /// Returns true if neither a link nor its kind is forbidden.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn takes(&self, link: LinkId, kind: LinkKind) -> bool {
        self.allows_links(kind) && self.allows_link(link)
    }

    /// Returns true if any single link is forbidden. O(1).
    pub(crate) const fn forbids_single_links(&self) -> bool {
        !self.forbidden_single_links.is_empty()
    }

    /// Returns true if a single area is not forbidden. Its terrain class may be:
    /// [`NavMesh::is_open`](crate::NavMesh::is_open) tests both. O(log n) for n forbidden
    /// areas, O(1) for none.
    #[inline]
    #[must_use]
    pub fn allows_area(&self, area: AreaId) -> bool {
        self.forbidden_areas.binary_search(&area).is_err()
    }

    /// Returns true if any single area is forbidden.
    ///
    /// ```
    /// use tautline_navmesh::{AreaId, QueryFilter, Terrain};
    ///
    /// let mut filter = QueryFilter::uniform();
    /// filter.forbid(Terrain(3));
    /// assert!(!filter.forbids_areas(), "a terrain class is not a single area");
    /// filter.forbid_area(AreaId(7));
    /// assert!(filter.forbids_areas());
    /// ```
    #[must_use]
    #[doc(hidden)]
    pub const fn forbids_areas(&self) -> bool {
        !self.forbidden_areas.is_empty()
    }

    /// The single areas that are forbidden, in order.
    pub(crate) fn forbidden_areas(&self) -> impl Iterator<Item = AreaId> + Clone + '_ {
        self.forbidden_areas.iter().copied()
    }

    /// Returns true if a terrain class is not forbidden.
    #[must_use]
    pub fn allows(&self, terrain: Terrain) -> bool {
        self.factor(terrain).is_finite()
    }

    /// Returns true if a kind of links is not forbidden.
    #[must_use]
    pub fn allows_links(&self, kind: LinkKind) -> bool {
        !self.forbidden_links[kind as usize]
    }

    /// The cost of a unit of distance on a terrain class; infinity if it is forbidden.
    #[must_use]
    pub fn factor(&self, terrain: Terrain) -> f64 {
        self.factors[usize::from(terrain.0)]
    }

    /// Returns true if all classes that are not forbidden cost the same. O(1).
    #[inline]
    #[must_use]
    pub const fn is_uniform(&self) -> bool {
        self.is_uniform
    }

    /// Returns true if any terrain class or any single area is forbidden. O(1).
    #[inline]
    #[must_use]
    #[doc(hidden)]
    pub const fn forbids_ground(&self) -> bool {
        self.forbids_terrain || self.forbids_areas()
    }

    /// The least factor of the classes that are not forbidden.
    #[must_use]
    #[doc(hidden)]
    pub const fn least_factor(&self) -> f64 {
        self.least
    }

    fn replace(&mut self, terrain: Terrain, factor: f64) {
        let old = std::mem::replace(&mut self.factors[usize::from(terrain.0)], factor);
        self.state.toggle(Setting::Factor(terrain.0, old));
        self.state.toggle(Setting::Factor(terrain.0, factor));
        self.least = self.factors.iter().copied().fold(f64::INFINITY, f64::min);
        let is_least = |factor: &f64| factor.to_bits() == self.least.to_bits();
        self.is_uniform = self.factors.iter().all(|factor| !factor.is_finite() || is_least(factor));
        self.forbids_terrain = !self.factors.iter().all(|factor| factor.is_finite());
    }
}

impl Default for QueryFilter {
    fn default() -> Self {
        Self::uniform()
    }
}

/// Inserts a value into a sorted vector without duplicates. Returns false if it was there.
fn insert<T: Ord>(sorted: &mut Vec<T>, value: T) -> bool {
    let place = sorted.binary_search(&value);
    if let Err(index) = place {
        sorted.insert(index, value);
    }
    place.is_err()
}

/// Removes a value from a sorted vector. Returns false if it was not there.
fn remove<T: Ord>(sorted: &mut Vec<T>, value: T) -> bool {
    let place = sorted.binary_search(&value);
    if let Ok(index) = place {
        sorted.remove(index);
    }
    place.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_of_areas_is_what_was_put_in_and_not_taken_out() {
        let mut filter = QueryFilter::uniform();
        let numbers = [700, 0, 63, 64, u32::MAX, 65, 127, 128];
        for number in numbers {
            filter.forbid_area(AreaId(number));
            filter.forbid_area(AreaId(number));
        }
        for number in (0..1000).chain([u32::MAX - 1, u32::MAX]) {
            assert_eq!(filter.allows_area(AreaId(number)), !numbers.contains(&number), "{number}");
        }
        for number in numbers {
            assert!(filter.forbids_areas());
            filter.permit_area(AreaId(number));
            filter.permit_area(AreaId(number));
        }
        assert!(!filter.forbids_areas());
        assert_eq!(filter, QueryFilter::uniform());
    }

    #[test]
    fn equal_filters_have_the_same_state_whatever_led_to_them() -> Result<(), FilterError> {
        let build = |swapped: bool| -> Result<QueryFilter, FilterError> {
            let mut filter = QueryFilter::uniform();
            for step in 0..4 {
                match if swapped { 3 - step } else { step } {
                    0 => filter.set(Terrain(1), 3.0)?,
                    1 => (0..3).for_each(|area| filter.forbid_area(AreaId(area))),
                    2 => filter.forbid_link(LinkId(1)),
                    _ => filter.forbid_links(LinkKind::Jump),
                }
            }
            Ok(filter)
        };
        let (one, mut other) = (build(false)?, build(true)?);
        assert_eq!((&one, one.state()), (&other, other.state()));
        let changes: [[fn(&mut QueryFilter); 2]; 4] = [
            [|it| it.permit_area(AreaId(1)), |it| it.forbid_area(AreaId(1))],
            [|it| it.permit_link(LinkId(1)), |it| it.forbid_link(LinkId(1))],
            [|it| it.forbid(Terrain(1)), |it| it.replace(Terrain(1), 3.0)],
            [|it| it.replace(Terrain(2), 3.0), |it| it.replace(Terrain(2), 1.0)],
        ];
        for [change, undo] in changes {
            change(&mut other);
            change(&mut other);
            assert_ne!(one.state(), other.state());
            undo(&mut other);
            assert_eq!((&one, one.state()), (&other, other.state()));
        }
        Ok(())
    }

    #[test]
    fn equality_does_not_depend_on_the_order_of_insertion() {
        let (mut one, mut other) = (QueryFilter::uniform(), QueryFilter::uniform());
        for number in [9, 1000, 70] {
            one.forbid_area(AreaId(number));
        }
        for number in [70, 5000, 1000, 9] {
            other.forbid_area(AreaId(number));
        }
        assert_ne!(one, other);
        other.permit_area(AreaId(5000));
        assert_eq!(one, other);
    }
}
