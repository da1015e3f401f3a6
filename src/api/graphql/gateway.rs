//! Builds the schema.

use async_graphql::SDLExportOptions;
use std::sync::Arc;

use super::settings::Settings;
use crate::{
    api::graphql::resolve::{Mutation, Query, subscription::Subscription},
    app::App,
};

/// The GraphQL schema, ready to execute.
pub type Schema = async_graphql::Schema<Query, Mutation, Subscription>;

/// The schema of an application, for documents that passed all checks.
///
/// async-graphql validates again, in its strict mode: only it knows the values that custom scalars
/// take.
#[must_use]
pub fn schema(app: Arc<App>, settings: &Settings) -> Schema {
    let schema = Schema::build(Query, Mutation, Subscription)
        .data(app)
        // The guard has limited the depth already; this limit also counts spreads as levels.
        .limit_recursive_depth(usize::from(u8::MAX));
    if settings.hide_schema { schema.disable_introspection().finish() } else { schema.finish() }
}

/// The schema in its definition language, the same for every caller.
#[must_use]
pub fn sdl() -> String {
    let options = SDLExportOptions::new().include_specified_by().use_space_ident();
    Schema::build(Query, Mutation, Subscription).finish().sdl_with_options(options)
}
