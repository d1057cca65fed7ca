#![doc = include_str!("guide/links.md")]
#![doc = include_str!("../guide/README.md")]
//!
// The pages are read on code hosts, too, where links lead to files. Each page defines its links
// at its end. Of several definitions of one name the first one counts: those of `guide/links.md`,
// which lead to modules, and of `guide/figures.md`, which hold the figures themselves.

macro_rules! pages {
    ($($(#[$figures:meta])* $name:ident: $file:literal;)*) => {$(
        #[doc = include_str!("guide/links.md")]
        $(#[$figures])*
        #[doc = include_str!(concat!("../guide/", $file))]
        pub mod $name {}
    )*};
}

pages! {
    start: "start.md";
    one_crate: "one-crate.md";
    baking: "baking.md";
    map_files: "map-files.md";
    query: "query.md";
    #[cfg_attr(doc, doc = include_str!("guide/figures.md"))]
    terrain_costs: "terrain-costs.md";
    off_mesh_links: "off-mesh-links.md";
    #[cfg_attr(doc, doc = include_str!("guide/figures.md"))]
    crowds: "crowds.md";
    steering: "steering.md";
    server: "server.md";
    platformer: "platformer.md";
    formats: "formats.md";
    python: "python.md";
    errors: "errors.md";
    #[cfg_attr(doc, doc = include_str!("guide/figures.md"))]
    how_it_works: "how-it-works.md";
    side_by_side: "side-by-side.md";
    from_detour: "from-detour.md";
    from_polyanya: "from-polyanya.md";
}
