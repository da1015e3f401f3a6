//! A replica of PostgreSQL, from which lists are read.

mod catch_up;
mod position;
mod reader;

pub(super) use catch_up::CatchUp;
pub(super) use reader::ReplicaReader;
