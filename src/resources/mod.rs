//! The model of a record kind, as data.

mod action;
mod columns;
mod field;
mod inbox;
mod input;
mod key;
mod projection;
mod resource;
mod wording;

pub use action::{Answer, Body, Create, Restore, Update, WhenLive};
pub use columns::Columns;
pub use field::{Choices, Field, Format, camel_case};
pub use inbox::Many;
pub use input::{DefaultValue, Input, Rule};
pub use key::{Key, KeyKind};
pub use projection::Projection;
pub use resource::Resource;
pub use wording::{a, capital, noun, small};
