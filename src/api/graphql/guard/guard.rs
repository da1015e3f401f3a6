//! A guard before the parser: documents that would cost more than they are worth are refused before
//! anything walks them.
//!
//! GraphQL's cost hides in two places. A recursive parser takes stack for every bracket: a few
//! kilobytes of `[` can end the process. And fragments multiply: a few hundred bytes of spreads can
//! stand for millions of fields, so whatever follows spreads one by one, limit checks included, runs
//! out of memory. So a document passes two stages:
//!
//! 1. [`scan()`] reads the text once, without recursion, and counts bytes, tokens and nesting. What
//!    passes can be parsed safely.
//! 2. [`weigh()`] walks the parsed document and looks at each fragment once, however often it is
//!    spread, so that its time is linear in the text while its numbers are those of the expanded
//!    document. What passes can be walked naively.
//!
//! Neither knows the schema, nor anything else of this crate: how many objects a field stands for,
//! whoever weighs has to say.
//!
//! ```
//! use reinstate::graphql::guard::{Limits, scan};
//!
//! let limits = Limits::default();
//! assert!(scan("{ viewer { permissions } }", &limits).is_ok());
//! let bomb = format!("{{ a(b: {}", "[".repeat(1_500));
//! assert_eq!(scan(&bomb, &limits).unwrap_err().limit, "nesting");
//! ```

use serde::Serialize;
use std::fmt;

use super::limits::Weight;

/// How much a document may ask for. Each number is the largest that passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// Bytes of its text.
    pub bytes: usize,
    /// Tokens of its text: names, values, punctuators.
    pub tokens: usize,
    /// Brackets of any kind that are open at once.
    pub nesting: usize,
    /// Fields, those of fragments counted each time the fragment is spread.
    pub fields: usize,
    /// Fields within fields. Introspection as tools ask for it takes 15.
    pub depth: usize,
    /// Fields under another name, counted like fields.
    pub aliases: usize,
    /// Directives, counted like fields.
    pub directives: usize,
    /// Operations and fragments it defines.
    pub definitions: usize,
    /// Objects it can ask for, those of a list counted one by one.
    pub records: usize,
}

impl Limits {
    /// Generous for what frontends send, small enough that what passes costs milliseconds.
    pub const DEFAULT: Self = Self {
        bytes: 64 * 1024,
        tokens: 8_000,
        nesting: 64,
        fields: 2_000,
        depth: 20,
        aliases: 200,
        directives: 500,
        definitions: 200,
        records: 20_000,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A document that is past a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitExceeded {
    /// The name of the limit, as [`Limits`] has it.
    pub limit: &'static str,
    /// The largest number that passes.
    pub allowed: usize,
    /// What the document comes to, where that is known.
    pub weight: Option<Weight>,
}

impl fmt::Display for LimitExceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "The document is past max-{}, which is {}", self.limit, self.allowed)
    }
}

impl std::error::Error for LimitExceeded {}

/// Refuses a number past a limit.
pub(super) fn within(
    limit: &'static str,
    count: usize,
    allowed: usize,
) -> Result<(), LimitExceeded> {
    if count <= allowed { Ok(()) } else { Err(LimitExceeded { limit, allowed, weight: None }) }
}
