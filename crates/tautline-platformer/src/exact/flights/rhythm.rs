//! Falls at full speed, which are all alike but for where in a row they are.

use crate::Character;

/// In which frames a fall at full speed enters and leaves rows, counted from when it
/// entered one: falls of one rhythm go on alike, each row that they enter at the same time.
///
/// The rows that a body overlaps change where its lower or its upper side passes from one
/// tile to the next. What it falls in a frame and the height of a tile are both multiples
/// of some unit, so that only two things matter: in how manieth unit of a tile the lower
/// side is, and whether the upper side is in a further one or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Rhythm(u16);

/// The falls of characters that have more rhythms than this are not told apart: few of
/// them would ever be alike.
const MOST_RHYTHMS: i64 = 128;

impl Rhythm {
    /// That of a body at full speed whose lower side is at a height.
    pub(super) fn of(height: i64, character: &Character) -> Option<Self> {
        let Units { tile, unit, over } = Units::of(character);
        let above = height.rem_euclid(tile);
        let is_over = above % unit >= over;
        let number = above / unit * 2 + i64::from(is_over);
        u16::try_from(number).ok().filter(|_| tile / unit * 2 <= MOST_RHYTHMS).map(Self)
    }

    /// For each that a character may have, by number, a height within a tile at which it
    /// is that of the body.
    pub(super) fn heights(character: &Character) -> impl Iterator<Item = i64> {
        let Units { tile, unit, over } = Units::of(character);
        let count = if tile / unit * 2 <= MOST_RHYTHMS { tile / unit } else { 0 };
        (0..count).flat_map(move |above| [above * unit, above * unit + over])
    }

    /// Which of them it is, from 0.
    pub(in crate::exact) const fn number(self) -> u16 {
        self.0
    }
}

/// What the rhythms of a character follow from.
struct Units {
    /// The height of a tile.
    tile: i64,
    /// What a tile and a frame of the fall are multiples of.
    unit: i64,
    /// From so much of a unit on, the upper side is in a further one.
    over: i64,
}

impl Units {
    fn of(character: &Character) -> Self {
        let tile = i64::from(character.tile[1]);
        let unit = greatest_common_divisor(tile, i64::from(character.max_fall));
        Self { tile, unit, over: (1 - i64::from(character.size[1])).rem_euclid(unit) }
    }
}

fn greatest_common_divisor(one: i64, other: i64) -> i64 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::super::{Event, Flights};
    use crate::{Body, Character, Physics};

    #[test]
    fn falls_of_a_rhythm_go_on_alike() {
        let bodies = [[12.0, 12.0], [8.0, 16.0], [16.0, 31.5], [40.0, 3.0]];
        for (max_fall, tile) in [(900.0, 16.0), (450.0, 16.0), (600.0, 24.0), (60.0, 8.0)] {
            for [width, height] in bodies {
                let physics = Physics { max_fall, tile, ..Physics::default() };
                let character = Character::new(&physics, Body { width, height }).unwrap();
                let by_rhythm = Flights::at_full_speed(&character, 60);
                let mut alike = 0;
                for flight in &Flights::new(&character, 80, true).all {
                    for (index, event) in flight.events.iter().enumerate() {
                        let Some(rhythm) = event.rhythm else { continue };
                        let next = &flight.events[index + 1..];
                        let others = &by_rhythm.all[usize::from(rhythm.number())].events;
                        for (own, other) in next.iter().zip(others) {
                            let leave = own.leave.map(|leave| {
                                (leave.time - event.time, leave.lowest - event.lowest)
                            });
                            assert_eq!(leave, other.leave.map(|leave| (leave.time, leave.lowest)));
                            let own = Event {
                                time: own.time - event.time,
                                lowest: own.lowest - event.lowest,
                                leave: other.leave,
                                ..*own
                            };
                            assert_eq!(own, *other);
                            alike += 1;
                        }
                    }
                }
                assert!(alike > 1_000, "{max_fall} {tile} {alike}");
            }
        }
    }
}
