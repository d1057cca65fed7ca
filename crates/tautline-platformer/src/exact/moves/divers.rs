//! Falls at full speed take plunges.

use super::falls::Falls;
use super::harvest::ANYWHERE;
use super::link::Link;
use super::pass::Moment;
use super::piece::{Piece, tidy};
use super::plunge::{Plunge, go_on};
use super::plunges::Plunges;
use super::repeat::leave_out;
use super::{Propagation, Route};
use crate::exact::flights::{Flights, Rhythm};
use crate::exact::terrain::Walk;

/// A fall that has entered a row at full speed.
#[derive(Debug, Clone)]
struct Diver {
    time: u32,
    /// Which of the falls it is.
    fall: usize,
    rhythm: Rhythm,
    pieces: Vec<Piece>,
}

/// All that have entered a row at full speed.
#[derive(Debug, Clone, Default)]
pub(super) struct Divers {
    /// Who comes first is first.
    divers: Vec<Diver>,
    /// Memory.
    parts: Vec<Piece>,
}

impl Propagation<'_> {
    /// Lets all that have entered a row at full speed take plunges to a row further down,
    /// where they begin again; gives the leftmost place of these.
    #[inline(never)]
    pub(super) fn dive(&mut self, row: i32, memory: &mut Falls) -> i32 {
        let mut left = i32::MAX;
        let (Some(plunges), Some(last_row)) = (self.plunges, Plunges::last_row(row)) else {
            return left;
        };
        let walk = self.terrain.walk;
        let rows = (row - last_row).cast_unsigned() as usize;
        let mut divers = std::mem::take(&mut self.workspace.divers);
        divers.gather(row, memory, self.flights, &mut self.workspace.spare);
        divers.drop_repeated(walk);
        for Diver { time: now, fall, rhythm, pieces } in divers.divers.drain(..) {
            let fall = &mut memory.falls[fall];
            let Route { flight, bump, time, .. } = fall.route;
            let end = self.flights.events(flight, bump).get(fall.next - 1 + rows);
            let blocks = places_of(&pieces).map(|places| plunges.blocks(places));
            for block in blocks.into_iter().flatten() {
                let begin = (row, fall.moment.one_more);
                let inner = &mut self.workspace.inner;
                let plunge = plunges.get(self.terrain, begin, rhythm, block, inner);
                self.workspace.looks.add_swath(&plunge.swath);
                let within = some_within(&pieces, plunges.places(block));
                self.land_from(plunge, fall.route, now, within, &mut divers.parts);
                if let Some(end) = end {
                    let walks = [now, time + end.time - now].map(|frames| walk.reach(frames));
                    go_on(within, &plunge.passed, walks, &mut fall.pieces);
                }
            }
            self.give_back(pieces);
            if let Some(end) = end {
                tidy(&mut fall.pieces);
                let one_more = end.one_more;
                fall.moment = Moment { last: time + end.time, lowest: last_row, one_more };
            }
            fall.next += rows;
            fall.first_row = last_row - 1;
            left = fall.pieces.first().map_or(left, |piece| left.min(piece.at[0]));
        }
        self.workspace.divers = divers;
        left
    }

    /// Links from pieces to where they land in a plunge.
    #[inline(never)]
    fn land_from(
        &mut self,
        plunge: &Plunge,
        route: Route,
        time: u32,
        pieces: &[Piece],
        parts: &mut Vec<Piece>,
    ) {
        let walk = self.terrain.walk;
        let Some([low, high]) = places_of(pieces) else { return };
        for landings in &plunge.landings {
            let landed = time + landings.time;
            let is_near = landings.from[0] <= high && low <= landings.from[1];
            let harvest = &mut self.workspace.harvest;
            if !is_near
                || landed >= harvest.settled(landings.to, ANYWHERE)
                || self.source == Some(landings.to)
            {
                continue;
            }
            parts.clear();
            let walks = [time, landings.time].map(|frames| walk.reach(frames));
            go_on(pieces, plunge.ways(landings), walks, parts);
            tidy(parts);
            let to = self.terrain.ground.listed(landings.to);
            for part in parts.iter() {
                if landed < harvest.settled(to.id, harvest.kind_of(part.from)) {
                    let link = Link::of_piece(part, landed, route.flight, route.bump);
                    harvest.add(&to, link, walk, false);
                }
            }
        }
    }
}

impl Divers {
    /// Lists all that have entered a row at full speed, and takes their pieces.
    fn gather(
        &mut self,
        row: i32,
        memory: &mut Falls,
        flights: &Flights,
        spare: &mut Vec<Vec<Piece>>,
    ) {
        let Falls { falls, active, .. } = memory;
        for &index in active.iter() {
            let fall = &mut falls[index];
            if fall.pieces.is_empty() || fall.moment.lowest != row {
                continue;
            }
            let events = flights.events(fall.route.flight, fall.route.bump);
            let entered = fall.next.checked_sub(1).and_then(|event| events.get(event));
            if let Some(rhythm) = entered.and_then(|event| event.rhythm) {
                let pieces = std::mem::replace(&mut fall.pieces, spare.pop().unwrap_or_default());
                self.divers.push(Diver { time: fall.moment.last, fall: index, rhythm, pieces });
            }
        }
        self.divers.sort_unstable_by_key(|diver| (diver.time, diver.fall));
    }

    /// Drops of the pieces of each what others of its rhythm see to that came before it:
    /// whatever it does from here on, they do.
    fn drop_repeated(&mut self, walk: Walk) {
        let Self { divers, parts } = self;
        for index in 1..divers.len() {
            let (before, rest) = divers.split_at_mut(index);
            let Some(diver) = rest.first_mut() else { continue };
            for known in before.iter().rev().filter(|known| known.rhythm == diver.rhythm) {
                let ahead = walk.reach(diver.time - known.time);
                let reach = walk.reach(diver.time);
                if leave_out(&diver.pieces, &known.pieces, reach, ahead, parts) {
                    std::mem::swap(&mut diver.pieces, parts);
                }
            }
        }
    }
}

/// Of pieces that come from the left all that have places in an interval, without most
/// of the others.
fn some_within(pieces: &[Piece], [low, high]: [i32; 2]) -> &[Piece] {
    let first = pieces.iter().position(|piece| piece.at[1] >= low).unwrap_or(pieces.len());
    let count = pieces[first..].iter().take_while(|piece| piece.at[0] <= high).count();
    &pieces[first..first + count]
}

/// From the least to the greatest place of some pieces, which come from the left.
fn places_of(pieces: &[Piece]) -> Option<[i32; 2]> {
    let low = pieces.first()?.at[0];
    Some(pieces.iter().fold([low, low], |[low, high], piece| [low, high.max(piece.at[1])]))
}

#[cfg(test)]
mod tests {
    use super::super::{Link, Links, Workspace};
    use super::*;
    use crate::exact::{Planner, PlannerOptions};
    use crate::{Body, Character, Outside, Physics, Tiles};
    use tautline_fixtures::{SplitMix64, levels};

    /// Frames from a place to a place by some of the links, walking before and after them.
    fn frames_by(links: &[Link], [from, to]: [i32; 2], walk: Walk) -> Option<u32> {
        let by = |link: &Link| {
            let away = (link.from[0] - from).max(from - link.from[1]).max(0);
            let waits = walk.frames(away)..walk.frames(away) + 40;
            let frames = waits.filter_map(|wait| {
                let reach = walk.reach(wait);
                let launches = [link.from[0].max(from - reach), link.from[1].min(from + reach)];
                let reach = walk.reach(link.time);
                let landings =
                    [link.to[0].max(launches[0] - reach), link.to[1].min(launches[1] + reach)];
                let is_move = launches[0] <= launches[1] && landings[0] <= landings[1];
                let rest = (landings[0] - to).max(to - landings[1]).max(0);
                is_move.then(|| wait + link.time + walk.frames(rest))
            });
            frames.min()
        };
        links.iter().filter_map(by).min()
    }

    fn index(random: &mut SplitMix64, count: u64) -> usize {
        usize::try_from(random.below(count)).unwrap()
    }

    fn to_span(links: &Links, to: u32) -> &[Link] {
        let group = links.groups.iter().position(|group| group.to == to);
        group.map_or(&[], |group| &links.links[links.of_group(group)])
    }

    #[test]
    fn who_takes_plunges_comes_as_soon_to_the_same_places() {
        let mut random = SplitMix64::new(14);
        let mut deep = 0;
        for seed in 0..12 {
            let rows = match seed % 4 {
                0 => levels::platforms(seed, 60, 120),
                1 => levels::noise(seed, 60, 120, 3),
                _ => levels::open_field(seed, 60, 120),
            };
            let outside = if seed % 3 == 0 { Outside::Solid } else { Outside::Deadly };
            let tiles = Tiles::from_rows(&rows, outside).unwrap();
            let [width, height] = [[12.0, 12.0], [8.0, 30.0], [20.0, 16.0]][index(&mut random, 3)];
            let max_fall = [900.0, 600.0, 300.0][index(&mut random, 3)];
            let physics = Physics { max_fall, ..Physics::default() };
            let character = Character::new(&physics, Body { width, height }).unwrap();
            let planner = Planner::new(tiles, character, PlannerOptions::default()).unwrap();
            let (terrain, plunges) = (&planner.terrain, &planner.plunges);
            let mut workspace = Workspace::default();
            for source in terrain.ground.ids().step_by(5) {
                let both = [None, Some(plunges)]
                    .map(|plunges| terrain.links(source, plunges, &mut workspace));
                let pairs = [[&both[0], &both[1]], [&both[1], &both[0]]];
                for ([links, others], group) in pairs
                    .iter()
                    .flat_map(|pair| pair[0].groups.iter().map(move |group| (pair, group)))
                {
                    let others = to_span(others, group.to);
                    deep += u32::from(
                        terrain.ground.span(group.to).row + 60 < terrain.ground.span(source).row,
                    );
                    for link in to_span(links, group.to) {
                        for _ in 0..8 {
                            let mut place = |[low, high]: [i32; 2]| match random.below(4) {
                                0 => low,
                                1 => high,
                                _ => random.between(low, high),
                            };
                            let pair = [place(link.from), place(link.to)];
                            if (pair[0] - pair[1]).abs() <= terrain.walk.reach(link.time) {
                                let frames = frames_by(others, pair, terrain.walk);
                                assert!(
                                    frames <= Some(link.time) && frames.is_some(),
                                    "{link:?} {pair:?} {others:?}"
                                );
                            }
                        }
                    }
                }
            }
        }
        assert!(deep > 1_000, "{deep}");
    }
}
