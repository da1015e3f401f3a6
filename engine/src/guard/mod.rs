//! Rejects documents that cost too much or are not valid.
//!
//! A GraphQL document can be expensive in two ways. A recursive parser uses stack for each open
//! bracket, so a few kilobytes of `[` can end the process. Fragments multiply: a few hundred bytes
//! of spreads can select millions of fields, so that code which follows each spread runs out of
//! memory. A document therefore passes two checks before anything else walks it:
//!
//! 1. [`scan()`] reads the text once, without recursion, and counts bytes, tokens and nesting. A
//!    text that passes can be parsed safely.
//! 2. [`measure()`] walks the parsed document and visits each fragment once, however often it is
//!    spread: its time is linear in the text, its numbers are those of the expanded document. A
//!    document that passes can be walked naively.
//!
//! Neither check knows the schema. The caller of `measure` says how many
//! objects a field selects.
//!
//! ```
//! use engine::guard::{Limit, Limits, scan};
//!
//! let limits = Limits::default();
//! assert!(scan("{ shop { books } }", &limits).is_ok());
//! let bomb = format!("{{ a(b: {}", "[".repeat(1_500));
//! assert_eq!(scan(&bomb, &limits).unwrap_err().limit, Limit::Nesting);
//! ```

mod cost;
mod documents;
mod duplicate_fields;
mod input_values;
mod limits;
mod outline;
mod page_sizes;
mod plans;
mod rejection;
mod scan;
mod suggestions;
mod validation;

pub use cost::{measure, record_count};
pub use documents::{Document, Documents, Prepared};
pub use limits::{Cost, Limit, LimitExceeded, Limits};
pub use outline::Outline;
pub use rejection::{Rejection, RejectionReason};
pub use scan::scan;
