//! Positions on the command line.

use std::fmt;
use std::str::FromStr;

use tautline::Vec2;
use tautline::navmesh::Location;

/// Start and goal: `X1,Y1,X2,Y2` or, with elevations, `X1,Y1,Z1,X2,Y2,Z2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Trip(pub(crate) [Location; 2]);

/// Parses `X,Y` or, with an elevation, `X,Y,Z`.
pub(crate) fn location(text: &str) -> Result<Location, String> {
    match numbers(text)?[..] {
        [x, y] => Ok(Vec2::new(x, y).into()),
        [x, y, elevation] => location_at(x, y, elevation),
        _ => Err("expected X,Y or X,Y,ELEVATION".to_owned()),
    }
}

impl FromStr for Trip {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match numbers(text)?[..] {
            [x1, y1, x2, y2] => Ok(Self([Vec2::new(x1, y1).into(), Vec2::new(x2, y2).into()])),
            [x1, y1, z1, x2, y2, z2] => {
                Ok(Self([location_at(x1, y1, z1)?, location_at(x2, y2, z2)?]))
            }
            _ => Err("expected X1,Y1,X2,Y2 or X1,Y1,Z1,X2,Y2,Z2".to_owned()),
        }
    }
}

impl fmt::Display for Trip {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = self.0.iter().flat_map(|end| {
            [Some(end.point.x), Some(end.point.y), end.elevation].into_iter().flatten()
        });
        let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
        out.write_str(&numbers.join(","))
    }
}

fn location_at(x: f32, y: f32, elevation: f32) -> Result<Location, String> {
    if !elevation.is_finite() {
        return Err(format!("the elevation is {elevation}, but must be finite"));
    }
    Ok(Location { point: Vec2::new(x, y), elevation: Some(elevation) })
}

fn numbers(text: &str) -> Result<Vec<f32>, String> {
    let number = |word: &str| word.trim().parse().map_err(|_| format!("{word:?} is not a number"));
    text.split(',').map(number).collect()
}

/// Parses a distance or radius of at least 0. Infinity is allowed.
pub(crate) fn distance(text: &str) -> Result<f32, String> {
    let distance: f32 = text.parse().map_err(|_| format!("{text:?} is not a number"))?;
    if distance >= 0.0 { Ok(distance) } else { Err("expected a distance of at least 0".to_owned()) }
}

/// Parses a share of at least 0, such as 0.01.
pub(crate) fn share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| format!("{text:?} is not a number"))?;
    if share.is_finite() && share >= 0.0 {
        Ok(share)
    } else {
        Err("expected a share of at least 0, such as 0.01 for 1 %".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_coordinates_and_elevations_are_read() {
        let position = location("-1.5,2e1,-3").unwrap();
        assert_eq!(position.point, Vec2::new(-1.5, 20.0));
        assert_eq!(position.elevation, Some(-3.0));
    }

    #[test]
    fn a_position_of_one_number_is_refused() {
        assert_eq!(location("1").unwrap_err(), "expected X,Y or X,Y,ELEVATION");
        assert_eq!(location("1,x").unwrap_err(), "\"x\" is not a number");
    }

    /// No floor is nearest to such an elevation.
    #[test]
    fn an_elevation_that_is_not_finite_is_refused() {
        for text in ["1,2,nan", "1,2,inf", "1,2,1e39"] {
            assert!(location(text).unwrap_err().starts_with("the elevation is "));
        }
        assert!("1,2,0,3,4,nan".parse::<Trip>().is_err());
    }

    #[test]
    fn a_trip_has_two_ends() {
        let trip: Trip = "1,2,3,4".parse().unwrap();
        assert_eq!(trip.0.map(|end| end.point), [Vec2::new(1.0, 2.0), Vec2::new(3.0, 4.0)]);
        assert!("1,2,3,4,5".parse::<Trip>().is_err());
        for text in ["1,2,3,4", "1.5,-2,0,3,4,9"] {
            assert_eq!(text.parse::<Trip>().unwrap().to_string(), text, "as it was given");
        }
    }
}
