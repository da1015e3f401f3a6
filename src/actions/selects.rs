//! What operations change, as data.

use crate::resources::Resource;

/// How a request selects what it changes.
#[derive(Clone, Copy, Debug)]
pub enum Selects {
    /// Not at all, or by the key of a record.
    Nothing,
    /// By an id: the argument in GraphQL, its type and its sentence. In REST the path has it.
    One(&'static str, &'static str, &'static str),
    /// Records by their global ids.
    Records,
    /// Notifications by their keys.
    Notifications,
    /// Records of a kind by a filter.
    Matching(&'static Resource),
}
