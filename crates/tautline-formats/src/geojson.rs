//! GeoJSON (RFC 7946) as vector maps.
//!
//! Polygons and multi-polygons are read, alone, in collections and as features.
//! Points, lines without the property `link`, elevations and everything else in a feature are
//! ignored. Properties of a feature define its meaning:
//!
//! | Property | Value | Meaning |
//! |---|---|---|
//! | `role` | a word of [`Role::from_word`] such as `"ground"`, `"hole"` or `"terrain-3"` | the role |
//! | `role` | `"ignore"` | the feature is ignored |
//! | `terrain` | a class number from 0 to 255 (also as in `2.0`) or the name of a terrain | [`Role::Terrain`] |
//! | `name` | a text | the name |
//! | `link` | a kind: `"jump"`, `"ladder"`, `"teleport"` or `"other"` | its lines are [links](crate::Link), each from its first to its last position |
//! | `cost` | a number of at least 0 | the cost of these links, in world units; by default, the straight-line distance |
//! | `both_ways` | true or false | true if these links are bidirectional |
//!
//! A property that is `null` counts as missing.
//!
//! Coordinates become `(coordinate - origin) * scale`: see [`GeoJsonOptions`], which also converts the
//! ends of queries and the points of paths.
//!
//! ```
//! use tautline_formats::Role;
//! use tautline_formats::geojson::{self, GeoJsonOptions};
//!
//! let text = r#"{ "type": "FeatureCollection", "features": [
//!   { "type": "Feature", "properties": { "name": "pond", "role": "hole" }, "geometry":
//!     { "type": "Polygon", "coordinates": [[[13, 52], [13.001, 52], [13, 52.001], [13, 52]]] } }
//! ] }"#;
//! let options = GeoJsonOptions::metres_around([13.0, 52.0]);
//! let map = geojson::parse(text, &options)?;
//! assert_eq!(map.shapes[0].role, Role::Hole);
//! assert_eq!(map.shapes[0].name.as_deref(), Some("pond"));
//! assert_eq!(map.shapes[0].rings[0].len(), 3, "the last point repeats the first");
//! assert_eq!(map.shapes[0].rings[0][1].map(f32::round), [69.0, 0.0]);
//!
//! let error = geojson::parse(&text.replace("hole", "lake"), &options).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "features[0].properties.role: unknown role \"lake\"; expected one of \
//!      \"ground\", \"hole\", \"terrain-0\", \"ignore\"",
//! );
//! # Ok::<(), tautline_formats::FormatError>(())
//! ```

use std::borrow::Cow;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::angle::sine_and_cosine;
use crate::error::{FormatError, Reason};
use crate::found::{Found, excerpt};
use crate::interpretation::{RoleSource, UnreadKind, looks_like_label};
use crate::json_parse;
use crate::lexer::strip_bom;
use crate::link::LinkProperties;
use crate::number::to_u64;
use crate::vector_map::{FillRule, MAX_CORNERS, Role, Shape, VectorMap, class_of};

/// The length of a degree of longitude on the equator, in metres, on a sphere
/// with the equatorial radius of the Earth (6,378,137 m). The Earth is flattened: a degree of
/// latitude is 0.7 % shorter at the equator, and 0.3 % longer at the poles.
pub const METRES_PER_DEGREE: f64 = 111_319.490_793_273_57;

/// Options that are not in the file.
#[derive(Debug, Clone, PartialEq)]
pub struct GeoJsonOptions {
    /// The point that becomes (0, 0), in the units of the file. Finite. Default: (0, 0). Choose
    /// it near the ground, because 32-bit numbers are coarse far from it.
    pub origin: [f64; 2],
    /// World units per unit of the file, for x (longitude) and y (latitude).
    /// Finite and not 0. Default: 1.
    pub scale: [f64; 2],
    /// The names of terrain classes; the position is the class number. Case is ignored.
    pub terrains: Vec<String>,
    /// The role of shapes without a role; `None` ignores them. Default: ground.
    pub default_role: Option<Role>,
}

impl Default for GeoJsonOptions {
    fn default() -> Self {
        Self {
            origin: [0.0, 0.0],
            scale: [1.0, 1.0],
            terrains: Vec::new(),
            default_role: Some(Role::Ground),
        }
    }
}

impl GeoJsonOptions {
    /// Creates options that convert degrees of longitude and latitude to metres from a point, by an
    /// equirectangular projection. It is exact along the parallel of the point. At 50 degrees,
    /// 10 kilometres to the north of it, the error of east-west lengths is 0.2 %.
    ///
    /// The cosine is computed without the platform's functions, so that all
    /// platforms get the same bits.
    ///
    /// ```
    /// use tautline_formats::geojson::{GeoJsonOptions, METRES_PER_DEGREE};
    ///
    /// let options = GeoJsonOptions::metres_around([0.0, 60.0]);
    /// assert!((options.scale[0] - METRES_PER_DEGREE / 2.0).abs() < 1e-6);
    /// assert_eq!(options.scale[1], METRES_PER_DEGREE);
    /// ```
    #[must_use]
    pub fn metres_around([longitude, latitude]: [f64; 2]) -> Self {
        let (_, cosine) = sine_and_cosine(latitude);
        Self {
            origin: [longitude, latitude],
            scale: [METRES_PER_DEGREE * cosine, METRES_PER_DEGREE],
            ..Self::default()
        }
    }

    /// Converts a position of the file, such as longitude and latitude, to world units: for the ends
    /// of queries on the map. The result is infinite where it does not fit 32 bits.
    ///
    /// ```
    /// use tautline_formats::geojson::GeoJsonOptions;
    ///
    /// let options = GeoJsonOptions::metres_around([13.4, 52.5]);
    /// let [x, y] = options.to_world([13.41, 52.49]);
    /// assert_eq!([x.round(), y.round()], [678.0, -1113.0]);
    /// let [longitude, latitude] = options.to_file([x, y]);
    /// assert_eq!(format!("{longitude:.6} {latitude:.6}"), "13.410000 52.490000");
    /// ```
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "world units have 32 bits")]
    pub fn to_world(&self, position: [f64; 2]) -> [f32; 2] {
        [0, 1].map(|axis| ((position[axis] - self.origin[axis]) * self.scale[axis]) as f32)
    }

    /// Converts a position in world units, such as a point of a path, to one of the file: the inverse
    /// of [`to_world`](Self::to_world), except for rounding.
    #[must_use]
    pub fn to_file(&self, point: [f32; 2]) -> [f64; 2] {
        [0, 1].map(|axis| f64::from(point[axis]) / self.scale[axis] + self.origin[axis])
    }

    /// Rejects invalid numbers.
    fn check(&self) -> Result<(), FormatError> {
        for origin in self.origin {
            FormatError::check_option("origin", origin, origin.is_finite(), "finite numbers")?;
        }
        for scale in self.scale {
            let is_scale = scale.is_finite() && scale != 0.0;
            FormatError::check_option("scale", scale, is_scale, "finite numbers other than 0")?;
        }
        Ok(())
    }
}

/// Reads a vector map. The [module](crate::geojson) describes the supported content.
///
/// A multi-polygon becomes one shape per polygon. Rings are filled by the
/// even-odd rule: the first is the outline, and others are holes.
///
/// Takes O(n) time and memory for a text of n bytes.
///
/// # Errors
///
/// With line and column, if the text is not JSON. With the path of the value, if it is not
/// GeoJSON, a role, terrain or property of a link is invalid, a ring has fewer than 3 different corners, a
/// coordinate is not a finite number after scaling, or there are more than
/// [`MAX_CORNERS`] corners. At
/// [`SourceLocation::Option`](crate::SourceLocation::Option) for invalid options.
pub fn parse(text: &str, options: &GeoJsonOptions) -> Result<VectorMap, FormatError> {
    options.check()?;
    let text = strip_bom(text);
    let mut reader = Reader { options, map: VectorMap::default(), corners: 0 };
    let collection = serde_json::from_str(text).ok();
    let is_collection = |it: &Collection<'_>| it.r#type == "FeatureCollection";
    let Some(Collection { features, .. }) = collection.filter(is_collection) else {
        reader.object(&Node { value: &json_parse::object(text)?, path: String::new() })?;
        return Ok(reader.map);
    };
    for (number, feature) in features.into_iter().enumerate() {
        let feature = json_parse::part(text, feature.get())?;
        reader.object(&Node { value: &feature, path: format!("features[{number}]") })?;
    }
    Ok(reader.map)
}

/// A collection of features, each still a text. They are parsed one at a time: all parsed values
/// together would take 25 times the memory of the text.
#[derive(Deserialize)]
struct Collection<'t> {
    r#type: String,
    #[serde(borrow)]
    features: Vec<&'t RawValue>,
}

struct Reader<'r> {
    options: &'r GeoJsonOptions,
    map: VectorMap,
    corners: u64,
}

/// The role, name and properties of a feature.
struct Annotation<'v> {
    /// `None` if its shapes are ignored.
    role: Option<Role>,
    source: RoleSource,
    name: Option<Arc<str>>,
    properties: Node<'v>,
}

impl Annotation<'_> {
    /// Returns the properties of the links that the lines of the feature become; `None` if the
    /// lines are ignored.
    fn link(&self) -> Result<Option<LinkProperties>, FormatError> {
        if self.role.is_none() && self.source != RoleSource::Unlabelled {
            return Ok(None);
        }
        let text = |name| match self.properties.field(name).value {
            Value::Null => None,
            Value::String(text) => Some(Cow::Borrowed(text.as_str())),
            other => Some(Cow::Owned(other.to_string())),
        };
        LinkProperties::read(text)
            .map_err(|(name, reason)| self.properties.field(name).error(reason))
    }
}

const KINDS: [&str; 9] = [
    "Feature",
    "FeatureCollection",
    "GeometryCollection",
    "Polygon",
    "MultiPolygon",
    "Point",
    "MultiPoint",
    "LineString",
    "MultiLineString",
];

/// The expected value of `coordinates` and of the lists in them, for a message.
const COORDINATES: &str = "coordinates";

/// The methods recurse into collections. Their depth is small, because `serde_json` limits it.
impl Reader<'_> {
    fn object(&mut self, node: &Node<'_>) -> Result<(), FormatError> {
        match node.kind()? {
            "FeatureCollection" => node
                .field("features")
                .items("a list of features")?
                .try_for_each(|it| self.object(&it)),
            "Feature" => {
                let (geometry, annotation) = (node.field("geometry"), self.annotation(node)?);
                // RFC 7946 allows a feature without a geometry.
                if geometry.value.is_null() {
                    return Ok(());
                }
                self.geometry(&geometry, &annotation)
            }
            _ => {
                let (role, source) = (self.options.default_role, RoleSource::Unlabelled);
                let properties = Node { value: &Value::Null, path: String::new() };
                self.geometry(node, &Annotation { role, source, name: None, properties })
            }
        }
    }

    /// Reads the role, name and properties of a feature.
    fn annotation<'v>(&mut self, feature: &Node<'v>) -> Result<Annotation<'v>, FormatError> {
        let terrains = &self.options.terrains;
        let properties = feature.field("properties");
        let [name, terrain, role] = ["name", "terrain", "role"].map(|it| properties.field(it));
        let name = name.value.as_str().map(Arc::from);
        let mut source = RoleSource::Property("role".into());
        let role = if !terrain.value.is_null() {
            source = RoleSource::Property("terrain".into());
            let word = match terrain.value {
                Value::String(name) => name.clone(),
                // Programs that keep features in a table write 2 as 2.0 if another feature has no class.
                Value::Number(class) => class.to_string().trim_end_matches(".0").to_owned(),
                other => return Err(terrain.mistyped("a terrain class or name", other)),
            };
            let class = class_of(&word, terrains).ok_or_else(|| {
                let known = ["0 to 255"].into_iter().chain(terrains.iter().map(String::as_str));
                terrain.error(Reason::unknown_name("terrain", &word, known))
            })?;
            Some(Role::Terrain(class))
        } else if role.value.is_null() {
            source = RoleSource::Unlabelled;
            let members = properties.value.as_object().into_iter().flatten();
            let is_role = |value: &Value| {
                value.as_str().is_some_and(|word| Role::from_word(word, terrains).is_some())
            };
            // Programs that keep features in a table write null for each property that a feature lacks.
            let is_label = |key: &str, value: &Value| {
                looks_like_label(key) && !value.is_null() || is_role(value)
            };
            for (key, _) in members.filter(|(key, value)| is_label(key, value)) {
                self.map.interpretation.notice(UnreadKind::Property, key);
            }
            self.options.default_role
        } else if role.value.as_str().is_some_and(|word| word.eq_ignore_ascii_case("ignore")) {
            None
        } else {
            let mistyped = || role.mistyped("a role such as ground or hole", role.value);
            let word = role.value.as_str().ok_or_else(mistyped)?;
            let known = ["ground", "hole", "terrain-0", "ignore"];
            let unknown = || {
                role.error(match word.strip_prefix("terrain-") {
                    Some(name) => Reason::unknown_name("terrain", name, terrains),
                    None => Reason::unknown_name("role", word, known),
                })
            };
            Some(Role::from_word(word, terrains).ok_or_else(unknown)?)
        };
        Ok(Annotation { role, source, name, properties })
    }

    fn geometry(
        &mut self,
        node: &Node<'_>,
        annotation: &Annotation<'_>,
    ) -> Result<(), FormatError> {
        match node.kind()? {
            "Polygon" => self.polygon(&node.field("coordinates"), annotation),
            "MultiPolygon" => node
                .field("coordinates")
                .items(COORDINATES)?
                .try_for_each(|it| self.polygon(&it, annotation)),
            kind @ ("LineString" | "MultiLineString") => {
                let Some(link) = annotation.link()? else { return Ok(()) };
                let coordinates = node.field("coordinates");
                if kind == "LineString" {
                    return self.line(&coordinates, link);
                }
                coordinates.items(COORDINATES)?.try_for_each(|it| self.line(&it, link))
            }
            "GeometryCollection" => {
                let geometries = node.field("geometries").items("a list of geometries")?;
                geometries.into_iter().try_for_each(|it| self.geometry(&it, annotation))
            }
            "Feature" | "FeatureCollection" => {
                Err(node.error(Reason::unsupported("a feature within a feature")))
            }
            _ => Ok(()),
        }
    }

    fn line(&mut self, line: &Node<'_>, link: LinkProperties) -> Result<(), FormatError> {
        let points = line.items(COORDINATES)?.map(|point| self.point(&point));
        let points = points.collect::<Result<Vec<_>, _>>()?;
        self.map.links.push(link.along(&points).map_err(|reason| line.error(reason))?);
        Ok(())
    }

    fn polygon(
        &mut self,
        polygon: &Node<'_>,
        annotation: &Annotation<'_>,
    ) -> Result<(), FormatError> {
        let Annotation { role, source, name, .. } = annotation;
        self.map.interpretation.count(*role, source.clone(), 1);
        let Some(role) = *role else { return Ok(()) };
        let rings = polygon
            .items(COORDINATES)?
            .map(|ring| self.ring(&ring))
            .collect::<Result<Vec<_>, _>>()?;
        // RFC 7946 allows empty coordinates.
        if !rings.is_empty() {
            let (fill, name) = (FillRule::EvenOdd, name.clone());
            self.map.shapes.push(Shape { role, rings, fill, name });
        }
        Ok(())
    }

    fn ring(&mut self, ring: &Node<'_>) -> Result<Vec<[f32; 2]>, FormatError> {
        let points = ring.list(COORDINATES)?;
        self.corners += to_u64(points.len());
        if self.corners > MAX_CORNERS {
            return Err(ring.error(Reason::Limit { what: "corners", limit: MAX_CORNERS }));
        }
        // Compared before rounding, which could make different points equal.
        let repeats_first = points.len() > 1 && points.first() == points.last();
        let corners = points.len() - usize::from(repeats_first);
        if corners < 3 {
            return Err(ring.error(Reason::TooFewCorners { corners: to_u64(corners) }));
        }
        ring.items(COORDINATES)?.take(corners).map(|point| self.point(&point)).collect()
    }

    fn point(&self, point: &Node<'_>) -> Result<[f32; 2], FormatError> {
        let numbers = point.list(COORDINATES)?;
        let [x, y, ..] = numbers else {
            let found = Found::List(to_u64(numbers.len()));
            return Err(
                point.error(Reason::unexpected("a point [x, y] or [x, y, elevation]", found))
            );
        };
        let number =
            |value: &Value| value.as_f64().ok_or_else(|| point.mistyped(COORDINATES, value));
        let corner = self.options.to_world([number(x)?, number(y)?]);
        for (coordinate, value) in corner.into_iter().zip([x, y]) {
            if !coordinate.is_finite() {
                let found = excerpt(&value.to_string());
                return Err(point.error(Reason::NotFinite { found, bits: 32 }));
            }
        }
        Ok(corner)
    }
}

/// A JSON value and its path.
struct Node<'v> {
    value: &'v Value,
    path: String,
}

impl<'v> Node<'v> {
    /// Returns a member, or null if there is none.
    fn field(&self, name: &str) -> Self {
        let separator = if self.path.is_empty() { "" } else { "." };
        let path = format!("{}{separator}{name}", self.path);
        Self { value: self.value.get(name).unwrap_or(&Value::Null), path }
    }

    fn list(&self, expected: &str) -> Result<&'v [Value], FormatError> {
        self.value.as_array().map(Vec::as_slice).ok_or_else(|| self.mistyped(expected, self.value))
    }

    fn items(&self, expected: &str) -> Result<impl Iterator<Item = Self> + use<'v>, FormatError> {
        let path = self.path.clone();
        let item = move |(number, value)| Self { value, path: format!("{path}[{number}]") };
        Ok(self.list(expected)?.iter().enumerate().map(item))
    }

    fn kind(&self) -> Result<&'v str, FormatError> {
        let kind = self.value.get("type").and_then(Value::as_str).unwrap_or_default();
        if KINDS.contains(&kind) {
            return Ok(kind);
        }
        Err(self.field("type").error(Reason::unknown_name("GeoJSON type", kind, KINDS)))
    }

    /// The error that something is not a list or a number as expected.
    fn mistyped(&self, expected: &str, found: &Value) -> FormatError {
        let found = match found {
            Value::Null => "null".to_owned(),
            Value::Bool(_) | Value::Number(_) | Value::String(_) => excerpt(&found.to_string()),
            Value::Array(_) => "a list".to_owned(),
            Value::Object(_) => "an object".to_owned(),
        };
        self.error(Reason::unexpected(expected, Found::Text(found)))
    }

    fn error(&self, reason: Reason) -> FormatError {
        FormatError::at_value(&self.path, reason)
    }
}
