//! Play plans frame by frame, and plan anew where the character is not where the plan
//! says: pushed, hit, carried.

mod field_follower;
mod follower;
mod playing;

pub use field_follower::FieldFollower;
pub use follower::Follower;
