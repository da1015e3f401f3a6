//! REST operations as data.

use crate::{resources::Resource, views::About};

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
    /// What it is about.
    pub tag: Tag,
    /// What a successful response has, a sentence.
    pub response: String,
    /// The parameters in the path, except the key of a record.
    pub parameters: &'static [PathParameter],
    /// What a 404 calls missing, such as `Role`, if anything can be.
    pub missing: Option<&'static str>,
    /// The `Location` of what it creates. The status is 201 then, otherwise 200.
    pub created: Option<Location>,
    /// Whether the response is a page, with links to others.
    pub paged: bool,
    /// Whether the response has the version of what it shows.
    pub versioned: bool,
    /// What each event of its stream has, if it can have one.
    pub streams: Option<fn() -> &'static About>,
}

impl Route {
    /// Sets the parameters in the path.
    pub fn at(self, parameters: &'static [PathParameter]) -> Self {
        Self { parameters, ..self }
    }

    /// Says what a 404 names.
    pub fn missing(self, title: &'static str) -> Self {
        Self { missing: Some(title), ..self }
    }

    /// Makes its status 201, with that `Location`.
    pub fn creating(self, description: &'static str, example: &'static str) -> Self {
        Self { created: Some(Location { description, example }), ..self }
    }

    /// Makes its response a page.
    pub fn paged(self) -> Self {
        Self { paged: true, ..self }
    }

    /// Makes its response a stream of these where a client prefers one.
    pub fn streaming(self, of: fn() -> &'static About) -> Self {
        Self { streams: Some(of), ..self }
    }

    /// Makes its response have a version.
    pub fn versioned(self) -> Self {
        Self { versioned: true, ..self }
    }
}

/// What an operation is about: its tag in the OpenAPI document.
#[derive(Clone, Copy, Debug)]
pub enum Tag {
    /// Records of a kind.
    Kind(&'static Resource),
    /// Deleted records of all kinds, and operations on many records.
    Trash,
    /// What was done to records, and by whom.
    Audit,
    /// The caller and its notifications.
    Caller,
    /// Roles, permissions and access tokens.
    Permissions,
}

impl Tag {
    /// Those of operations on records of many kinds, each with its description.
    pub const COMMON: [(Self, &str); 4] = [
        (Self::Trash, "Deleted records of all kinds, and operations on many records."),
        (Self::Audit, "What was done to records, and by whom."),
        (Self::Caller, "The caller and its notifications."),
        (Self::Permissions, "Roles, permissions and access tokens."),
    ];

    /// The name, `Audit trail`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kind(resource) => resource.title,
            Self::Trash => "Trash",
            Self::Audit => "Audit trail",
            Self::Caller => "Caller",
            Self::Permissions => "Permissions",
        }
    }
}

/// A parameter in a path.
#[derive(Clone, Copy, Debug)]
pub struct PathParameter {
    /// Its name in the path.
    pub name: &'static str,
    /// What it is, a sentence.
    pub description: &'static str,
    /// Its type, with an example.
    pub example: PathExample,
}

/// The type of a path parameter, with a demo data example.
#[derive(Clone, Copy, Debug)]
pub enum PathExample {
    /// The id of a row.
    Id(i64),
    /// The id of an operation, a uuid.
    Operation,
    /// The global id of a record.
    Record,
    /// The id of a row of a table of another program.
    Row,
    /// A text.
    Text(&'static str),
}

/// The `Location` header of what an operation creates.
#[derive(Clone, Copy, Debug)]
pub struct Location {
    /// What it is the path of, a sentence.
    pub description: &'static str,
    /// An example.
    pub example: &'static str,
}

named! {
    /// An HTTP method.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Method by name {
        /// GET, and HEAD with it.
        Get = "GET",
        /// POST.
        Post = "POST",
        /// PUT.
        Put = "PUT",
        /// PATCH.
        Patch = "PATCH",
        /// DELETE.
        Delete = "DELETE",
    }
}
