//! The argument that says what comes back with a record.

use async_graphql::registry::MetaInputValue;

use crate::api::graphql::{
    execute::Context,
    schema::{RESTORE_WITH, input},
};

/// The argument.
const WITH: &str = "with";

/// Describes the argument.
pub fn with_related_argument() -> MetaInputValue {
    input(
        WITH,
        RESTORE_WITH,
        "Which deleted records come back too, in the same operation; none if absent.",
    )
}

/// Whether the related records come back too.
pub fn with_related(ctx: Context<'_>) -> bool {
    ctx.argument(WITH).is_some()
}
