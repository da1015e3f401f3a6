//! The model of a record kind, as data.

mod actions;
mod change;
mod columns;
mod describe;
mod field;
mod input;
mod key;
mod projections;
mod resource;
mod wording;
mod written;

pub use actions::{
    AccountAct, Act, Action, Admits, Bulk, ById, Change, ImportAct, InboxAct, Location, Matching,
    Method, PathExample, PathParameter, Read, RecordAct, ResultField, Route, Selects, Tag,
    TargetState,
};
pub use change::{
    Absent, AccountChange, Answer, Body, Create, Envelope, LiveRecord, RequestBody, RequestOption,
    Restore, Update,
};
pub use columns::{Columns, GLOBAL_ID, Projection, SUMMARIES};
pub use field::{Choices, Condition, Field, Format, camel_case};
pub use input::{Catalogue, DefaultValue, Input, Many, Rule};
pub use key::{Key, KeyKind, parse_id, parse_uuid};
pub use resource::Resource;
pub use wording::{a, capital, noun, nouns, small, snake_case};
