//! The limits of a GraphQL document.

/// A limit of a GraphQL document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Bytes of its text.
    Bytes,
    /// Tokens of its text.
    Tokens,
    /// Brackets that are open at once.
    Nesting,
    /// Fields.
    Fields,
    /// Fields within fields.
    Depth,
    /// Aliases.
    Aliases,
    /// Directives.
    Directives,
    /// Operations and fragments.
    Definitions,
    /// Objects in the response.
    Records,
}

impl Limit {
    /// All limits.
    pub const ALL: [Self; 9] = [
        Self::Bytes,
        Self::Tokens,
        Self::Nesting,
        Self::Fields,
        Self::Depth,
        Self::Aliases,
        Self::Directives,
        Self::Definitions,
        Self::Records,
    ];

    /// Its name in metrics, and after `max-` in settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Tokens => "tokens",
            Self::Nesting => "nesting",
            Self::Fields => "fields",
            Self::Depth => "depth",
            Self::Aliases => "aliases",
            Self::Directives => "directives",
            Self::Definitions => "definitions",
            Self::Records => "records",
        }
    }

    /// How to stay within it.
    #[must_use]
    pub const fn advice(self) -> &'static str {
        match self {
            Self::Bytes | Self::Tokens => "send shorter ones, and values as variables",
            Self::Nesting => "open fewer brackets within each other",
            Self::Fields => "select fewer fields; those of a fragment count wherever it is spread",
            Self::Depth => "select fewer fields within fields",
            Self::Aliases => "ask for fewer fields under another name at once",
            Self::Directives => "use fewer directives at once",
            Self::Definitions => "send fewer operations and fragments at once",
            Self::Records => "ask for smaller pages, and fewer of them within each other",
        }
    }
}
