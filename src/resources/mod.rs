//! The model of a record kind, as data.

mod admits;
mod change;
mod columns;
mod describe;
mod field;
mod input;
mod key;
mod projections;
mod record_act;
mod resource;
mod wording;
mod written;

pub use admits::Admits;
pub use change::{
    Absent, Answer, Body, Create, Envelope, LiveRecord, RequestBody, RequestOption, Restore, Update,
};
pub use columns::{Columns, GLOBAL_ID, Projection, SUMMARIES};
pub use field::{Choices, Condition, Field, Format, camel_case};
pub use input::{Catalogue, DefaultValue, Input, Many, Rule};
pub use key::{Key, KeyKind, parse_id, parse_uuid};
pub use record_act::{Change, RecordAct, ResultField, TargetState};
pub use resource::Resource;
pub use wording::{a, capital, is_name, noun, nouns, small, snake_case};
