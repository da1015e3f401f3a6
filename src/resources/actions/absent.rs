//! What happens to fields that a request omits.

/// What happens to fields that a request omits (D14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// They keep their values: PATCH, and updates in GraphQL.
    Kept,
    /// They are reset to their defaults, if they have one: PUT.
    Reset,
    /// They get their defaults, and those without one are required: creation.
    Filled,
}
