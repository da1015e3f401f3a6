//! Responses of REST as data.

use crate::resources::projection::Projection;

/// The fields of a record in a REST response, in order.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// The record is the body.
    Bare(&'static [&'static str]),
    /// The body has a message, and the record under its kind's name.
    Wrapped(&'static [&'static str]),
    /// The record with all its fields is the body.
    Whole,
}

/// The body of a REST response.
#[derive(Debug)]
pub struct Answer {
    /// The message and the key of a wrapped record.
    pub envelope: Option<Envelope>,
    /// The fields of the record.
    pub shows: Projection,
}

/// What surrounds a wrapped record.
#[derive(Debug)]
pub struct Envelope {
    /// The `message`.
    pub message: String,
    /// The key that holds the record.
    pub key: String,
}
