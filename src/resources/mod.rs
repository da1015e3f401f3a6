//! The model of a record kind, as data.

mod actions;
mod columns;
mod describe;
mod field;
mod input;
mod key;
mod projections;
mod resource;
mod wording;

pub use actions::{
    Absent, AccountAct, AccountChange, Act, Action, Answer, Body, Bulk, ById, Change, Create,
    Envelope, ImportAct, InboxAct, LiveRecord, Location, Matching, Method, PathExample,
    PathParameter, Read, RecordAct, RequestBody, RequestOption, Restore, ResultField, Route, Tag,
    TargetState, Update,
};
pub use columns::{Columns, GLOBAL_ID, Projection, SUMMARIES};
pub use field::{Choices, Condition, Field, Format, camel_case};
pub use input::{Catalogue, DefaultValue, Input, Many, Rule};
pub use key::{Key, KeyKind, parse_id, parse_uuid};
pub use resource::Resource;
pub use wording::{a, capital, noun, nouns, small, snake_case};
