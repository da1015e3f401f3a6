//! The operations of a kind, as data.

mod absent;
mod action;
mod change;
mod rest;
mod written;

pub use absent::Absent;
pub use action::{
    Act, Action, Bulk, ById, Change, InboxAct, Read, RecordAct, RequestBody, RequestOption,
    ResultField, TargetState,
};
pub use change::{Create, LiveRecord, Restore, Update};
pub use rest::{Answer, Body, Envelope, Method, Rest, Route};
