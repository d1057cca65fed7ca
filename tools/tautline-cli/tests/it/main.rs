//! The binary as scripts and people use it, in one test program.

mod cli;
mod crowd;
mod detour;
mod options;
mod pictures;
mod platformer;
mod same_bits;
mod serve;
mod support;
mod voxels;
