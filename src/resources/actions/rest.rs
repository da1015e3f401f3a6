//! REST operations as data: paths and responses.

use crate::resources::projection::Projection;

/// An operation of the REST API.
#[derive(Debug)]
pub struct Route {
    /// The HTTP method.
    pub method: Method,
    /// The path, with the names of its parameters in braces.
    pub path: String,
    /// Its id in the OpenAPI document, `listReports`.
    pub id: String,
    /// What it does, in a few words.
    pub summary: String,
}

/// An HTTP method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// GET, and HEAD with it.
    Get,
    /// POST.
    Post,
    /// PUT.
    Put,
    /// PATCH.
    Patch,
    /// DELETE.
    Delete,
}

impl Method {
    /// The name, `POST`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }
}

/// The fields of a record in a REST response, in order.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// The record is the body.
    Bare(&'static [&'static str]),
    /// The body has a message, and the record under the name of its kind.
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
