//! The operations of a kind, as data.

mod action;
mod route;

pub use action::{
    AccountAct, Act, Action, Bulk, ById, Change, ImportAct, InboxAct, Matching, Read, RecordAct,
    RequestBody, RequestOption, ResultField, TargetState,
};
pub use route::{Location, Method, PathExample, PathParameter, Route, Tag};
