//! Validation and restoring of stored links.

use std::ops::Range;
use std::sync::OnceLock;

use super::{LinkFault, StoredLinks, StoredLinksError};
use crate::exact::flights::{Change, Event, Flight, NO_BUMP};
use crate::exact::index::{index_of, row_index};
use crate::exact::landmarks::Landmarks;
use crate::exact::moves::kinds::STEP_OVER;
use crate::exact::moves::{Group, Link, Links, ReadColumns};
use crate::exact::planner::Planner;
use crate::exact::terrain::{Interval, Span, SpanId};

impl Planner {
    /// Restores links and landmarks from a planner with the same level, character and options.
    /// After that, this planner is as good as baked.
    ///
    /// Checks that the links belong to this level, that each link connects two of its spans by a
    /// flight that leads from one to the other, and that every index is in bounds. It does not
    /// check that no link is missing, or that none passes through an obstacle, since only finding
    /// them again could show that: protect files by a checksum. With such a link, a plan fails with
    /// [`PlanError::ImpossibleMove`](super::super::PlanError::ImpossibleMove), or the character
    /// does not arrive as planned.
    ///
    /// O(tiles / 64 + links).
    ///
    /// # Errors
    ///
    /// The first [`StoredLinksError`]. The planner is then unchanged.
    pub fn restore_links(&mut self, stored: &StoredLinks) -> Result<(), StoredLinksError> {
        let expected = self.fingerprint();
        if stored.fingerprint != expected {
            return Err(StoredLinksError::Fingerprint { found: stored.fingerprint, expected });
        }
        let restoring = Restoring::new(self, stored)?;
        let links = (0..restoring.ids.len()).map(|span| restoring.links(span));
        let links = links.collect::<Result<Vec<Links>, _>>()?;
        let landmarks = restoring.landmarks()?;
        let ids = restoring.ids;
        for (id, links) in ids.into_iter().zip(links) {
            self.links[id as usize] = OnceLock::from(links);
        }
        self.invalidate_derived();
        self.landmarks = landmarks;
        Ok(())
    }
}

/// Stored links with consistent lists, and their planner.
struct Restoring<'a> {
    planner: &'a Planner,
    stored: &'a StoredLinks,
    /// The lowest and the topmost row that each flight overlaps before it only falls, counted from
    /// the row of the launch.
    rows: Vec<[i32; 2]>,
    /// The ids of the spans, in the order of the lists.
    ids: Vec<SpanId>,
}

impl<'a> Restoring<'a> {
    fn new(planner: &'a Planner, stored: &'a StoredLinks) -> Result<Self, StoredLinksError> {
        let terrain = &planner.terrain;
        let ids: Vec<SpanId> = terrain.spans.ids().collect();
        let (spans, links) = (ids.len(), stored.times.len());
        check_length("group ends", stored.group_ends.len(), spans)?;
        check_length("first read rows", stored.first_read_rows.len(), spans)?;
        check_length("ends of read rows", stored.read_ends.len(), spans)?;
        check_length("link ends", stored.link_ends.len(), stored.destinations.len())?;
        check_length("flights", stored.flights.len(), links)?;
        check_length("bumps", stored.bumps.len(), links)?;
        check_length("margins", stored.margins.len(), links.saturating_mul(4))?;
        check_length("residues", stored.residues.len(), if terrain.digital { links } else { 0 })?;
        check_ends("group ends", &stored.group_ends, "destinations", stored.destinations.len())?;
        check_ends("link ends", &stored.link_ends, "times", links)?;
        let read_rows = stored.read_columns.len() / 2;
        check_ends("ends of read rows", &stored.read_ends, "read rows", read_rows)?;
        let rows = terrain.flights.all.iter().map(|Flight { events, .. }| {
            let last = events.iter().rposition(|event| event.change == Change::Rise);
            let entered = events[..last.map_or(0, |last| last + 1)].iter().map(|it| it.entered);
            let standing = [0, terrain.rows.body_rows - 1];
            entered.fold(standing, |[low, top], row| [low.min(row), top.max(row)])
        });
        Ok(Self { planner, stored, rows: rows.collect(), ids })
    }

    /// Checks and returns the links from a span.
    fn links(&self, rank: usize) -> Result<Links, StoredLinksError> {
        let stored = self.stored;
        let from = self.span(rank);
        let range = entries(&stored.group_ends, rank);
        let mut groups = Vec::with_capacity(range.len());
        let count = range.clone().map(|group| entries(&stored.link_ends, group).len()).sum();
        let mut links: Vec<Link> = Vec::with_capacity(count);
        let mut before = None;
        for group in range {
            let destination = stored.destinations[group];
            let of_group = entries(&stored.link_ends, group);
            // Searches rely on sorted groups, on fast links first, and on links that leave their
            // span.
            let is_in_order = before < Some(destination)
                && (destination as usize) < self.ids.len()
                && destination as usize != rank;
            if !is_in_order || of_group.is_empty() {
                return Err(StoredLinksError::Group { group, span: destination });
            }
            before = Some(destination);
            groups.push(Group {
                to: self.ids[destination as usize],
                first: index_of(links.len()),
                fastest: stored.times[of_group.start],
            });
            let to = self.span(destination as usize);
            for index in of_group.clone() {
                let link = self.link(index, [from, to]);
                let is_slower =
                    index > of_group.start && stored.times[index - 1] > stored.times[index];
                let link = if is_slower { Err(LinkFault::Order) } else { link };
                links.push(link.map_err(|fault| StoredLinksError::Link { link: index, fault })?);
            }
        }
        let (read, _) = stored.read_columns.as_chunks();
        let read = &read[entries(&stored.read_ends, rank)];
        let first_read_row = i32::from(stored.first_read_rows[rank]) - 1;
        let end = row_index(first_read_row) + read.len();
        let links = Links {
            groups: groups.into(),
            links: links.into(),
            first_read_row,
            read: read.iter().map(|&[first, last]| ReadColumns { first, last }).collect(),
        };
        // Otherwise a change of tiles would leave links to spans that are gone.
        let planner = self.planner;
        let mut spans = links.groups.iter().map(|group| planner.terrain.spans.span(group.to));
        let reads_landings = spans.all(|span| planner.may_land_on(&links, span));
        if end > row_index(planner.terrain.rows.count) + 1 || !reads_landings {
            return Err(StoredLinksError::Rows { span: rank });
        }
        Ok(links)
    }

    fn span(&self, rank: usize) -> Span {
        self.planner.terrain.spans.span(self.ids[rank])
    }

    /// Checks and returns a link between two spans.
    fn link(&self, index: usize, [source, destination]: [Span; 2]) -> Result<Link, LinkFault> {
        let (stored, terrain) = (self.stored, &self.planner.terrain);
        let (time, flight, bump) =
            (stored.times[index], stored.flights[index], stored.bumps[index]);
        let margins = &stored.margins[4 * index..4 * index + 4];
        let from = within(source, [margins[0], margins[1]]).ok_or(LinkFault::Span)?;
        let to = within(destination, [margins[2], margins[3]]).ok_or(LinkFault::Span)?;
        let landing = self.landing(flight, bump, time).ok_or(LinkFault::Profile)?;
        let [row, top] = landing.map(|row| source.row + row);
        let [low, _] = self.rows[usize::from(flight)];
        if row != destination.row || source.row + low < 0 || top >= terrain.rows.count {
            return Err(LinkFault::Profile);
        }
        let reach = terrain.walk.reach(time);
        if !(to.grown(reach).contains(from) && from.grown(reach).contains(to)) {
            return Err(LinkFault::Distance);
        }
        let mut residues = u64::MAX;
        if terrain.digital {
            residues = stored.residues[index];
            let possible = from.residues(terrain.walk) & to.residues(terrain.walk);
            if residues == 0 || residues & !possible != 0 {
                return Err(LinkFault::Residues);
            }
        }
        Ok(Link { time, flight, bump, from, to, residues })
    }

    /// Returns the row in which a flight lands at a time, and the topmost row that it overlaps
    /// before, both counted from the row of the launch. `bump` is the event in which it hits a
    /// ceiling. `None` if it does not land then.
    fn landing(&self, flight: u16, bump: u16, time: u32) -> Option<[i32; 2]> {
        let flights = &self.planner.terrain.flights;
        let events = &flights.all.get(usize::from(flight))?.events;
        if bump != NO_BUMP {
            let event = events.get(usize::from(bump))?;
            let fallen = landing_at(&flights.bump, time.checked_sub(event.time)?)?;
            let ceiling = event.entered;
            return (event.change == Change::Rise).then(|| [ceiling + fallen + 1, ceiling - 1]);
        }
        let row = if flight == STEP_OVER {
            (time == 1).then_some(0)?
        } else {
            landing_at(events, time)? + 1
        };
        let [_, top] = self.rows[usize::from(flight)];
        Some([row, top])
    }

    fn landmarks(&self) -> Result<Option<Landmarks>, StoredLinksError> {
        let times = &self.stored.landmarks;
        if times.is_empty() {
            return Ok(None);
        }
        let is_possible = self.planner.can_have_landmarks();
        let expected = if is_possible { Landmarks::length_for(self.ids.len()) } else { 0 };
        check_length("times of landmarks", times.len(), expected)?;
        let spans = self.planner.links.len();
        let overflowed = self.stored.landmarks_overflowed;
        Ok(Some(Landmarks::of_times(spans, &self.ids, times, overflowed)))
    }
}

/// Returns the row that a profile enters by falling at a time.
fn landing_at(events: &[Event], time: u32) -> Option<i32> {
    let event = &events[events.binary_search_by_key(&time, |event| event.time).ok()?];
    (event.change == Change::Fall).then_some(event.entered)
}

/// Returns the part of a span that leaves a margin on both sides; `None` if the margins overlap.
fn within(Span { positions, .. }: Span, [left, right]: [u32; 2]) -> Option<Interval> {
    let width = (positions.high - positions.low).cast_unsigned();
    (left.checked_add(right)? <= width).then(|| {
        Interval::new(positions.low + left.cast_signed(), positions.high - right.cast_signed())
    })
}

/// Returns the range of an entry, given the ends of all entries.
fn entries(ends: &[u32], index: usize) -> Range<usize> {
    let begin = index.checked_sub(1).map_or(0, |before| ends[before] as usize);
    begin..ends[index] as usize
}

fn check_length(list: &'static str, found: usize, expected: usize) -> Result<(), StoredLinksError> {
    let is_right = found == expected;
    is_right.then_some(()).ok_or(StoredLinksError::Length { list, found, expected })
}

/// Checks that ends ascend up to the length of the list that they divide.
fn check_ends(
    list: &'static str,
    ends: &[u32],
    divided: &'static str,
    length: usize,
) -> Result<(), StoredLinksError> {
    let mut before = 0;
    for (index, &end) in ends.iter().enumerate() {
        if end < before || end as usize > length {
            return Err(StoredLinksError::End { list, index, end });
        }
        before = end;
    }
    check_length(divided, length, before as usize)
}
