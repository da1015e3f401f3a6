//! The operations of a kind, as data.

mod action;
mod change;
mod route;
mod written;

pub use action::{
    AccountAct, Act, Action, Bulk, ById, Change, ImportAct, InboxAct, Matching, Read, RecordAct,
    RequestBody, RequestOption, ResultField, TargetState,
};
pub use change::{
    Absent, AccountChange, Answer, Body, Create, Envelope, LiveRecord, Restore, Update,
};
pub use route::{Location, Method, PathExample, PathParameter, Route, Tag};
