//! The operations of a kind, as data.

mod absent;
mod account;
mod action;
mod change;
mod rest;
mod written;

pub use absent::Absent;
pub use account::AccountChange;
pub use action::{
    AccountAct, Act, Action, Bulk, ById, Change, InboxAct, Matching, Read, RecordAct, RequestBody,
    RequestOption, ResultField, TargetState,
};
pub use change::{Create, LiveRecord, Restore, Update};
pub use rest::{Answer, Body, Envelope, Method, Route};
