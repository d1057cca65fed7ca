//! The funnel, step by step.

use tautline::Vec2;
use tautline::funnel::{Funnel, FunnelEvent, Portal, Side, pull_traced};
use tautline::navmesh::{Corridor, CorridorScratch, Crossing, NavMesh, PathQuery, find_corridor};
use wasm_bindgen::prelude::wasm_bindgen;

use super::{MOST_STEPS, filter, flat};
use crate::fault::{Answer, fault};

/// A corridor, and all steps of the funnel algorithm in it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct FunnelLesson {
    areas: Vec<u32>,
    portals: Vec<Portal>,
    steps: Vec<FunnelStep>,
    path: Vec<Vec2>,
    length: f64,
}

/// A step of the funnel algorithm, and the funnel after it.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug)]
pub struct FunnelStep {
    /// `visit`, `pop`, `advance`, `push` or `finish`.
    pub event: String,
    /// The number of the current portal. The goal counts as one more portal.
    pub portal: usize,
    /// True if the current end is the portal's left one.
    pub is_left: bool,
    /// The point of the event: the end of the portal, the point that is dropped, or
    /// the new corner; empty at the goal.
    pub point: Vec<f32>,
    /// The point up to which the path is final.
    pub apex: Vec<f32>,
    /// The chain to the portal's left end.
    pub left: Vec<f32>,
    /// The chain to its right end.
    pub right: Vec<f32>,
    /// The path so far, start included.
    pub settled: Vec<f32>,
}

#[wasm_bindgen]
impl FunnelLesson {
    /// Returns the areas of the corridor.
    pub fn areas(&self) -> Vec<u32> {
        self.areas.clone()
    }

    /// Returns the portals: left x, left y, right x, right y.
    pub fn portals(&self) -> Vec<f32> {
        self.portals.iter().flat_map(|portal| flat([portal.left, portal.right])).collect()
    }

    /// Returns the steps.
    pub fn steps(&self) -> Vec<FunnelStep> {
        self.steps.clone()
    }

    /// Returns the path.
    pub fn path(&self) -> Vec<f32> {
        flat(self.path.iter().copied())
    }

    /// Returns the length of the path.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> f64 {
        self.length
    }
}

impl FunnelLesson {
    pub(super) fn record(mesh: &NavMesh, start: Vec2, goal: Vec2) -> Answer<Self> {
        let (mut scratch, mut corridor) = (CorridorScratch::new(), Corridor::default());
        let filter = filter();
        let query = PathQuery::new(start, goal).with_filter(&filter).with_budget(MOST_STEPS);
        find_corridor(mesh, &query, &mut scratch, &mut corridor).map_err(fault)?;
        let crossings = corridor.crossings.iter();
        let portals: Vec<Portal> = crossings
            .filter_map(|crossing| match *crossing {
                // A half-edge runs counter-clockwise around its area: from right to left, as seen by an agent that
                // leaves the area through it.
                Crossing::Border(side) => {
                    let side = mesh.segment(side);
                    Some(Portal::new(side.b, side.a))
                }
                // Links are forbidden.
                Crossing::Link { .. } => None,
            })
            .collect();
        let (mut steps, mut path) = (Vec::new(), Vec::new());
        let (mut at, mut is_left) = (0, true);
        let length =
            pull_traced(start, &portals, goal, &mut Funnel::new(), &mut path, |event, funnel| {
                let (name, point) = match event {
                    FunnelEvent::Visit { portal, side, point } => {
                        (at, is_left) = (portal, side == Side::Left);
                        ("visit", Some(point))
                    }
                    FunnelEvent::Pop { point, .. } => ("pop", Some(point)),
                    FunnelEvent::Advance { point } => ("advance", Some(point)),
                    FunnelEvent::Push { point, .. } => ("push", Some(point)),
                    _ => ("finish", None),
                };
                steps.push(FunnelStep {
                    event: name.to_owned(),
                    portal: at,
                    is_left,
                    point: flat(point),
                    apex: flat([funnel.apex()]),
                    left: flat(funnel.left().iter().copied()),
                    right: flat(funnel.right().iter().copied()),
                    settled: flat(funnel.path().iter().copied()),
                });
            });
        let areas = corridor.areas.iter().map(|area| area.0).collect();
        Ok(Self { areas, portals, steps, path, length })
    }
}
