//! The operations of a kind, as data.

mod account;
mod action;
mod change;
mod rest;
mod route;
mod written;

pub use account::AccountChange;
pub use action::{
    AccountAct, Act, Action, Bulk, ById, Change, ImportAct, InboxAct, Matching, Read, RecordAct,
    RequestBody, RequestOption, ResultField, TargetState,
};
pub use change::{Absent, Create, LiveRecord, Restore, Update};
pub use rest::{Answer, Body, Envelope};
pub use route::{Location, Method, PathExample, PathParameter, Route, Tag};
