//! Followers play plans frame by frame, and plan again if the character is not where the plan says
//! because it was pushed, hit or carried.

mod field_follower;
mod follower;
mod playback;

pub use field_follower::FieldFollower;
pub use follower::Follower;
