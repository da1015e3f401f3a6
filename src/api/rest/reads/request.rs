//! A request for an operation that reads.

use std::collections::BTreeMap;

use crate::{api::rest::query::Query, app::App, auth::Call};

/// The parameters in a path, percent-decoded.
pub type PathParameters = BTreeMap<String, String>;

/// A request of a caller that holds the permission of the operation.
pub struct ReadRequest<'a> {
    /// The application.
    pub app: &'a App,
    /// The call.
    pub call: &'a Call,
    /// The path.
    pub path: &'a str,
    /// The parameters in the path.
    pub parameters: &'a PathParameters,
    /// The query.
    pub query: &'a Query,
}
