//! The operations of a kind, as data.

mod action;
mod admits;
mod plain;
mod route;
mod selects;

pub use action::{Act, Action, Change, Read, RecordAct, ResultField, TargetState};
pub use admits::Admits;
pub use plain::{AccountAct, Bulk, ById, ImportAct, InboxAct, Matching};
pub use route::{Location, Method, PathExample, PathParameter, Route, Tag};
pub use selects::Selects;
