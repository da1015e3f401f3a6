//! The model of a record kind, as data.

mod actions;
mod columns;
mod condition;
mod describe;
mod field;
mod input;
mod key;
mod many;
mod projection;
mod projections;
mod resource;
mod wording;

pub use actions::{
    Absent, AccountAct, AccountChange, Act, Action, Answer, Body, Bulk, ById, Change, Create,
    Envelope, ImportAct, InboxAct, LiveRecord, Location, Matching, Method, PathExample,
    PathParameter, Read, RecordAct, RequestBody, RequestOption, Restore, ResultField, Route, Tag,
    TargetState, Update,
};
pub use columns::{Columns, GLOBAL_ID};
pub use condition::Condition;
pub use field::{Choices, Field, Format, camel_case};
pub use input::{DefaultValue, Input, Rule};
pub use key::{Key, KeyKind, parse_id, parse_uuid};
pub use many::{Catalogue, Many};
pub use projection::{Projection, SUMMARIES};
pub use resource::Resource;
pub use wording::{a, capital, noun, nouns, small, snake_case};
