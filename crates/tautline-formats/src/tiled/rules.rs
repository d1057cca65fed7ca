//! What is a matter of choice.

/// What the tiles of a map mean. The [module](crate::tiled#what-can-be-walked-on)
/// describes how they are combined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TiledRules {
    /// The names of the layers to read, collision layers included; if `None`,
    /// all.
    pub layers: Option<Vec<String>>,
    /// The names of layers in which any tile blocks; upper and lower case are
    /// the same. `collision` unless set.
    pub collision_layers: Vec<String>,
    /// The name of the property that says whether a tile can be walked on.
    /// `walkable` unless set; if empty, none does.
    pub walkable_property: String,
    /// The name of the property that gives the class of the terrain. `terrain`
    /// unless set; if empty, none does.
    pub terrain_property: String,
    /// The names that the terrain property can have instead of a number; the
    /// position is the class number. Upper and lower case are the same.
    pub terrains: Vec<String>,
    /// Whether the terrain property can be a class number. True unless set; if
    /// not, it has to be one of the names.
    pub class_numbers: bool,
    /// What a cell is that has only tiles that say nothing: the class of the
    /// terrain, or `None` for blocked. Class 0 unless set.
    pub plain: Option<u8>,
    /// What a cell without tiles is. Blocked unless set.
    pub empty: Option<u8>,
}

impl Default for TiledRules {
    fn default() -> Self {
        Self {
            layers: None,
            collision_layers: vec!["collision".to_owned()],
            walkable_property: "walkable".to_owned(),
            terrain_property: "terrain".to_owned(),
            terrains: Vec::new(),
            class_numbers: true,
            plain: Some(0),
            empty: None,
        }
    }
}
