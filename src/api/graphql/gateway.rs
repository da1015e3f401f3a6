//! The schema as a whole.

use async_graphql::SDLExportOptions;
use std::sync::Arc;

use super::settings::Settings;
use crate::{
    api::graphql::{
        guard::{Documents, Gate},
        resolve::{Mutation, Query, subscription::Subscription},
    },
    app::App,
};

/// The GraphQL schema, ready to execute.
pub type Schema = async_graphql::Schema<Query, Mutation, Subscription>;

/// The schema over an application, for documents that pass the check.
#[must_use]
pub fn schema(app: Arc<App>, documents: Arc<Documents>, settings: &Settings) -> Schema {
    let schema = Schema::build(Query, Mutation, Subscription)
        .extension(Gate(documents, Arc::clone(&app.metrics)))
        .data(app)
        // The gate has weighed the document already; this limit counts spreads as levels too.
        .limit_recursive_depth(usize::from(u8::MAX));
    if settings.hide_schema { schema.disable_introspection().finish() } else { schema.finish() }
}

/// The schema in its definition language, the same for every caller.
#[must_use]
pub fn sdl() -> String {
    let options = SDLExportOptions::new().include_specified_by().use_space_ident();
    Schema::build(Query, Mutation, Subscription).finish().sdl_with_options(options)
}
