//! The media types of responses.

/// A media type of responses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaType {
    /// `application/json`: for clients older than the specification.
    Json,
    /// `application/graphql-response+json`: the status says whether the request was valid.
    GraphqlResponse,
}

impl MediaType {
    /// The value of `Content-Type`.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Json => "application/json; charset=utf-8",
            Self::GraphqlResponse => "application/graphql-response+json; charset=utf-8",
        }
    }

    /// The media type without parameters.
    pub fn name(self) -> &'static str {
        self.content_type().split(';').next().unwrap_or_default()
    }
}
