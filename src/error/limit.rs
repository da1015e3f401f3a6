//! The limits of a GraphQL document.

named! {
    /// A limit of a GraphQL document. Its name is that in metrics, and after `max-` in settings.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Limit by name {
        /// Bytes of its text.
        Bytes = "bytes",
        /// Tokens of its text.
        Tokens = "tokens",
        /// Brackets that are open at once.
        Nesting = "nesting",
        /// Fields.
        Fields = "fields",
        /// Fields within fields.
        Depth = "depth",
        /// Aliases.
        Aliases = "aliases",
        /// Directives.
        Directives = "directives",
        /// Operations and fragments.
        Definitions = "definitions",
        /// Objects in the response.
        Records = "records",
    }
}

impl Limit {
    /// How to stay within it.
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
