//! Plans as GeoJSON (RFC 7946).
//!
//! Read are polygons and multi-polygons, alone, in collections and as features.
//! Points, lines, elevations and everything else in a feature is passed over.
//! Properties of a feature say what it means:
//!
//! | Property | Value | Meaning |
//! |---|---|---|
//! | `role` | a word of [`Role::from_word`] such as `"ground"`, `"hole"` or `"terrain-3"` | the role |
//! | `role` | `"ignore"` | the feature is passed over |
//! | `terrain` | a class number from 0 to 255 or the name of a terrain | [`Role::Terrain`] |
//! | `name` | a text | the name |
//!
//! Coordinates become `(coordinate - origin) * scale`: see [`GeoJsonRules`].
//!
//! ```
//! use tautline_formats::Role;
//! use tautline_formats::geojson::{self, GeoJsonRules};
//!
//! let text = r#"{ "type": "FeatureCollection", "features": [
//!   { "type": "Feature", "properties": { "name": "pond", "role": "hole" }, "geometry":
//!     { "type": "Polygon", "coordinates": [[[13, 52], [13.001, 52], [13, 52.001], [13, 52]]] } }
//! ] }"#;
//! let rules = GeoJsonRules::metres_around([13.0, 52.0]);
//! let plan = geojson::parse(text, &rules)?;
//! assert_eq!(plan.shapes[0].role, Role::Hole);
//! assert_eq!(plan.shapes[0].name.as_deref(), Some("pond"));
//! assert_eq!(plan.shapes[0].rings[0].len(), 3, "the last point repeats the first");
//! assert_eq!(plan.shapes[0].rings[0][1].map(f32::round), [69.0, 0.0]);
//!
//! let error = geojson::parse(&text.replace("hole", "lake"), &rules).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "features[0].properties.role: unknown role \"lake\"; known are \
//!      \"ground\", \"hole\", \"terrain-0\", \"ignore\"",
//! );
//! # Ok::<(), tautline_formats::FormatError>(())
//! ```

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::angle::sine_and_cosine;
use crate::error::{FormatError, Found, Reason, excerpt, rounded, wide};
use crate::json_shape;
use crate::piece::without_mark;
use crate::plan::{Fill, MAX_CORNERS, Plan, PlanShape, Role, class_of};

/// The length of a degree of longitude on the equator, in metres, on a sphere
/// with the equatorial radius of the Earth (6,378,137 m). Degrees of latitude
/// are up to 0.7 % shorter on the true Earth.
pub const METRES_PER_DEGREE: f64 = 111_319.490_793_273_57;

/// What the file does not say.
#[derive(Debug, Clone, PartialEq)]
pub struct GeoJsonRules {
    /// The place of the file that becomes (0, 0), in the units of the file. Far
    /// from it, 32-bit numbers are coarse: choose it near the ground. (0, 0)
    /// unless set. Finite.
    pub origin: [f64; 2],
    /// World units per unit of the file, for x (longitude) and y (latitude).
    /// Finite and not 0. 1 unless set.
    pub scale: [f64; 2],
    /// The names that terrains can have instead of a number; the position is the
    /// class number. Upper and lower case are the same.
    pub terrains: Vec<String>,
    /// What shapes are that do not say it; `None` passes over them. Ground unless
    /// set.
    pub unlabelled: Option<Role>,
}

impl Default for GeoJsonRules {
    fn default() -> Self {
        Self {
            origin: [0.0, 0.0],
            scale: [1.0, 1.0],
            terrains: Vec::new(),
            unlabelled: Some(Role::Ground),
        }
    }
}

impl GeoJsonRules {
    /// Rules for degrees of longitude and latitude, to be measured in metres from
    /// this place: an equirectangular projection, which is true along the
    /// parallel of the place. At 50 degrees and 10 kilometres to the north, the
    /// east-west lengths are off by 0.2 %.
    ///
    /// The cosine is calculated without the platform's mathematics, so that all
    /// platforms get the same bits.
    ///
    /// ```
    /// use tautline_formats::geojson::{GeoJsonRules, METRES_PER_DEGREE};
    ///
    /// let rules = GeoJsonRules::metres_around([0.0, 60.0]);
    /// assert!((rules.scale[0] - METRES_PER_DEGREE / 2.0).abs() < 1e-6);
    /// assert_eq!(rules.scale[1], METRES_PER_DEGREE);
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

    /// Whether a file can be read by these rules.
    fn check(&self) -> Result<(), FormatError> {
        for origin in self.origin {
            FormatError::check_rule("origin", origin, origin.is_finite(), "finite numbers")?;
        }
        for scale in self.scale {
            let is_scale = scale.is_finite() && scale != 0.0;
            FormatError::check_rule("scale", scale, is_scale, "finite numbers other than 0")?;
        }
        Ok(())
    }
}

/// Reads a plan. The [module](crate::geojson) describes what is read.
///
/// A multi-polygon becomes one shape per polygon. Rings are filled by the
/// even-odd rule: the first is the outline, and others are holes.
///
/// Takes O(n) time and memory for a text of n bytes.
///
/// # Errors
///
/// When the text is not JSON: with line and column. When it is not GeoJSON, a
/// role or terrain is unknown, a ring has fewer than 3 different corners, a
/// coordinate is not a finite number after scaling, or there are more than
/// [`MAX_CORNERS`] corners: with the path of the value. At
/// [`Place::Rule`](crate::Place::Rule) for rules with numbers that they may not have.
pub fn parse(text: &str, rules: &GeoJsonRules) -> Result<Plan, FormatError> {
    rules.check()?;
    let text = without_mark(text);
    let mut reader = Reader { rules, plan: Plan::default(), corners: 0 };
    let collection = serde_json::from_str(text).ok();
    let is_one = |it: &Collection<'_>| it.r#type == "FeatureCollection";
    let Some(Collection { features, .. }) = collection.filter(is_one) else {
        reader.object(&Node { value: &json_shape::object(text)?, path: String::new() })?;
        return Ok(reader.plan);
    };
    for (number, feature) in features.into_iter().enumerate() {
        let feature = json_shape::part(text, feature.get())?;
        reader.object(&Node { value: &feature, path: format!("features[{number}]") })?;
    }
    Ok(reader.plan)
}

/// A collection of features as texts, to be read one after the other: as values, all of them
/// together take 25 times the memory of the text.
#[derive(Deserialize)]
struct Collection<'t> {
    r#type: String,
    #[serde(borrow)]
    features: Vec<&'t RawValue>,
}

struct Reader<'r> {
    rules: &'r GeoJsonRules,
    plan: Plan,
    corners: u64,
}

/// What a feature says about its geometry.
#[derive(Clone)]
struct Label {
    role: Role,
    name: Option<Arc<str>>,
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

/// Methods call themselves for collections; serde limits how deep they nest.
impl Reader<'_> {
    fn object(&mut self, node: &Node<'_>) -> Result<(), FormatError> {
        match node.kind()? {
            "FeatureCollection" => {
                node.field("features").items()?.try_for_each(|it| self.object(&it))
            }
            "Feature" => {
                let (geometry, label) = (node.field("geometry"), self.label(node)?);
                // It may have no place.
                label
                    .filter(|_| !geometry.value.is_null())
                    .map_or(Ok(()), |label| self.geometry(&geometry, &label))
            }
            _ => {
                let label = self.rules.unlabelled.map(|role| Label { role, name: None });
                label.map_or(Ok(()), |label| self.geometry(node, &label))
            }
        }
    }

    /// What the properties of a feature say, or `None` to pass over it.
    fn label(&self, feature: &Node<'_>) -> Result<Option<Label>, FormatError> {
        let terrains = &self.rules.terrains;
        let properties = feature.field("properties");
        let [name, terrain, role] = ["name", "terrain", "role"].map(|it| properties.field(it));
        let name = name.value.as_str().map(Arc::from);
        let word = role.value.as_str().unwrap_or_default();
        let role = if !terrain.value.is_null() {
            let word =
                terrain.value.as_str().map_or_else(|| terrain.value.to_string(), str::to_owned);
            let class = class_of(&word, terrains).ok_or_else(|| {
                let known = ["0", "255"].into_iter().chain(terrains.iter().map(String::as_str));
                terrain.refuse(Reason::unknown_name("terrain", &word, known))
            })?;
            Some(Role::Terrain(class))
        } else if role.value.is_null() {
            self.rules.unlabelled
        } else if word.eq_ignore_ascii_case("ignore") {
            None
        } else {
            let known = ["ground", "hole", "terrain-0", "ignore"];
            let unknown = || role.refuse(Reason::unknown_name("role", word, known));
            Some(Role::from_word(word, terrains).ok_or_else(unknown)?)
        };
        Ok(role.map(|role| Label { role, name }))
    }

    fn geometry(&mut self, node: &Node<'_>, label: &Label) -> Result<(), FormatError> {
        match node.kind()? {
            "Polygon" => self.polygon(&node.field("coordinates"), label),
            "MultiPolygon" => {
                node.field("coordinates").items()?.try_for_each(|it| self.polygon(&it, label))
            }
            "GeometryCollection" => {
                node.field("geometries").items()?.try_for_each(|it| self.geometry(&it, label))
            }
            "Feature" | "FeatureCollection" => {
                Err(node.refuse(Reason::unsupported("a feature within a feature")))
            }
            _ => Ok(()),
        }
    }

    fn polygon(&mut self, polygon: &Node<'_>, label: &Label) -> Result<(), FormatError> {
        let rings = polygon.items()?.map(|ring| self.ring(&ring)).collect::<Result<Vec<_>, _>>()?;
        // RFC 7946 allows empty coordinates for a shape without a place.
        if !rings.is_empty() {
            let Label { role, name } = label.clone();
            self.plan.shapes.push(PlanShape { role, rings, fill: Fill::EvenOdd, name });
        }
        Ok(())
    }

    fn ring(&mut self, ring: &Node<'_>) -> Result<Vec<[f32; 2]>, FormatError> {
        let points = ring.list()?;
        self.corners += wide(points.len());
        if self.corners > MAX_CORNERS {
            return Err(ring.refuse(Reason::Limit { what: "corners", limit: MAX_CORNERS }));
        }
        // Compared as written: rounding to 32 bits could make points equal.
        let repeats_first = points.len() > 1 && points.first() == points.last();
        let corners = points.len() - usize::from(repeats_first);
        if corners < 3 {
            return Err(ring.refuse(Reason::TooFewCorners { corners: wide(corners) }));
        }
        ring.items()?.take(corners).map(|point| self.point(&point)).collect()
    }

    fn point(&self, point: &Node<'_>) -> Result<[f32; 2], FormatError> {
        let [x, y, ..] = point.list()? else {
            let found = Found::List(wide(point.list()?.len()));
            return Err(
                point.refuse(Reason::unexpected("a point [x, y] or [x, y, elevation]", found))
            );
        };
        let mut corner = [0.0; 2];
        for (axis, value) in [x, y].into_iter().enumerate() {
            let number = value.as_f64().ok_or_else(|| point.mistyped(value))?;
            let place = (number - self.rules.origin[axis]) * self.rules.scale[axis];
            [corner[axis]] = rounded([place]).map_err(|_| {
                point.refuse(Reason::NotFinite { found: excerpt(&value.to_string()), bits: 32 })
            })?;
        }
        Ok(corner)
    }
}

/// A value and its path.
struct Node<'v> {
    value: &'v Value,
    path: String,
}

impl<'v> Node<'v> {
    /// A member, which is null where there is none.
    fn field(&self, name: &str) -> Self {
        let separator = if self.path.is_empty() { "" } else { "." };
        let path = format!("{}{separator}{name}", self.path);
        Self { value: self.value.get(name).unwrap_or(&Value::Null), path }
    }

    fn list(&self) -> Result<&'v [Value], FormatError> {
        self.value.as_array().map(Vec::as_slice).ok_or_else(|| self.mistyped(self.value))
    }

    fn items(&self) -> Result<impl Iterator<Item = Self>, FormatError> {
        let item = |(number, value)| Self { value, path: format!("{}[{number}]", self.path) };
        Ok(self.list()?.iter().enumerate().map(item))
    }

    fn kind(&self) -> Result<&'v str, FormatError> {
        let kind = self.value.get("type").and_then(Value::as_str).unwrap_or_default();
        if KINDS.contains(&kind) {
            return Ok(kind);
        }
        Err(self.field("type").refuse(Reason::unknown_name("GeoJSON type", kind, KINDS)))
    }

    /// The error that something here is neither the list nor the number that it should be.
    fn mistyped(&self, found: &Value) -> FormatError {
        let found = match found {
            Value::Null => "null".to_owned(),
            Value::Bool(_) | Value::Number(_) | Value::String(_) => excerpt(&found.to_string()),
            Value::Array(_) => "a list".to_owned(),
            Value::Object(_) => "an object".to_owned(),
        };
        self.refuse(Reason::unexpected("coordinates", Found::Text(found)))
    }

    fn refuse(&self, reason: Reason) -> FormatError {
        FormatError::at_value(&self.path, reason)
    }
}
