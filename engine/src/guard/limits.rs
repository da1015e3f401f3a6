//! The limits of a document, and the cost compared with them.

use serde::Serialize;
use std::fmt;

/// Defines the limits: what each counts, its name, its default, and how to stay within it.
macro_rules! limits {
    ($($(#[doc = $about:literal])+ $limit:ident, $name:ident = $default:expr, $advice:expr;)+) => {
        /// The limits of a document. Each number is the largest that passes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        pub struct Limits {
            $($(#[doc = $about])+ pub $name: usize,)+
        }

        impl Limits {
            /// Enough for what frontends send; a document that passes costs milliseconds.
            pub const DEFAULT: Self = Self { $($name: $default,)+ };
        }

        /// A limit of a document.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Limit {
            $($(#[doc = $about])+ $limit,)+
        }

        impl Limit {
            /// All limits, in order.
            pub const ALL: [Self; [$($default),+].len()] = [$(Self::$limit),+];

            /// The name in metrics, and after `max-` in settings.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$limit => stringify!($name),)+
                }
            }

            /// How to stay within it.
            const fn advice(self) -> &'static str {
                match self {
                    $(Self::$limit => $advice,)+
                }
            }
        }
    };
}

limits! {
    /// Bytes of its text.
    Bytes, bytes = 64 * 1024, SHORTER;
    /// Tokens of its text: names, values, punctuators.
    Tokens, tokens = 8_000, SHORTER;
    /// Brackets of any kind that are open at once.
    Nesting, nesting = 64, "open fewer brackets within each other";
    /// Fields. Those of a fragment count each time the fragment is spread.
    Fields, fields = 2_000,
        "select fewer fields; those of a fragment count wherever it is spread";
    /// Fields within fields. The introspection query of most tools needs 15.
    Depth, depth = 20, "select fewer fields within fields";
    /// Aliases, counted like fields.
    Aliases, aliases = 200, "ask for fewer fields under another name at once";
    /// Directives, counted like fields.
    Directives, directives = 500, "use fewer directives at once";
    /// Operations and fragments.
    Definitions, definitions = 200, "send fewer operations and fragments at once";
    /// Objects in the response, each item of a list counted.
    Records, records = 20_000, "ask for smaller pages, and fewer of them within each other";
}

const SHORTER: &str = "send shorter ones, and values as variables";

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The cost of a document, an operation, a fragment or a selection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// Fields.
    pub fields: usize,
    /// Fields within fields.
    pub depth: usize,
    /// Aliases.
    pub aliases: usize,
    /// Directives.
    pub directives: usize,
    /// Objects, each item of a list counted.
    pub records: usize,
}

impl Cost {
    /// The cost of two parts side by side. Numbers saturate.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            fields: self.fields.saturating_add(other.fields),
            depth: self.depth.max(other.depth),
            aliases: self.aliases.saturating_add(other.aliases),
            directives: self.directives.saturating_add(other.directives),
            records: self.records.saturating_add(other.records),
        }
    }

    /// Compares the cost with the limits.
    ///
    /// # Errors
    /// Names the first limit that is exceeded.
    pub fn check(self, limits: &Limits) -> Result<(), LimitExceeded> {
        let numbers = [
            (Limit::Fields, self.fields, limits.fields),
            (Limit::Depth, self.depth, limits.depth),
            (Limit::Aliases, self.aliases, limits.aliases),
            (Limit::Directives, self.directives, limits.directives),
            (Limit::Records, self.records, limits.records),
        ];
        numbers.into_iter().try_for_each(|(limit, count, allowed)| {
            within(limit, count, allowed)
                .map_err(|error| LimitExceeded { cost: Some(self), ..error })
        })
    }
}

/// A document exceeds a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitExceeded {
    /// The limit.
    pub limit: Limit,
    /// The largest number that passes.
    pub allowed: usize,
    /// The size of the document; `None`: it has no end.
    pub needed: Option<usize>,
    /// The cost of the document, where it is known.
    pub cost: Option<Cost>,
}

impl fmt::Display for LimitExceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "The document exceeds max-{}, which is {}", self.limit.name(), self.allowed)?;
        match self.needed {
            Some(needed) => write!(f, ", with {needed}: {}", self.limit.advice()),
            None => f.write_str(": its fragments spread each other"),
        }
    }
}

impl std::error::Error for LimitExceeded {}

/// Compares one number with its limit.
pub(super) fn within(limit: Limit, count: usize, allowed: usize) -> Result<(), LimitExceeded> {
    if count <= allowed {
        Ok(())
    } else {
        Err(LimitExceeded { limit, allowed, needed: Some(count), cost: None })
    }
}
