//! The choice of landmarks for the costs of terrain.

use std::sync::Arc;

use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::system::{Query, Res};

use super::Tick;
use crate::answers::Work;
use crate::ground::GroundState;
use crate::landmarks::{MeshLandmarks, NavLandmarks};
use crate::settings::NavSettings;

/// Begins the choice of landmarks for grounds whose map or filters have changed, and takes over those that take effect
/// in this tick. The next edit passes them on to the layers.
pub(crate) fn choose_landmarks(
    tick: Res<'_, Tick>,
    settings: Res<'_, NavSettings>,
    mut grounds: Query<'_, '_, (&mut GroundState, Option<&NavLandmarks>)>,
) {
    for (mut ground, wanted) in &mut grounds {
        let GroundState { map, landmarks: own, .. } = ground.bypass_change_detection();
        let Some(map) = map else { continue };
        let filters = wanted.map_or(&[][..], NavLandmarks::filters);
        let states = filters.iter().map(|filter| filter.state());
        if !states.clone().eq(own.filters.iter().copied()) {
            own.filters = states.collect();
            let (map, filters) = (Arc::clone(map), filters.to_vec());
            let choose = move || MeshLandmarks::choose(&map, &filters);
            own.choice = Some(Work::begin_long(settings.answers.due(tick.0), choose));
        }
        match own.choice.take().map(|choice| choice.finish(tick.0)) {
            Some(Ok(chosen)) => (own.chosen, own.are_new) = (chosen, true),
            Some(Err(choice)) => own.choice = Some(choice),
            None => {}
        }
    }
}
