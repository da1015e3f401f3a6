//! The model of a record kind, as data.

mod absent;
mod action;
mod change;
mod columns;
mod field;
mod inbox;
mod input;
mod key;
mod messages;
mod projection;
mod projections;
mod resource;
mod rest;
mod wording;

pub use absent::Absent;
pub use action::{
    Act, Action, Bulk, Change, InboxAct, Purpose, Read, RecordAct, RequestBody, RequestOption,
    ResultField, TargetState,
};
pub use change::{Create, LiveRecord, Restore, Update};
pub use columns::Columns;
pub use field::{Choices, Field, Format, camel_case};
pub use inbox::Many;
pub use input::{DefaultValue, Input, Rule};
pub use key::{Key, KeyKind};
pub use projection::Projection;
pub use resource::Resource;
pub use rest::{Answer, Body, Envelope, Method, Rest, Route};
pub use wording::{a, capital, noun, small};
